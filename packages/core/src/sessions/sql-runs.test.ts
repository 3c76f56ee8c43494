import { createClient } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import { createSqlRuns } from './sql-runs.js'

/** @param budget bytes for all results */
function setUp(budget: number) {
  const fake = createFakePlatform()
  const fields = [{ name: 'a', dataTypeId: 23, dataType: 'int4' }]
  fake.answer('select 1 as a', {
    results: [{ command: 'SELECT', rowCount: 1, fields, rows: [['1']], notices: [] }],
  })
  const client = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })
  const grammar = { preload() {}, verdictOf: () => null }
  const runs = createSqlRuns({ client, clock: createFakeClock(), grammar, onEnd() {}, budget: () => budget })
  const run = async (id: string) => {
    const one = runs.open('default', id)
    await one.run({ sql: 'select 1 as a', offset: 0 }, { rowLimit: -1, timeoutMs: 0 })
    return one
  }
  return { runs, run }
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
