import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { SESSION_LIST_STATEMENT, sessionStopText, type DatabaseSession } from '../../sql/session-list.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ActivityScreen } from './activity.js'

let opened: OpenedScreen<ActivityScreen> | undefined
afterEach(() => opened?.end())

const session = (pid: string, more: Partial<DatabaseSession> = {}): DatabaseSession => ({
  pid,
  began: `2026-01-01 00:00:0${pid}+00`,
  role: 'app',
  application: 'worker',
  client: '10.0.0.1',
  state: 'active',
  waitsFor: '',
  wantedLock: '',
  blockedBy: [],
  sessionSeconds: 100,
  transactionSeconds: 10,
  statementSeconds: 2,
  query: 'select  1',
  maySignal: true,
  ...more,
})
const WAITER = { blockedBy: ['1'], waitsFor: 'Lock: relation', wantedLock: 'public.orders: ExclusiveLock' }
const LIST = [
  session('2', WAITER),
  session('1', { state: 'idle in transaction', application: 'basedeck' }),
  session('3', { state: 'idle', transactionSeconds: null }),
  session('4', { maySignal: false }),
]
const rows = (...all: (string | null)[][]) => ({
  results: [{ command: 'SELECT', rowCount: all.length, fields: [], notices: [], rows: all }],
})
const answers = (fake: FakePlatform, list: DatabaseSession[]) =>
  fake.answer(SESSION_LIST_STATEMENT.query, rows([JSON.stringify(list)]))

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('activity', '/project/default/database/activity', (fake) => {
    answers(fake, LIST)
    prepare(fake)
  })
  const { screen, watch, until } = opened
  const list = watch(screen.$rows, screen.$summary, screen.$hidden, screen.stopping.$state)
  const panel = watch(screen.$open)
  await until(() => expect(list().status).toBe('ready'))
  const shown = () => {
    const now = list()
    return now.status === 'ready' ? now.data : []
  }
  return { ...opened, shown, panel }
}

test('who waits stands below whom it waits for, and idle ones are shown on request', async () => {
  const { screen, shown } = await open()
  expect(shown().map(({ pid, depth, holdsUp }) => [pid, depth, holdsUp])).toEqual([
    ['1', 0, 'holds up 1'],
    ['2', 1, ''],
    ['4', 0, ''],
  ])
  expect(shown()[1]).toMatchObject({
    state: { label: 'Waiting', tone: 'bad' },
    waits: 'process 1 · public.orders: ExclusiveLock',
    time: '2.00 s',
    query: 'select 1',
  })
  expect(screen.$summary.get()).toBe('4 sessions, 3 busy, 1 waiting')
  screen.showIdle(true)
  expect(shown()).toHaveLength(4)
})

test('a paused list stands as it was, and goes on', async () => {
  const { screen, shown, fake, host, until } = await open()
  screen.pause(true)
  answers(fake, [])
  host.clock.advance?.(10_000)
  expect(shown()).toHaveLength(3)
  screen.pause(false)
  await until(() => expect(shown()).toEqual([]))
})

test('a session is stopped after a question, which says when it is one of Basedeck’s own', async () => {
  const { screen, fake, host, until } = await open((fake) => {
    fake.answer(sessionStopText('terminate', session('1')), rows(['t']))
    fake.answer(sessionStopText('cancel', session('2')), rows())
  })
  await until(() => expect(screen.actionsOf('1')[1]).not.toHaveProperty('hint'))
  expect(screen.actionsOf('1')[0]).toMatchObject({ hint: 'It runs no statement' })
  screen.actionsOf('1')[1]?.run()
  expect(screen.stopping.$state.get()).toMatchObject({
    subject: { pid: '1', sentences: [expect.any(String), expect.stringContaining('Basedeck itself')] },
  })
  await screen.stopping.confirm()
  expect(screen.stopping.$state.get()).toEqual({ status: 'closed' })
  screen.actionsOf('2')[0]?.run()
  await screen.stopping.confirm()
  expect(host.notes.map(({ message }) => message)).toEqual([
    'The session of process 1 was ended',
    'Process 2 had ended before',
  ])
  expect(fake.requests.length).toBeGreaterThan(0)
})

test('what may not be stopped says why', async () => {
  const { screen, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() =>
    expect(screen.actionsOf('1').map(({ hint }) => hint)).toEqual(
      Array(2).fill(expect.stringContaining('role')),
    ),
  )
  screen.actionsOf('1')[1]?.run()
  expect(screen.stopping.$state.get()).toEqual({ status: 'closed' })
})

test('the panel stays with what was known when its session ends', async () => {
  const { screen, panel, fake, until } = await open()
  screen.open('2')
  expect(panel()).toMatchObject({ title: 'Process 2', hasEnded: false, query: { text: 'select  1' } })
  answers(fake, [])
  screen.pause(true)
  screen.pause(false)
  await until(() => expect(panel()).toMatchObject({ title: 'Process 2', hasEnded: true }))
})

test('what other roles do may be hidden, and is told so', async () => {
  const { screen } = await open((fake) => answers(fake, [session('1', { state: '', query: '' })]))
  expect(screen.$hidden.get()).toContain('pg_read_all_stats')
})
