import { expect, test } from 'vitest'
import { createReadersTurns } from './readers-turns.js'

const stay = new AbortController().signal

/** Runs that the test ends. */
function held() {
  const ends: (() => void)[] = []
  return { ends, run: () => new Promise<void>((resolve) => ends.push(resolve)) }
}

test('one reader runs four at a time, the others of theirs wait; another reader does not', async () => {
  const turns = createReadersTurns()
  const [ray, bea] = [held(), held()]
  const runs = Array.from({ length: 6 }, () => turns.take('shop', 'ray', stay, ray.run))
  await expect.poll(() => ray.ends.length).toBe(4)
  const other = turns.take('shop', 'bea', stay, bea.run)
  const elsewhere = turns.take('blog', 'ray', stay, bea.run)
  await expect.poll(() => bea.ends.length).toBe(2)
  for (const end of [...bea.ends, ...ray.ends]) end()
  await Promise.all([other, elsewhere, ...runs.slice(0, 4)])
  await expect.poll(() => ray.ends.length).toBe(6)
  for (const end of ray.ends) end()
  await Promise.all(runs)
})

test('an aborted waiter runs nothing, and takes no turn from later ones', async () => {
  const turns = createReadersTurns()
  const { ends, run } = held()
  const runs = Array.from({ length: 4 }, () => turns.take('shop', 'ray', stay, run))
  const left = new AbortController()
  const waiting = turns.take('shop', 'ray', left.signal, run)
  const behind = turns.take('shop', 'ray', stay, run)
  left.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  ends[0]?.()
  await runs[0]
  expect(ends).toHaveLength(5)
  for (const end of ends) end()
  await Promise.all([...runs, behind])
})
