/** A runaway script is stopped while others continue; a refusal says when to try again. */
import { queryTyped } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { createRunBudget } from '../src/services/run-budget.js'
import { createFakeEngine } from './fake-engine.js'
import { addProject, testApi, type TestApi } from './test-api.js'

let api: TestApi
afterEach(() => api.remove())

test('a process asks the control plane once for many runs, and two share what one person has', async () => {
  api = await testApi()
  let asked = 0
  const control = {
    ...api.control,
    append: (statements: Parameters<typeof api.control.append>[0]) => {
      asked++
      return api.control.append(statements)
    },
  }
  const now = () => new Date(0)
  const [one, other] = [0, 1].map(() => createRunBudget(control, { aMinute: 120, now }))
  const spend = (process: typeof one) => process?.spend('ada')
  for (let run = 0; run < 118; run++) await spend(one)
  expect(asked).toBe(59)
  await spend(other)
  await spend(other)
  await expect(spend(other)).rejects.toMatchObject({ code: 'too_many_runs', retryAfterSeconds: 1 })
  await expect(spend(one)).rejects.toMatchObject({ code: 'too_many_runs' })
  await other?.spend('bo')
})

test('0 means no limit, without a query', async () => {
  api = await testApi()
  const { spend } = createRunBudget(api.control, { aMinute: 0, now: () => new Date(0) })
  for (let run = 0; run < 1000; run++) await spend('ada')
  expect(await api.control.select(`select * from control.budgets where subject like 'run %'`)).toEqual([])
})

test('the call is refused before the text reaches the database, and says when to try again', async () => {
  let runs = 0
  const engine = createFakeEngine(async () => {
    runs++
    return { results: [], notices: [], durationMs: 1 }
  })
  api = await testApi({ runsAMinute: 2, engine })
  const owner = await api.owner()
  await addProject(api.control, 'shop', { slug: 'acme', name: 'Shop' })
  const run = () =>
    owner.call(queryTyped, {
      params: { ref: 'shop' },
      body: { runId: randomUUID(), query: 'select 1', readOnly: true },
    })
  await run()
  await run()
  await expect(run()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 30 })
  expect(runs).toBe(2)
  api.advance(31_000)
  await run()
})
