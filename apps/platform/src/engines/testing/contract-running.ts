/** Running queries: listed, and stopped from the list. */
import { describe, expect, test } from 'vitest'
import { newRunId, type Subject } from './subject.js'
import { reportOf } from './database-error.js'

export function describeRunning(subject: Subject): void {
  const { run, value } = subject
  const listed = async (text: string) =>
    (await subject.database.running()).find(({ query }) => query.includes(text))

  describe('running queries', () => {
    test('while nothing runs, the list is empty', async () => {
      await value('select 1')
      expect(await subject.database.running()).toEqual([])
    })

    test('a run is listed with its text, and stopped from the list', async () => {
      const report = reportOf(run(`select pg_sleep(1000), 'seen in the list'`))
      await expect
        .poll(() => listed('seen in the list'))
        .toMatchObject({
          state: 'running',
          user: 'postgres',
          canCancel: true,
          forMs: expect.any(Number),
        })
      const id = (await listed('seen in the list'))?.id ?? ''
      expect(await subject.database.cancelRunning(id)).toBe(true)
      expect((await report).code).toBe('57014')
      expect(await value('select 1')).toBe('1')
    })

    test('a statement that catches its cancel is ended from the list all the same', async () => {
      const report = reportOf(
        run(
          `do $$ begin loop begin perform pg_sleep(1000); exception when query_canceled then null; end; end loop; end $$ -- deaf`,
          { timeoutMs: 0 },
        ),
      )
      await expect.poll(() => listed('deaf')).toMatchObject({ state: 'running' })
      expect(await subject.database.cancelRunning((await listed('deaf'))?.id ?? '')).toBe(true)
      expect((await report).code).toMatch(/^57(014|P01)$/)
      expect(await value('select 1')).toBe('1')
    })

    test('a run that waits for another one names it', async () => {
      await run('drop table if exists wanted; create table wanted (id int); insert into wanted values (1)')
      const first = newRunId()
      const holding = reportOf(
        run(`update wanted set id = 2; select pg_sleep(1000), 'the first'`, { runId: first }),
      )
      await expect.poll(() => listed('the first')).toMatchObject({ state: 'running' })
      const second = newRunId()
      const waiting = reportOf(run(`update wanted set id = 3 /* the second */`, { runId: second }))
      await expect
        .poll(() => listed('the second'))
        .toMatchObject({ state: expect.stringMatching(/^(locked|queued)$/) })
      const [holder, waiter] = [await listed('the first'), await listed('the second')]
      if (waiter?.state === 'locked') {
        expect(waiter.blockedBy).toEqual([holder?.id])
        expect(waiter.waitsFor).toMatch(/^Lock: /)
        expect(holder?.locks).toContain('public.wanted: RowExclusiveLock')
      }
      expect(await subject.database.cancelRunning(waiter?.id ?? '')).toBe(true)
      expect((await waiting).code).toBe('57014')
      await subject.database.cancel(first)
      await holding
    })

    test.each(['', '0', '1', '999999999', 'x; drop', '99999999999'])('%j stops nothing', async (id) => {
      expect(await subject.database.cancelRunning(id)).toBe(false)
    })
  })
}
