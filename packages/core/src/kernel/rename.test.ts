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
