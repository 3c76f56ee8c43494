import { expect, test } from 'vitest'
import { keyText, pressedShortcut, type KeyPress } from './shortcuts.js'
import { keyPress as press } from '../../testing/key-press.js'

const shortcuts = [
  { id: 'menu', keys: [{ key: 'k', mod: true as const }] },
  { id: 'panel', keys: [{ key: 'e' }] },
  { id: 'editor', keys: [{ key: 'e', mod: true as const }] },
  { id: 'sheet', keys: [{ key: 'x1' }, { key: '?' }] },
  { id: 'assistant', keys: [{ key: 'i', mod: true as const }], refusal: 'Not configured' },
  { id: 'unbound' },
  { id: 'format', keys: [{ key: 'f', shiftAlt: true as const }] },
  { id: 'wide', keys: [{ key: 'b', modShift: true as const }] },
]

test.each<[string, KeyPress, boolean, string | undefined]>([
  ['Ctrl and the key', press('k', { ctrlKey: true }), false, 'menu'],
  ['Meta and the key', press('k', { metaKey: true }), false, 'menu'],
  ['Meta while typing', press('k', { metaKey: true }), true, 'menu'],
  ['Ctrl with the capitals locked', press('K', { ctrlKey: true }), false, 'menu'],
  ['Ctrl and Shift', press('K', { ctrlKey: true, shiftKey: true }), false, undefined],
  ['Ctrl and Alt', press('k', { ctrlKey: true, altKey: true }), false, undefined],
  ['a bare key', press('e'), false, 'panel'],
  ['a bare key while typing', press('e'), true, undefined],
  ['a bare capital', press('E', { shiftKey: true }), false, undefined],
  ['the same key with Ctrl', press('e', { ctrlKey: true }), true, 'editor'],
  ['a question mark, for which Shift is held', press('?', { shiftKey: true }), false, 'sheet'],
  ['a question mark while typing', press('?', { shiftKey: true }), true, undefined],
  ['Alt and a bare key', press('e', { altKey: true }), false, undefined],
  ['a key that is being composed', press('e', { isComposing: true }), false, undefined],
  ['a key that repeats', press('k', { ctrlKey: true, repeat: true }), false, undefined],
  ['what can’t be done now', press('i', { metaKey: true }), false, undefined],
  ['any other key', press('x'), false, undefined],
  ['a key without the Shift and Alt that it needs', press('f'), false, undefined],
  ['a key without the Ctrl and Shift that it needs', press('b'), false, undefined],
])('%s', (_, pressed, isTyping, id) => {
  expect(pressedShortcut(shortcuts, pressed, isTyping)?.id).toBe(id)
})

test.each([
  [{ key: 'k', mod: true as const }, true, '⌘K'],
  [{ key: 'k', mod: true as const }, false, 'Ctrl K'],
  [{ key: 'Enter', mod: true as const }, false, 'Ctrl ↵'],
  [{ key: '?' }, true, '?'],
  [{ key: 'e' }, false, 'E'],
  [{ key: 'F6' }, false, 'F6'],
  [{ key: 'Home' }, false, 'Home'],
  [{ key: 'b', modShift: true as const }, true, '⇧⌘B'],
  [{ key: 'b', modShift: true as const }, false, 'Ctrl Shift B'],
  [{ key: 'f', shiftAlt: true as const }, true, '⇧⌥F'],
  [{ key: 'f', shiftAlt: true as const }, false, 'Shift Alt F'],
  [{ key: ' ', mod: true as const }, false, 'Ctrl Space'],
])('%o is written %s: %s', (key, isApple, text) => {
  expect(keyText(key, isApple)).toBe(text)
})
