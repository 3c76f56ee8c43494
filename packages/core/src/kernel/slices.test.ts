import { expect, test } from 'vitest'
import { runInSlices } from './slices.js'

/** Each look at it takes five milliseconds. */
function slowClock() {
  let now = 0
  let later: (() => void) | undefined
  return {
    now: () => (now += 5),
    after(_ms: number, run: () => void) {
      later = run
      return () => {
        later = undefined
      }
    },
    goOn() {
      const run = later
      later = undefined
      run?.()
      return run !== undefined
    },
  }
}

function* count(to: number, seen: number[]): Generator<void, string> {
  for (let step = 0; step < to; step++) {
    seen.push(step)
    yield
  }
  return 'whole'
}

test('work is done in slices, and its result given once', () => {
  const clock = slowClock()
  const seen: number[] = []
  const results: string[] = []
  runInSlices(clock, count(7, seen), (result) => results.push(result))
  // A slice is ten milliseconds.
  expect(seen.length).toBe(2)
  expect(results).toEqual([])
  clock.goOn()
  expect(seen.length).toBe(4)
  while (clock.goOn()) expect(seen.length).toBeGreaterThan(4)
  expect([seen.length, results]).toEqual([7, ['whole']])
})

test('stopped work ends without a result', () => {
  const clock = slowClock()
  const seen: number[] = []
  const stop = runInSlices(clock, count(100, seen), () => expect.unreachable())
  stop()
  const { length } = seen
  expect(clock.goOn()).toBe(false)
  expect(seen.length).toBe(length)
})
