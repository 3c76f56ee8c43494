import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../testing/memory-host.js'
import { createKeptPlaces } from './kept-places.js'
import { NO_PLACES } from './result-view-state.js'

const PLACES = {
  order: [1, 0],
  hidden: new Set([0]),
  frozen: new Set([1]),
  widths: new Map([[1, 120]]),
}

test('places are found again for the same columns only', () => {
  const storage = createMemoryStorage()
  createKeptPlaces(storage, 'q').keep(['a', 'b'], PLACES)
  expect(createKeptPlaces(storage, 'q').of(['a', 'b'])).toEqual(PLACES)
  expect(createKeptPlaces(storage, 'q').of(['b', 'a'])).toBe(NO_PLACES)
  expect(createKeptPlaces(storage, 'other').of(['a', 'b'])).toBe(NO_PLACES)
})

test('without a key they last as long as the pane', () => {
  const storage = createMemoryStorage()
  const kept = createKeptPlaces(storage)
  kept.keep(['a'], PLACES)
  expect(kept.of(['a'])).toEqual(PLACES)
  expect(createKeptPlaces(storage).of(['a'])).toBe(NO_PLACES)
})
