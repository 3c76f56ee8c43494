import { expect, test } from 'vitest'
import { eachAtOnce } from './each-at-once.js'

test('so many run at once, and the outcomes keep their order', async () => {
  let running = 0
  let most = 0
  const outcomes = await eachAtOnce([5, 1, 3, 2, 4], { parallel: 2 }, async (item) => {
    most = Math.max(most, ++running)
    for (let turn = 0; turn < item; turn++) await Promise.resolve()
    running -= 1
    return item * 10
  })
  expect(most).toBe(2)
  expect(outcomes.map((outcome) => outcome.type === 'done' && outcome.output)).toEqual([50, 10, 30, 20, 40])
})

test('a failure stops no other item', async () => {
  const outcomes = await eachAtOnce([1, 2, 3], { parallel: 1 }, async (item) => {
    if (item === 2) throw new Error('two')
    return item
  })
  expect(outcomes.map(({ type }) => type)).toEqual(['done', 'failed', 'done'])
})

test('after an abort no further item begins', async () => {
  const ending = new AbortController()
  const begun: number[] = []
  await eachAtOnce([1, 2, 3], { parallel: 1, signal: ending.signal }, async (item) => {
    begun.push(item)
    if (item === 2) ending.abort()
  })
  expect(begun).toEqual([1, 2])
})

test('without items nothing runs', async () => {
  expect(await eachAtOnce([], { parallel: 3 }, () => Promise.reject(new Error('never')))).toEqual([])
})
