import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Recovery } from './recovery.js'

let asked: string[]
let isHealthy: boolean
/** What happens while a database is asked. */
let meanwhile: () => void
let recovery: Recovery
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  isHealthy = false
  meanwhile = () => {}
  recovery = new Recovery(async (ref) => {
    asked.push(ref)
    meanwhile()
    return isHealthy
  })
})
afterEach(() => {
  recovery.stop()
  vi.useRealTimers()
})

test('it is asked after 5 s, then ever less often, at least once a minute', async () => {
  recovery.begin('a')
  for (const waitMs of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    asked = []
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual(['a'])
  }
})

test('a healthy database is not asked, until it fails again', async () => {
  recovery.begin('a')
  await vi.advanceTimersByTimeAsync(5000)
  isHealthy = true
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toEqual(['a', 'a'])
  recovery.begin('a')
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toHaveLength(3)
})

test('beginning twice asks once, and each project by itself', async () => {
  recovery.begin('a')
  recovery.begin('a')
  recovery.begin('b')
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toEqual(['a', 'b'])
})

test('a database that fails again while it answers is asked again', async () => {
  isHealthy = true
  meanwhile = () => {
    recovery.begin('a')
    meanwhile = () => {}
  }
  recovery.begin('a')
  await vi.advanceTimersByTimeAsync(9999)
  expect(asked).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toEqual(['a', 'a'])
})

test('one that is reported by its own failing attempt is asked no more often', async () => {
  meanwhile = () => recovery.begin('a')
  recovery.begin('a')
  await vi.advanceTimersByTimeAsync(14_999)
  expect(asked).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['a', 'a'])
})

test('after stop no database is asked', async () => {
  recovery.begin('a')
  recovery.stop()
  recovery.begin('b')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toEqual([])
})
