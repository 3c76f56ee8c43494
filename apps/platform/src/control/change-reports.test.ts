import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChangeReports } from './change-reports.js'
import type { ControlStatement } from './control-database.js'
import { changesToldBy } from './data-changes.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first change is reported at once, those of the next two seconds together, each project by itself', async () => {
  const told: string[] = []
  const report = createChangeReports(
    {
      async append(statements: readonly ControlStatement[]) {
        told.push(...changesToldBy(statements).map(({ topic, ref }) => `${topic} ${ref}`))
        return { ok: true, rows: [] }
      },
    },
    'schema',
  )
  report('a')
  expect(told).toEqual(['schema a'])
  report('a')
  report('a')
  report('b')
  await vi.advanceTimersByTimeAsync(1999)
  expect(told).toEqual(['schema a', 'schema b'])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['schema a', 'schema b', 'schema a'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toEqual(['schema a', 'schema b', 'schema a'])
  report('a')
  expect(told).toEqual(['schema a', 'schema b', 'schema a', 'schema a'])
})
