import { createClient, PlatformError } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import type { RowStreamPart } from '@basedeck/platform-client/row-stream'
import { expect, test, vi } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createSqlRun } from './sql-run.js'

const FIELDS: RowStreamPart = {
  type: 'fields',
  fields: [{ name: 'a', dataTypeId: 23, dataType: 'int4' }],
}
const rows = (...values: string[]): RowStreamPart => ({ type: 'cells', rows: values.map((value) => [value]) })
const COMPLETE: RowStreamPart = { type: 'complete', statement: { command: 'SELECT', rowCount: 3 } }
const END: RowStreamPart = { type: 'end', run: { durationMs: 5 } }

/** A run whose answer comes part by part. */
function setUp() {
  const parts: RowStreamPart[] = []
  let wake = () => {}
  let failure: Error | undefined
  const fake = createFakePlatform()
  const client = {
    ...createClient({ baseUrl: 'http://fake', fetch: fake.fetch }),
    async *rows() {
      for (;;) {
        const part = parts.shift()
        if (part) yield part
        if (part?.type === 'end') return
        if (part) continue
        if (failure) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
  const clock = createFakeClock()
  const grammar = { preload() {}, verdictOf: () => null }
  const run = createSqlRun({ client, clock, grammar }, 'default')
  const ended = run.run({ sql: 'select 1', offset: 0 }, { rowLimit: -1, timeoutMs: 0 })
  const shown = () => {
    const state = run.$state.get()
    return 'results' in state ? state.results.map(({ rows }) => [...rows].flat()) : []
  }
  return {
    run,
    clock,
    ended,
    shown,
    come(...more: RowStreamPart[]) {
      parts.push(...more)
      wake()
    },
    fail(error: Error) {
      failure = error
      wake()
    },
  }
}

test('the first rows are shown at once, what follows in steps, and the end has them all', async () => {
  const { run, clock, ended, shown, come } = setUp()
  expect(run.$state.get()).toMatchObject({ status: 'running', results: [] })
  come(FIELDS, rows('1'))
  await vi.waitFor(() => expect(shown()).toEqual([['1']]))
  expect(run.$state.get()).toMatchObject({ status: 'running', results: [{ isPartial: true }] })
  const before = run.$state.get()
  come(rows('2'))
  await vi.waitFor(() => expect(shown()).toEqual([['1', '2']]))
  expect(run.$state.get()).toBe(before)
  clock.advance(100)
  expect(run.$state.get()).not.toBe(before)
  come(rows('3'), COMPLETE, END)
  await ended
  expect(run.$state.get()).toMatchObject({ status: 'success', durationMs: 5 })
  expect(shown()).toEqual([['1', '2', '3']])
  const after = run.$state.get()
  clock.advance(1000)
  expect(run.$state.get()).toBe(after)
})

test('a cancelled run keeps the rows that came', async () => {
  const { run, ended, shown, come, fail } = setUp()
  come(FIELDS, rows('1', '2'))
  await vi.waitFor(() => expect(shown()).toEqual([['1', '2']]))
  await run.cancel()
  fail(new PlatformError('aborted', 'The call was aborted'))
  await ended
  expect(run.$state.get()).toMatchObject({
    status: 'error',
    failure: { reason: 'cancelled' },
    results: [{ isPartial: true }],
  })
  expect(shown()).toEqual([['1', '2']])
})

test('an error after some rows keeps them, and they do not pretend to be whole', async () => {
  const { run, ended, shown, come, fail } = setUp()
  come(FIELDS, rows('1'))
  await vi.waitFor(() => expect(shown()).toEqual([['1']]))
  const body = { message: 'division by zero', formattedError: 'ERROR:  division by zero', code: '22012' }
  fail(new PlatformError('http', body.message, { status: 400, code: body.code, body }))
  await ended
  expect(run.$state.get()).toMatchObject({
    status: 'error',
    failure: { reason: 'database', message: 'division by zero' },
    results: [{ isPartial: true }],
  })
  expect(shown()).toEqual([['1']])
})

test('an answer that breaks off keeps its rows, and says that the connection was lost', async () => {
  const { run, ended, shown, come, fail } = setUp()
  come(FIELDS, rows('1'), COMPLETE, FIELDS, rows('2'))
  await vi.waitFor(() => expect(shown()).toEqual([['1']]))
  fail(new PlatformError('network', 'The answer broke off before its end'))
  await ended
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'lost' } })
  expect(shown()).toEqual([['1'], ['2']])
})
