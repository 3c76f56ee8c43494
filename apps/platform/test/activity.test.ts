/** The sessions of a real database: who waits for whom, and stopping one, by the call that each run goes through. */
import { cancelQuery, queryTyped } from '@basedeck/platform-client'
import { SESSION_LIST_STATEMENT, sessionStopText, type DatabaseSession } from '@basedeck/core/sql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
let running: RunningApp
let runs = 0
beforeAll(async () => {
  running = await runApp('cluster')
  await run('create table public.locked (id int primary key); insert into public.locked values (1)')
})
afterAll(() => running.stop())

const run = (query: string, more: { readOnly?: boolean; runId?: string } = {}) =>
  running.client.call(queryTyped, { params, body: { query, runId: `a${runs++}`, ...more } })
async function sessions(): Promise<DatabaseSession[]> {
  const { results } = await run(SESSION_LIST_STATEMENT.query, { readOnly: true })
  return JSON.parse(results[0]?.rows[0]?.[0] ?? '[]') as DatabaseSession[]
}
const saying = async (words: string) => (await sessions()).find(({ query }) => query.includes(words))
async function found(words: string, is: (session: DatabaseSession) => boolean = () => true) {
  return vi.waitFor(async () => {
    const session = await saying(words)
    if (!session || !is(session)) throw new Error(`${words} is not there yet`)
    return session
  })
}
const stop = async (how: 'cancel' | 'terminate', session: Pick<DatabaseSession, 'pid' | 'began'>) =>
  (await run(sessionStopText(how, session))).results[0]?.rows

/** Holds a lock until it is stopped; gives what ends it. */
function hold(words: string) {
  const runId = `hold${runs++}`
  const over = run(`lock table public.locked; select pg_sleep(600) /* ${words} */`, { runId }).then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { over, end: () => running.client.call(cancelQuery, { params: { ...params, runId } }) }
}

test('who waits names whom it waits for, and the lock that it wants', async () => {
  const holding = hold('the holder')
  const holder = await found('the holder', ({ waitsFor }) => waitsFor.includes('PgSleep'))
  const waiting = run(`update public.locked set id = 2 /* the waiter */`).catch(
    (error: Error) => error.message,
  )
  const waiter = await found('the waiter', ({ blockedBy }) => blockedBy.length > 0)
  expect(waiter).toMatchObject({
    blockedBy: [holder.pid],
    state: 'active',
    waitsFor: 'Lock: relation',
    wantedLock: 'public.locked: RowExclusiveLock',
    role: 'postgres',
    application: 'basedeck',
    maySignal: true,
  })
  expect(holder).toMatchObject({ blockedBy: [], wantedLock: '' })
  expect(holder.transactionSeconds).toBeGreaterThanOrEqual(0)

  expect(await stop('cancel', waiter)).toEqual([['t']])
  expect(await waiting).toContain('canceling statement due to user request')
  expect(await stop('terminate', holder)).toEqual([['t']])
  expect(await holding.over).not.toBe('done')
})

test('a process id that another session has by now is not stopped', async () => {
  const holding = hold('the newer one')
  const session = await found('the newer one')
  expect(await stop('terminate', { ...session, began: '2020-01-01 00:00:00+00' })).toEqual([])
  expect((await saying('the newer one'))?.pid).toBe(session.pid)
  await holding.end()
  await holding.over
})

test('stopping a session is a write: a READ ONLY run is refused to readers, and the audit log has it', async () => {
  const holding = hold('the audited one')
  const session = await found('the audited one')
  const database = await running.life.database('default')
  await expect(
    database.run({ runId: 'reader', query: sessionStopText('terminate', session), as: 'reader' }),
  ).rejects.toThrow(/may only read/)
  expect(await stop('terminate', session)).toEqual([['t']])
  await holding.over
  const lines = await running.control.select<{ target: string }>(
    `select target from control.audit_log where action = 'database.write' and target like '%pg_terminate_backend%'`,
  )
  expect(lines.length).toBeGreaterThan(0)
})
