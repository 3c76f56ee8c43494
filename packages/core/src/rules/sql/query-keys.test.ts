import { expect, test } from 'vitest'
import { queryKey, questionKey } from './query-keys.js'

const press = (more: object) => ({
  key: 'Enter',
  code: 'Enter',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: true,
  isComposing: false,
  repeat: false,
  ...more,
})
const r = { key: '‰', code: 'KeyR', altKey: true }

test.each([
  [{ ctrlKey: true }, 'run-statement'],
  [{ metaKey: true }, 'run-statement'],
  [{ metaKey: true, shiftKey: false }, undefined],
  [{ metaKey: true, altKey: true }, undefined],
  [{ ctrlKey: true, shiftKey: false, key: 's', code: 'KeyS' }, 'save'],
  [{ metaKey: true, shiftKey: false, key: 'S', code: 'KeyS' }, 'save'],
  [{ ctrlKey: true, key: 's', code: 'KeyS' }, undefined],
  [{ shiftKey: false, key: 's', code: 'KeyS' }, undefined],
  [{}, undefined],
  [{ metaKey: true, repeat: true }, undefined],
  [{ metaKey: true, isComposing: true }, undefined],
  [r, 'toggle-results'],
  [{ ...r, shiftKey: false }, undefined],
  [{ ...r, ctrlKey: true }, undefined],
  [{ ...r, code: 'KeyT' }, undefined],
])('%j means %s', (more, meant) => {
  expect(queryKey(press(more))).toBe(meant)
})

test.each([
  [{ ctrlKey: true, shiftKey: false }, 'run'],
  [{ metaKey: true, shiftKey: false }, 'run'],
  // The key that asked is still held.
  [{ ctrlKey: true, shiftKey: false, repeat: true }, 'held'],
  [{ shiftKey: false }, undefined],
  [{ ctrlKey: true }, undefined],
  [{ ctrlKey: true, shiftKey: false, altKey: true }, undefined],
  [{ ctrlKey: true, shiftKey: false, isComposing: true }, undefined],
  [{ ctrlKey: true, shiftKey: false, key: 'a' }, undefined],
])('in a question %j means %j', (more, action) => {
  expect(questionKey(press(more))).toBe(action)
})
