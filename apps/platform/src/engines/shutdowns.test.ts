import { expect, test } from 'vitest'
import { Shutdowns } from './shutdowns.js'

/** Work that the test ends. */
function work(log: string[], name: string) {
  let finish: () => void = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const run = async (): Promise<void> => {
    log.push(`${name} began`)
    await finished
    log.push(`${name} ended`)
  }
  return { run, finish }
}

/** Whatever can happen now has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('shutdowns of one project run one after the other; other projects do not wait', async () => {
  const shutdowns = new Shutdowns()
  const log: string[] = []
  const [first, second, elsewhere] = [work(log, 'first'), work(log, 'second'), work(log, 'elsewhere')]
  void shutdowns.begin('a', first.run)
  void shutdowns.begin('a', second.run)
  void shutdowns.begin('b', elsewhere.run)
  void shutdowns.of('a').then(() => log.push('free'))
  await settled()
  expect(log.sort()).toEqual(['elsewhere began', 'first began'])
  log.length = 0
  first.finish()
  await settled()
  expect(log).toEqual(['first ended', 'second began'])
  second.finish()
  await settled()
  expect(log).toEqual(['first ended', 'second began', 'second ended', 'free'])
  elsewhere.finish()
  await shutdowns.all()
  expect(log).toContain('elsewhere ended')
})

test('a later shutdown may wait for a current waiter', async () => {
  const shutdowns = new Shutdowns()
  const first = work([], 'first')
  void shutdowns.begin('a', first.run)
  const opening = shutdowns.of('a')
  const second = shutdowns.begin('a', () => opening)
  first.finish()
  await second
})

test('a failure is thrown to its caller and blocks no one else', async () => {
  const shutdowns = new Shutdowns()
  const failing = shutdowns
    .begin('a', async () => {
      throw new Error('no')
    })
    .then(
      () => 'ended',
      (error: Error) => error.message,
    )
  await shutdowns.of('a')
  expect(await failing).toBe('no')
  await shutdowns.begin('a', async () => {})
  await shutdowns.all()
})

test('without a shutdown there is no wait', async () => {
  const shutdowns = new Shutdowns()
  await shutdowns.of('a')
  await shutdowns.all()
})
