import { expect, test } from 'vitest'
import { Works } from './works.js'

/** Whatever can happen now has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Works that say when they began, and end when told to. */
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

test('two works on one project come one after the other', async () => {
  const works = new Works()
  const { log, work, end } = recorder()
  works.begin('a', work('first'))
  works.begin('a', work('second'))
  let isFree = false
  void works.of('a').then(() => (isFree = true))
  await settled()
  expect(log).toEqual(['first'])
  await end('first')
  expect(log).toEqual(['first', 'second'])
  expect([isFree, works.isUnderWay('a')]).toEqual([false, true])
  await end('second')
  expect([isFree, works.isUnderWay('a')]).toEqual([true, false])
})

test('four projects change at a time; the next begins when one has ended', async () => {
  const works = new Works()
  const { log, work, end } = recorder()
  for (const ref of ['a', 'b', 'c', 'd', 'e', 'f']) works.begin(ref, work(ref))
  await settled()
  expect(log).toEqual(['a', 'b', 'c', 'd'])
  await end('c')
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e'])
  await end('a')
  await end('b')
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  const all = works.settled()
  for (const ref of ['d', 'e', 'f']) await end(ref)
  await all
})

test('who looks can tell whether something changed meanwhile', async () => {
  const works = new Works()
  const { work, end } = recorder()
  const before = works.changesOf('a')
  works.begin('a', work('a'))
  expect(works.changesOf('a')).not.toBe(before)
  const during = works.changesOf('a')
  await settled()
  await end('a')
  expect(works.changesOf('a')).toBe(during)
  expect(works.changesOf('b')).toBe(before)
})
