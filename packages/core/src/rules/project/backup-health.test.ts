import { expect, test } from 'vitest'
import { backupHealth, type KnownBackups } from './backup-health.js'

const NOW = new Date('2026-11-28T12:00:00Z')
const DAILY = { schedule: 'daily', hour: 3, point_in_time: false } as const
type Known = KnownBackups['backups'][number]
const backup = (begun_at: string, more: Partial<Known> = {}): Known => ({
  kind: 'scheduled',
  status: 'completed',
  begun_at,
  proof: null,
  ...more,
})
const health = (known: Partial<KnownBackups>, now = NOW) =>
  backupHealth({ settings: DAILY, backups: [], logWaitsSince: undefined, ...known }, now)

test('without a schedule and a backup they are off, with a schedule the first one is awaited', () => {
  expect(health({ settings: { ...DAILY, schedule: 'off' } }).state).toBe('off')
  expect(health({}).state).toBe('waiting')
  expect(health({ settings: { ...DAILY, schedule: 'off', point_in_time: true } }).state).toBe('waiting')
})

test('the newest whole one counts, with its proof', () => {
  const proof = { at: '2026-11-27T04:00:00Z', is_good: true, detail: '' }
  const backups = [
    backup('2026-11-28T11:59:00Z', { kind: 'manual', status: 'running' }),
    backup('2026-11-28T03:00:10Z'),
    backup('2026-11-27T03:00:10Z', { proof }),
  ]
  expect(health({ backups })).toEqual({
    state: 'good',
    problems: [],
    lastGood: new Date('2026-11-28T03:00:10Z'),
    proved: new Date('2026-11-27T04:00:00Z'),
    logLagMs: null,
  })
})

test('one that failed last is told, until a later one is whole', () => {
  const failed = backup('2026-11-28T03:00:10Z', { status: 'failed' })
  expect(health({ backups: [failed, backup('2026-11-27T03:00:10Z')] })).toMatchObject({
    state: 'bad',
    problems: ['failed'],
    lastGood: new Date('2026-11-27T03:00:10Z'),
  })
  expect(health({ backups: [backup('2026-11-28T04:00:00Z', { kind: 'manual' }), failed] }).state).toBe('good')
})

test.each([
  ['2026-11-28T03:59:59Z', []],
  ['2026-11-28T04:00:00Z', ['late']],
])('at %s the backup of 3 o’clock that is not begun is %j', (now, problems) => {
  expect(health({ backups: [backup('2026-11-27T03:00:10Z')] }, new Date(now)).problems).toEqual(problems)
})

test('a proof that failed last is the worst', () => {
  const bad = { at: '2026-11-28T05:00:00Z', is_good: false, detail: '' }
  const good = { at: '2026-11-20T05:00:00Z', is_good: true, detail: '' }
  const backups = [
    backup('2026-11-28T11:00:00Z', { kind: 'manual', status: 'failed' }),
    backup('2026-11-28T03:00:10Z', { proof: bad }),
    backup('2026-11-20T03:00:10Z', { proof: good }),
  ]
  expect(health({ backups })).toMatchObject({ problems: ['not-restorable', 'failed'], proved: null })
})

test.each([
  ['2026-11-28T11:58:00.000Z', 120_000, []],
  ['2026-11-28T11:57:59.999Z', 120_001, ['log-late']],
  ['2026-11-28T12:00:09.000Z', 0, []],
])('a log that waits since %s is behind by %d ms', (since, logLagMs, problems) => {
  const settings = { ...DAILY, point_in_time: true }
  const backups = [backup('2026-11-28T03:00:10Z')]
  expect(health({ settings, backups, logWaitsSince: new Date(since) })).toMatchObject({ logLagMs, problems })
  expect(health({ backups, logWaitsSince: new Date(since) })).toMatchObject({ logLagMs: null, problems: [] })
})
