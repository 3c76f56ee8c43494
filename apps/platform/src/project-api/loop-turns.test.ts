import { expect, test } from 'vitest'
import { createLoopTurns } from './loop-turns.js'

/** Turns of a loop, one after the other. */
function loop() {
  const calls: (() => void)[] = []
  const turns = createLoopTurns((call) => void calls.push(call))
  return {
    turns,
    pending: () => calls.length,
    next: async () => (calls.shift()?.(), await Promise.resolve()),
  }
}

test('the first call of a turn begins at once, the others of its project one in each turn, in their order', async () => {
  const { turns, next } = loop()
  const begun: number[] = []
  expect(turns.take('one')).toBeUndefined()
  for (const call of [1, 2, 3]) void turns.take('one')?.then(() => begun.push(call))
  await next()
  expect(begun).toEqual([1])
  await next()
  await next()
  expect(begun).toEqual([1, 2, 3])
})

test('a neighbour of a project with a long queue begins at once', async () => {
  const { turns, next } = loop()
  for (let call = 0; call < 100; call++) void turns.take('busy')
  expect(turns.take('quiet')).toBeUndefined()
  await next()
  await next()
  expect(turns.take('quiet')).toBeUndefined()
})

test('nothing is scheduled while nobody waits', async () => {
  const { turns, next, pending } = loop()
  turns.take('one')
  await next()
  expect(pending()).toBe(0)
  expect(turns.take('one')).toBeUndefined()
})
