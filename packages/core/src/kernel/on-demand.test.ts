import { atom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import { $missingFiles } from './missing-files.js'
import { createOnDemand } from './on-demand.js'

function setUp(fails = 0) {
  const clock = createFakeClock()
  const $wanted = atom<string | null>(null)
  const ended: string[] = []
  let left = fails
  const load = vi.fn<() => Promise<(subject: string) => { subject: string; dispose(): void }>>(async () => {
    if (left-- > 0) throw new Error('the file did not arrive')
    return (subject) => ({ subject, dispose: () => void ended.push(subject) })
  })
  const part = createOnDemand(clock, $wanted, load)
  const is = (subject: string | undefined) =>
    vi.waitFor(() => expect(part.$part.get()?.subject).toBe(subject))
  return { clock, $wanted, ended, load, part, is }
}

test('it is fetched when it is first wanted, once, and made for each subject', async () => {
  const { $wanted, load, ended, is } = setUp()
  expect(load).not.toHaveBeenCalled()
  $wanted.set('a')
  await is('a')
  $wanted.set('b')
  await is('b')
  $wanted.set(null)
  await is(undefined)
  expect(load).toHaveBeenCalledTimes(1)
  expect(ended).toEqual(['a', 'b'])
})

test('what is wanted while the file is on its way waits for it, and is all that is made', async () => {
  const { $wanted, load, ended, is } = setUp()
  $wanted.set('a')
  $wanted.set('b')
  await is('b')
  expect(load).toHaveBeenCalledTimes(1)
  expect(ended).toEqual([])
})

test('what was prepared is there as soon as it is wanted', async () => {
  const { $wanted, load, part } = setUp()
  part.prepare()
  part.prepare()
  await load.mock.results[0]?.value
  await Promise.resolve()
  expect(part.$part.get()).toBeNull()
  $wanted.set('a')
  expect(part.$part.get()?.subject).toBe('a')
  expect(load).toHaveBeenCalledTimes(1)
})

test('what is no longer wanted when its file arrives is not made', async () => {
  const { $wanted, load, part } = setUp()
  $wanted.set('a')
  $wanted.set(null)
  await load.mock.results[0]?.value
  expect(part.$part.get()).toBeNull()
})

test('a file that does not arrive is asked for again while it is wanted', async () => {
  const { $wanted, clock, load, is } = setUp(2)
  $wanted.set('a')
  for (const times of [1, 2]) {
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(times))
    await vi.waitFor(() => {
      clock.advance(3000)
      expect(load).toHaveBeenCalledTimes(times + 1)
    })
  }
  await is('a')
})

test('after the end a file that does not arrive is not waited for', async () => {
  const { $wanted, clock, load, part } = setUp(1)
  const after = vi.spyOn(clock, 'after')
  $wanted.set('a')
  part.dispose()
  await expect(load.mock.results[0]?.value).rejects.toThrow()
  await Promise.resolve()
  expect(after).not.toHaveBeenCalled()
})

test('after the end nothing is made', async () => {
  const { $wanted, load, part } = setUp()
  $wanted.set('a')
  part.dispose()
  await load.mock.results[0]?.value
  expect(part.$part.get()).toBeNull()
})

test.each([
  ['arrives', ({ clock }: ReturnType<typeof setUp>) => clock.advance(3000)],
  ['is not wanted any more', ({ $wanted }: ReturnType<typeof setUp>) => $wanted.set(null)],
  ['has ended', ({ part }: ReturnType<typeof setUp>) => part.dispose()],
])('a file that could not be loaded is missing until it %s', async (_, end) => {
  const set = setUp(1)
  set.part.prepare()
  await set.load.mock.results[0]?.value.catch(() => undefined)
  expect($missingFiles.get()).toBe(0)
  const wanted = setUp(1)
  wanted.$wanted.set('a')
  await vi.waitFor(() => expect($missingFiles.get()).toBe(1))
  end(wanted)
  await vi.waitFor(() => expect($missingFiles.get()).toBe(0))
})
