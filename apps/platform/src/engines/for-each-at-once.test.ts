import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachAtOnce } from './for-each-at-once.js'

const NUMBERS = Array.from({ length: 100 }, (_, at) => at)

test('each item is worked on once, some of them at the same time', async () => {
  const seen: number[] = []
  let running = 0
  let most = 0
  await forEachAtOnce(NUMBERS, async (item) => {
    most = Math.max(most, ++running)
    await nextTurn()
    running--
    seen.push(item)
  })
  expect(seen.sort((a, b) => a - b)).toEqual(NUMBERS)
  expect(most).toBe(8)
})

test('nothing runs any more when a failure is thrown, and nothing begins after it', async () => {
  let running = 0
  let begun = 0
  const work = forEachAtOnce(NUMBERS, async (item) => {
    begun++
    running++
    await nextTurn()
    running--
    if (item === 3) throw new Error('item 3')
  })
  await expect(work).rejects.toThrow('item 3')
  expect(running).toBe(0)
  expect(begun).toBeLessThan(NUMBERS.length)
})

test('no items are no work', async () => {
  await forEachAtOnce([], () => Promise.reject(new Error('called')))
})
