import { expect, test } from 'vitest'
import { paneAfter, paneStep } from './panes.js'

const key = {
  key: 'F6',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
}

test.each([
  [{}, 1],
  [{ shiftKey: true }, -1],
  [{ ctrlKey: true }, undefined],
  [{ metaKey: true }, undefined],
  [{ altKey: true }, undefined],
  [{ isComposing: true }, undefined],
  [{ key: 'F5' }, undefined],
])('the key %o goes %s', (changed, step) => {
  expect(paneStep({ ...key, ...changed })).toBe(step)
})

const PANES = [{ isMain: false }, { isMain: false }, { isMain: true }, { isMain: false }]

test.each<[number, 1 | -1, number]>([
  [0, 1, 1],
  [3, 1, 0],
  [0, -1, 3],
  [2, -1, 1],
  [-1, 1, 2],
  [-1, -1, 2],
])('from pane %i by %i to %i', (at, step, to) => {
  expect(paneAfter(PANES, at, step)).toBe(to)
})

test('a page without a main pane begins with its first one', () => {
  expect(paneAfter([{ isMain: false }, { isMain: false }], -1, 1)).toBe(0)
})
