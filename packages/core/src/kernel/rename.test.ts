import { expect, test, vi } from 'vitest'
import { createRename } from './rename.js'

function setUp() {
  const commit = vi.fn<(name: string) => void>()
  const rename = createRename(() => 'old', commit)
  rename.begin()
  return { commit, rename }
}

test('Enter commits once, though the field is left by it', () => {
  const { commit, rename } = setUp()
  rename.type('new')
  rename.commit()
  rename.commit()
  expect(commit.mock.calls).toEqual([['new']])
  expect(rename.$typed.get()).toBeNull()
})

test('Escape restores, and leaving the field afterwards commits nothing', () => {
  const { commit, rename } = setUp()
  rename.type('new')
  rename.cancel()
  rename.commit()
  expect(commit).not.toHaveBeenCalled()
})

test.each(['', '   ', 'old', ' old '])('“%s” changes nothing', (typed) => {
  const { commit, rename } = setUp()
  rename.type(typed)
  rename.commit()
  expect(commit).not.toHaveBeenCalled()
})

test('typing without a renaming is nothing', () => {
  const rename = createRename(() => 'old', vi.fn<(name: string) => void>())
  rename.type('new')
  expect(rename.$typed.get()).toBeNull()
})

test('a refused name stays typed with its reason, until another one is typed', () => {
  const commit = vi.fn<(name: string) => void>()
  const rename = createRename(
    () => 'old',
    commit,
    (name) => (name === 'taken' ? 'This name is taken' : null),
  )
  rename.begin()
  rename.type(' taken ')
  rename.commit()
  expect([rename.$typed.get(), rename.$problem.get()]).toEqual([' taken ', 'This name is taken'])
  rename.commit()
  expect(rename.$typed.get()).toBe(' taken ')
  rename.type('taken2')
  expect(rename.$problem.get()).toBeNull()
  rename.commit()
  expect(commit.mock.calls).toEqual([['taken2']])
})

test('Escape gives a refused name up', () => {
  const rename = createRename(
    () => 'old',
    vi.fn<(name: string) => void>(),
    () => 'no',
  )
  rename.begin()
  rename.type('new')
  rename.commit()
  rename.cancel()
  expect([rename.$typed.get(), rename.$problem.get()]).toEqual([null, null])
})
