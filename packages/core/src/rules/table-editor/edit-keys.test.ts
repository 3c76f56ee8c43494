import { expect, test } from 'vitest'
import { editKey } from './edit-keys.js'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test.each([
  [{ key: 'z', ctrlKey: true }, 'undo'],
  [{ key: 'z', metaKey: true }, 'undo'],
  [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
  [{ key: 'y', ctrlKey: true }, 'redo'],
  [{ key: 's', metaKey: true }, 'save'],
  [{ key: 'S', ctrlKey: true, shiftKey: true }, undefined],
  [{ key: 'z' }, undefined],
  [{ key: 'z', ctrlKey: true, altKey: true }, undefined],
  [{ key: 'x', ctrlKey: true }, undefined],
])('%j is %s', (pressed, action) => {
  expect(editKey({ ...none, ...pressed })).toBe(action)
})
