import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../testing/memory-host.js'
import { createKeptLayouts } from './kept-layouts.js'
import { PLAIN_LAYOUT } from './result-view-state.js'

const LAYOUT = {
  order: [1, 0],
  hidden: new Set([0]),
  frozen: new Set([1]),
  widths: new Map([[1, 120]]),
}

test('a layout is found again for the same columns only', () => {
  const storage = createMemoryStorage()
  createKeptLayouts(storage, 'q').keep(['a', 'b'], LAYOUT)
  expect(createKeptLayouts(storage, 'q').of(['a', 'b'])).toEqual(LAYOUT)
  expect(createKeptLayouts(storage, 'q').of(['b', 'a'])).toBe(PLAIN_LAYOUT)
  expect(createKeptLayouts(storage, 'other').of(['a', 'b'])).toBe(PLAIN_LAYOUT)
})

test('without a key it lasts as long as the pane', () => {
  const storage = createMemoryStorage()
  const kept = createKeptLayouts(storage)
  kept.keep(['a'], LAYOUT)
  expect(kept.of(['a'])).toEqual(LAYOUT)
  expect(createKeptLayouts(storage).of(['a'])).toBe(PLAIN_LAYOUT)
})
