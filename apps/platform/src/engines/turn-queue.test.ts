import { expect, test } from 'vitest'
import { TurnQueue } from './turn-queue.js'

const never = new AbortController().signal

/** Work that the test ends. */
function held(): { work: () => Promise<void>; release: () => void } {
  let release = (): void => {}
  const ended = new Promise<void>((resolve) => {
    release = resolve
  })
  return { work: () => ended, release }
}

test('one works at a time, in the order they came', async () => {
  const queue = new TurnQueue()
  const order: string[] = []
  const first = held()
  const all = [
    queue.take(never, async () => {
      order.push('first begins')
      await first.work()
      order.push('first ends')
    }),
    queue.take(never, async () => void order.push('second')),
    queue.take(never, async () => void order.push('third')),
  ]
  first.release()
  await Promise.all(all)
  expect(order).toEqual(['first begins', 'first ends', 'second', 'third'])
})

test('a waiter can stop waiting, and the others still get their turn', async () => {
  const queue = new TurnQueue()
  const first = held()
  const leaving = new AbortController()
  const working = queue.take(never, first.work)
  const gone = queue.take(leaving.signal, async () => 'never')
  const last = queue.take(never, async () => 'last')
  leaving.abort('enough')
  await expect(gone).rejects.toBe('enough')
  first.release()
  await working
  expect(await last).toBe('last')
})

test('work that fails gives its turn on', async () => {
  const queue = new TurnQueue()
  const failing = queue.take(never, () => Promise.reject(new Error('broken')))
  const next = queue.take(never, async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('an aborted waiter gets no turn', async () => {
  await expect(new TurnQueue().take(AbortSignal.abort('late'), async () => 'never')).rejects.toBe('late')
})

test('one that works hears once that another waits, also when that came before', async () => {
  const queue = new TurnQueue()
  const heard: string[] = []
  const first = await queue.enter(never)
  first.whenWanted(() => heard.push('first'))
  const second = queue.enter(never)
  const third = queue.enter(never)
  expect(heard).toEqual(['first'])
  first.leave()
  const working = await second
  working.whenWanted(() => heard.push('second'))
  expect(heard).toEqual(['first', 'second'])
  working.leave()
  const last = await third
  last.whenWanted(() => heard.push('third'))
  last.leave()
  await queue.take(never, async () => queue.take(AbortSignal.abort('no'), async () => {}).catch(() => {}))
  expect(heard).toEqual(['first', 'second'])
  expect(queue.isIdle).toBe(true)
})

test('who waits for the end of a turn is told of the next one, and not of those before', async () => {
  const queue = new TurnQueue()
  const before = queue.lastEnded
  await queue.take(never, async () => {})
  // One that ended since is known at once.
  expect(await queue.endedSince(before, 60_000)).toBe(true)
  const told = queue.endedSince(queue.lastEnded, 60_000)
  await queue.take(never, async () => {})
  expect(await told).toBe(true)
  // Nothing happens: the time ends it.
  expect(await queue.endedSince(queue.lastEnded, 1)).toBe(false)
})

test('a database that was opened again has other turns than before', async () => {
  const first = new TurnQueue()
  const second = new TurnQueue()
  await first.take(never, async () => {})
  const last = first.lastEnded
  await second.take(never, async () => {})
  expect(await second.endedSince(last, 60_000)).toBe(true)
  expect(await new TurnQueue().endedSince(last, 60_000)).toBe(true)
})
