/** Cancel and timeout: they stop the one run, wherever it is, and no other. */
import { describe, expect, test } from 'vitest'
import { newRunId, type Subject } from './subject.js'
import { reportOf } from './database-error.js'

const userRequest = { code: '57014', message: 'canceling statement due to user request' }
const timeout = { code: '57014', message: 'canceling statement due to statement timeout' }
const FOREVER = 'select pg_sleep(1000)'

export function describeCancelling(subject: Subject): void {
  const { run, rows, value } = subject

  describe('cancelling', () => {
    test.each([false, true])('a run is stopped by its id (READ ONLY %s)', async (readOnly) => {
      const runId = newRunId()
      const report = reportOf(run(FOREVER, { runId, readOnly }))
      expect(await subject.database.cancel(runId)).toBe(true)
      expect(await report).toMatchObject(userRequest)
      expect(await value('select 1')).toBe('1')
    })

    test('a run is stopped when its signal aborts, also before it began', async () => {
      const controller = new AbortController()
      const report = reportOf(run(FOREVER, { signal: controller.signal }))
      controller.abort()
      expect(await report).toMatchObject(userRequest)
      expect(await reportOf(run('select 1', { signal: controller.signal }))).toMatchObject(userRequest)
    })

    test('a busy loop is stopped, not only a sleep', async () => {
      const report = await reportOf(run('do $$ begin loop null; end loop; end $$', { timeoutMs: 200 }))
      expect(report).toMatchObject(timeout)
    })

    test.each([
      ['cancel', 0, userRequest],
      ['timeout', 200, timeout],
    ] as const)('a statement that catches every %s is terminated', async (how, timeoutMs, told) => {
      const stubborn = `do $$ begin loop begin perform pg_sleep(1000); exception when query_canceled then null; end; end loop; end $$ -- stubborn`
      const runId = newRunId()
      const report = reportOf(run(stubborn, { runId, timeoutMs }))
      await expect.poll(async () => (await subject.database.running()).length).toBe(1)
      if (how === 'cancel') await subject.database.cancel(runId)
      expect(await report).toMatchObject(told)
      await expect.poll(() => subject.database.running()).toEqual([])
      expect(await value('select 1')).toBe('1')
    })

    test('a run that takes too long is stopped', async () => {
      expect(await reportOf(run(FOREVER, { timeoutMs: 100 }))).toMatchObject(timeout)
    })

    test('the text can’t lift the timeout', async () => {
      expect(await reportOf(run(`set statement_timeout = 0; ${FOREVER}`, { timeoutMs: 100 }))).toMatchObject(
        timeout,
      )
    })

    test('a stopped run is rolled back, and earlier commits stay', async () => {
      await run('drop table if exists stopped; create table stopped (id int); insert into stopped values (1)')
      await reportOf(run(`insert into stopped values (2); ${FOREVER}`, { timeoutMs: 100 }))
      expect(await rows('table stopped')).toEqual([['1']])
    })

    test('runs that wait can be stopped, and the others still get their turn', async () => {
      const ids = Array.from({ length: 25 }, newRunId)
      const first = newRunId()
      const holding = reportOf(run(FOREVER, { runId: first }))
      const waiting = ids.map((runId) => run(FOREVER, { runId }))
      const reports = waiting.map(reportOf)
      const last = value('select 42')
      for (const runId of ids) expect(await subject.database.cancel(runId)).toBe(true)
      for (const report of reports) expect(await report).toMatchObject(userRequest)
      await subject.database.cancel(first)
      expect(await holding).toMatchObject(userRequest)
      expect(await last).toBe('42')
    })

    test('a batch is stopped and stores nothing', async () => {
      await run('drop table if exists stopped; create table stopped (id int)')
      const runId = newRunId()
      const report = reportOf(
        subject.database.batch({
          runId,
          statements: [{ query: 'insert into stopped values (1)' }, { query: FOREVER }],
        }),
      )
      await subject.database.cancel(runId)
      expect(await report).toMatchObject(userRequest)
      expect(await rows('table stopped')).toEqual([])
    })

    test('cancelling an unknown run returns false', async () => {
      expect(await subject.database.cancel('never heard of')).toBe(false)
    })

    test('an id serves one run at a time', async () => {
      const runId = newRunId()
      const report = reportOf(run(FOREVER, { runId }))
      await expect(run('select 1', { runId })).rejects.toMatchObject({ code: 'run-id-in-use' })
      await subject.database.cancel(runId)
      expect(await report).toMatchObject(userRequest)
    })

    test('a cancel that comes with the end of its run never hits the next', async () => {
      for (let round = 0; round < 20; round++) {
        const runId = newRunId()
        const racing = run('select pg_sleep(0.005)', { runId }).catch(() => {})
        const cancelled = racing.then(() => subject.database.cancel(runId))
        const next = value('select 1')
        await Promise.all([subject.database.cancel(runId), racing, cancelled])
        expect(await next).toBe('1')
        expect(await value('select 2')).toBe('2')
      }
    })

    test('the oldest run shows how long the database has been busy', async () => {
      expect(subject.database.busyMs()).toBe(0)
      const runId = newRunId()
      const report = reportOf(run(FOREVER, { runId }))
      expect(subject.database.busyMs()).toBeGreaterThanOrEqual(0)
      await subject.database.cancel(runId)
      await report
      expect(subject.database.busyMs()).toBe(0)
    })
  })
}
