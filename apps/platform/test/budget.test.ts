import { afterAll, beforeAll, expect, test } from 'vitest'
import { testControl, type TestControl } from './test-control.js'
import { createBudget } from '../src/control/budget.js'

const A_MINUTE = 20

let control: TestControl
beforeAll(async () => {
  control = await testControl()
})
afterAll(() => control.remove())

function budget() {
  let at = Date.parse('2026-01-01T00:00:00Z')
  const now = () => new Date(at)
  return {
    ...createBudget(control, { name: 'test', aMinute: A_MINUTE, now }),
    now,
    advance: (ms: number) => void (at += ms),
  }
}

test('so many at once, then one in three seconds, each person for themselves', async () => {
  const { spend, advance } = budget()
  for (let asked = 0; asked < A_MINUTE; asked += 1) expect(await spend('ada')).toBe(0)
  expect(await spend('ada')).toBe(3)
  expect(await spend('bo')).toBe(0)
  advance(1_001)
  expect(await spend('ada')).toBe(2)
  advance(2_000)
  expect(await spend('ada')).toBe(0)
  expect(await spend('ada')).toBe(3)
})

test('several are spent whole or not at all', async () => {
  const { spend, advance } = budget()
  expect(await spend('flo', 15)).toBe(0)
  expect(await spend('flo', 10)).toBe(15)
  expect(await spend('flo', 5)).toBe(0)
  advance(15_000)
  expect(await spend('flo', 5)).toBe(0)
})

test('after a long wait, the budget is that of one minute', async () => {
  const { spend, advance } = budget()
  expect(await spend('cy')).toBe(0)
  advance(3_600_000)
  for (let asked = 0; asked < A_MINUTE; asked += 1) expect(await spend('cy')).toBe(0)
  expect(await spend('cy')).toBeGreaterThan(0)
})

test('other processes, and the same one after a restart, count what was spent', async () => {
  const { spend, now } = budget()
  expect(await spend('di', A_MINUTE)).toBe(0)
  expect(await createBudget(control, { name: 'test', aMinute: A_MINUTE, now }).spend('di')).toBe(3)
  expect(await createBudget(control, { name: 'other', aMinute: A_MINUTE, now }).spend('di')).toBe(0)
})
