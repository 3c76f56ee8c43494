/** `basedeck backup`: the kept backups of a project by the command line, and what is due. */
import type { Backup, Backups } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerKept, keptReport } from '../src/backup/kept/kept-command.js'
import { lookAfter } from '../src/backup/kept/keep-backed-up.js'
import type { KeptQuestion } from '../src/config/operator-socket.js'
import { readCommand } from '../src/config/read-command.js'
import { backupsOf } from '../src/control/backups.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
beforeAll(async () => {
  running = await runApp('pglite')
}, 60_000)
afterAll(() => running.stop())

const question = (given: Partial<KeptQuestion>): KeptQuestion => ({
  project: null,
  verb: 'list',
  id: null,
  at: null,
  changes: {},
  ...given,
})
async function ask<Answer>(given: Partial<KeptQuestion>): Promise<Answer> {
  const answer = await answerKept(question(given), running)
  if ('error' in answer) throw new Error(answer.error)
  return JSON.parse(answer.lines[0] ?? '') as Answer
}
const sql = async (query: string) =>
  (await (await running.life.database('default')).run({ runId: crypto.randomUUID(), query })).results.at(-1)
    ?.rows

test('a backup is made, listed, proved and restored', async () => {
  await sql('create table notes (a int); insert into notes values (1)')
  const backup = await ask<Backup>({ verb: 'now' })
  expect(backup).toMatchObject({ kind: 'manual', status: 'completed' })
  const lines = keptReport('list', JSON.stringify(await ask({})))
  expect(lines[0]).toContain('schedule=off hour=3')
  expect(lines[1]).toContain(backup.id)
  const proved = await ask<Backup>({ verb: 'prove' })
  expect(keptReport('prove', JSON.stringify(proved))).toEqual([expect.stringContaining('were read')])
  await sql('drop table notes')
  const restored = await ask({ verb: 'restore', id: backup.id })
  expect(keptReport('restore', JSON.stringify(restored)).join()).toContain('What was there before is kept')
  expect(await sql('select * from notes')).toEqual([['1']])
}, 90_000)

test.each<[Partial<KeptQuestion>, string]>([
  [{ verb: 'restore', id: crypto.randomUUID() }, 'There is no such backup'],
  [{ verb: 'restore', at: 'soon' }, 'Type a moment in UTC'],
  [{ verb: 'set', changes: { colour: 'red' } }, 'Settings are'],
  [{ verb: 'set', changes: { keep_days: 'many' } }, 'must be a number'],
  [{ verb: 'set', changes: { point_in_time: true } }, 'PGlite'],
  [{ project: 'nobody', verb: 'now' }, 'roject'],
])('%o is refused: %s', async (given, words) => {
  await expect(ask(given)).rejects.toThrow(words)
})

test('what is due is made, and what is no longer kept goes', async () => {
  await ask({ verb: 'set', changes: { schedule: 'hourly', keep_days: 1, keep_weeks: 0 } })
  let now = new Date('2030-01-01T10:30:00Z')
  const told: string[] = []
  const deps = {
    control: running.control,
    registry: running.registry,
    life: running.life,
    backups: running.backups,
    notify: async ({ name }: { name: string }) => void told.push(name),
    now: () => now,
    log: { warn() {} },
  }
  const scheduled = async () =>
    (await backupsOf(running.control, 'default')).filter(({ kind }) => kind === 'scheduled')
  await lookAfter(deps, 'default')
  expect(await scheduled()).toHaveLength(1)
  // The one by hand stays; it was made long ago by this clock.
  expect((await backupsOf(running.control, 'default')).some(({ kind }) => kind === 'manual')).toBe(true)
  now = new Date(Date.now())
  await lookAfter(deps, 'default')
  expect(await scheduled()).toHaveLength(1)
  await ask({ verb: 'set', changes: { schedule: 'off' } })
  expect((await ask<Backups>({})).settings).toMatchObject({ schedule: 'off', keep_days: 1 })
  expect(told).toEqual([])
}, 60_000)

test.each([
  [['backup'], { verb: 'list' }],
  [['backup', 'now', '--project', 'shop'], { verb: 'now', project: 'shop' }],
  [['backup', 'restore', '--at', '2026-01-31T12:00:00Z'], { verb: 'restore', at: '2026-01-31T12:00:00Z' }],
  [
    ['backup', 'set', 'schedule=daily', 'hour=4', 'point_in_time=true'],
    { verb: 'set', changes: { schedule: 'daily', hour: 4, point_in_time: true } },
  ],
])('%s is read', (args, kept) => {
  expect(readCommand(args, {})).toMatchObject({ type: 'backup', kept, format: 'text' })
})

test.each([
  [['backup', 'restore']],
  [['backup', 'restore', 'x', '--at', 'y']],
  [['backup', 'now', 'x']],
  [['backup', 'set']],
  [['backup', 'set', 'hour']],
  [['backup', 'undo']],
  [['backup', '--at', 'x']],
  [['backup', '--format', 'xml']],
])('%s is no command', (args) => {
  expect(readCommand(args, {})).toMatchObject({ type: 'invalid', sentence: expect.stringContaining('Usage') })
})
