import { expect, test } from 'vitest'
import { JobQueue } from './job-queue.js'

/** Whatever can happen now has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Jobs that report their start, and that the test ends. */
function recorder() {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  return {
    log,
    work: (name: string) => () => {
      log.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    },
    async end(name: string) {
      ends.get(name)?.()
      await settled()
    },
  }
}

test('two jobs on one project come one after the other', async () => {
  const jobs = new JobQueue()
  const { log, work, end } = recorder()
  jobs.begin('a', work('first'))
  jobs.begin('a', work('second'))
  let isFree = false
  void jobs.of('a').then(() => (isFree = true))
  await settled()
  expect(log).toEqual(['first'])
  await end('first')
  expect(log).toEqual(['first', 'second'])
  expect([isFree, jobs.isUnderWay('a')]).toEqual([false, true])
  await end('second')
  expect([isFree, jobs.isUnderWay('a')]).toEqual([true, false])
})

test('four projects change at a time; the next begins when one has ended', async () => {
  const jobs = new JobQueue()
  const { log, work, end } = recorder()
  for (const ref of ['a', 'b', 'c', 'd', 'e', 'f']) jobs.begin(ref, work(ref))
  await settled()
  expect(log).toEqual(['a', 'b', 'c', 'd'])
  await end('c')
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e'])
  await end('a')
  await end('b')
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  const all = jobs.settled()
  for (const ref of ['d', 'e', 'f']) await end(ref)
  await all
})

test('callers can detect a change meanwhile', async () => {
  const jobs = new JobQueue()
  const { work, end } = recorder()
  expect(jobs.changesOf('a')).toBe(0)
  jobs.begin('a', work('a'))
  expect(jobs.changesOf('a')).toBe(1)
  await settled()
  await end('a')
  expect([jobs.changesOf('a'), jobs.changesOf('b')]).toEqual([1, 0])
})
