import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nextSliceTurn } from './slice-turns.js'

test('of all that wait, one goes on in each turn, in the order of the calls', async () => {
  const gone: string[] = []
  for (const name of ['a', 'b', 'c']) void nextSliceTurn().then(() => gone.push(name))
  await Promise.resolve()
  expect(gone).toEqual([])
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await nextTurn()
    expect(gone).toEqual(expected)
  }
  // The queue is empty by now, and takes the next caller all the same.
  await nextSliceTurn()
})
