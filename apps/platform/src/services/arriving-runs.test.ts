import { expect, test } from 'vitest'
import { createArrivingRuns } from './arriving-runs.js'

test('a run is cancelled while it is on its way, and by its own id', () => {
  const runs = createArrivingRuns()
  const one = runs.arrive('one')
  expect(runs.cancel('other')).toBe(false)
  expect(one.signal.aborted).toBe(false)
  expect(runs.cancel('one')).toBe(true)
  expect(one.signal.aborted).toBe(true)
  one.end()
  expect(runs.cancel('one')).toBe(false)
})

test('the end of a run does not end another one of the same id', () => {
  const runs = createArrivingRuns()
  const first = runs.arrive('one')
  const second = runs.arrive('one')
  first.end()
  expect(runs.cancel('one')).toBe(true)
  expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true])
})
