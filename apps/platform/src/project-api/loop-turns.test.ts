import { expect, test } from 'vitest'
import { callsInTurn, createLoopTurns } from './loop-turns.js'

/** Turns of a loop, one after the other, each of so many milliseconds. */
function loop(turnMs = 10) {
  const calls: (() => void)[] = []
  let turn = 0
  const turns = createLoopTurns({ next: (call) => void calls.push(call), now: () => turn++ * turnMs })
  return {
    turns,
    pending: () => calls.length,
    next: async () => (calls.shift()?.(), await Promise.resolve()),
  }
}

test('the first call of a turn begins at once, the others of its project one in each slow turn, in their order', async () => {
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

test('in quick turns more calls begin, and each project has the same part of them', async () => {
  const { turns, next } = loop(0)
  const begun: string[] = []
  for (const ref of ['one', 'other'])
    for (let call = 0; call < 100; call++) void turns.take(ref)?.then(() => begun.push(ref))
  for (let turn = 0; turn < 10; turn++) await next()
  expect(begun.length).toBeGreaterThan(40)
  expect(begun.filter((ref) => ref === 'one')).toHaveLength(begun.length / 2)
})

test('a turn that took long has fewer calls after it, and never none', () => {
  expect(callsInTurn(8, 5)).toBe(4)
  expect(callsInTurn(1, 5)).toBe(1)
  expect(callsInTurn(8, 0.3)).toBe(9)
  expect(callsInTurn(8, 0.8)).toBe(8)
  expect(callsInTurn(32, 0)).toBe(32)
})
