import { createClient } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createSqlRuns, isTextBeside, type SqlRunsDeps } from './sql-runs.js'

/** @param budget bytes for all results */
function setUp(budget: number, more: Partial<SqlRunsDeps> = {}) {
  const fake = createFakePlatform()
  const fields = [{ name: 'a', dataTypeId: 23, dataType: 'int4' }]
  fake.answer('select 1 as a', {
    results: [{ command: 'SELECT', rowCount: 1, fields, rows: [['1']], notices: [] }],
  })
  const client = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })
  const grammar = { preload() {}, verdictOf: () => null }
  const clock = createFakeClock()
  const runs = createSqlRuns({ client, clock, grammar, onEnd() {}, budget: () => budget, ...more })
  const run = async (id: string) => {
    const one = runs.open('default', id)
    await one.run({ sql: 'select 1 as a', offset: 0 }, { rowLimit: -1, timeoutMs: 0 })
    return one
  }
  return { fake, runs, run }
}

test('a query keeps its run, and a closed one begins empty', async () => {
  const { runs, run } = setUp(1_000_000)
  const one = await run('a')
  expect(runs.open('default', 'a')).toBe(one)
  runs.close('default', 'a')
  expect(runs.open('default', 'a').$state.get()).toEqual({ status: 'idle' })
})

test('when memory is short, hidden results give way, the one hidden first before the others', async () => {
  const { run } = setUp(1)
  const [first, second, third] = [await run('a'), await run('b'), await run('c')]
  // None of them is shown, so none may stay.
  expect([first.bytes(), second.bytes(), third.bytes()]).toEqual([0, 0, 0])
  expect(first.$state.get()).toMatchObject({ status: 'success', results: [{ letGo: 1, rowCount: 1 }] })
})

test('what is shown stays, and gives way once no view shows it', async () => {
  const { runs, run } = setUp(1)
  const [hideFirst, hideSecond] = [runs.open('default', 'a').show(), runs.open('default', 'a').show()]
  const shown = await run('a')
  await run('b')
  hideFirst()
  hideFirst()
  expect(shown.bytes()).toBeGreaterThan(0)
  hideSecond()
  expect(shown.bytes()).toBe(0)
})

test('a query has a run in each project, and one of another query another', () => {
  const { runs } = setUp(1)
  const one = runs.open('default', 'a')
  expect(runs.open('default', 'b')).not.toBe(one)
  expect(runs.open('other', 'a')).not.toBe(one)
  expect(runs.open('other', 'a').ref).toBe('other')
})

test('the one that was hidden last gives way last', async () => {
  let budget = 1_000_000
  const { runs, run } = setUp(0, { budget: () => budget })
  const ids = ['a', 'b', 'c']
  const hide = new Map(ids.map((id) => [id, runs.open('default', id).show()]))
  const shown = new Map<string, Awaited<ReturnType<typeof run>>>()
  for (const id of ids) shown.set(id, await run(id))
  const bytes = () => ids.map((id) => (shown.get(id)?.bytes() ?? 0) > 0)
  hide.get('b')?.()
  // Room for two of the three.
  budget = 2 * (shown.get('c')?.bytes() ?? 0)
  hide.get('a')?.()
  expect(bytes()).toEqual([true, false, true])
})

test.each([
  ['panel', true],
  ['assistant', true],
  ['6e90fa2c-2b1f-4ffc-8871-9317c41468b4', false],
])('the text of %s is beside any page: %s', (id, isBeside) => {
  expect(isTextBeside(id)).toBe(isBeside)
})

test('an unknown query is closed without ado', () => {
  setUp(1).runs.close('default', 'never opened')
})

test('runs that were not sent are forgotten, and the end of the deck ends all calls', async () => {
  const { runs, fake } = setUp(1_000_000, { isOnline: () => isOnline })
  let isOnline = false
  const one = runs.open('default', 'a')
  await one.run({ sql: 'select 1 as a', offset: 0 }, { rowLimit: -1, timeoutMs: 0 })
  expect(one.$state.get()).toMatchObject({ failure: { reason: 'offline' } })
  runs.forgetUnsent()
  expect(one.$state.get()).toEqual({ status: 'idle' })
  isOnline = true
  fake.answer('select 2', 'hangs')
  const ended = one.run({ sql: 'select 2', offset: 0 }, { rowLimit: -1, timeoutMs: 0 })
  await vi.waitFor(() => expect(fake.requests).toHaveLength(1))
  runs.dispose()
  await ended
  expect(one.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'cancelled' } })
  expect(runs.open('default', 'a')).not.toBe(one)
})
