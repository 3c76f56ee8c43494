import { expect, test } from 'vitest'
import { editorKeyEffect, type EditorKeyEffect } from './editor-keys.js'

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const LINES = { takesBreaks: true, isOnButton: false, isTyped: false, hasBlock: false }
const LINE = { ...LINES, takesBreaks: false }
const BUTTON = { ...LINES, isOnButton: true }
const TYPED = { ...LINE, isTyped: true }
const BLOCK = { ...LINES, hasBlock: true }
const keeps = (rows: number, columns: number): EditorKeyEffect => ({ type: 'keep', step: { rows, columns } })

test.each([
  ['Enter commits a value of several lines', LINES, { key: 'Enter' }, keeps(1, 0)],
  ['Enter commits a value of one line', LINE, { key: 'Enter' }, keeps(1, 0)],
  ['Alt+Enter breaks the line', LINES, { key: 'Enter', altKey: true }, { type: 'break' }],
  ['Shift+Enter breaks the line', LINES, { key: 'Enter', shiftKey: true }, { type: 'break' }],
  ['a number has no lines: Shift+Enter goes up', LINE, { key: 'Enter', shiftKey: true }, keeps(-1, 0)],
  ['a number has no lines: Alt+Enter commits', LINE, { key: 'Enter', altKey: true }, keeps(1, 0)],
  ['Ctrl+Enter commits', LINES, { key: 'Enter', ctrlKey: true }, keeps(1, 0)],
  ['Cmd+Enter commits', LINES, { key: 'Enter', metaKey: true }, keeps(1, 0)],
  ['Ctrl+Shift+Enter goes up', LINES, { key: 'Enter', ctrlKey: true, shiftKey: true }, keeps(-1, 0)],
  ['Tab goes on', LINES, { key: 'Tab' }, keeps(0, 1)],
  ['Shift+Tab goes back', LINES, { key: 'Tab', shiftKey: true }, keeps(0, -1)],
  ['Escape drops', LINES, { key: 'Escape' }, { type: 'drop' }],
  ['Escape drops from a button', BUTTON, { key: 'Escape' }, { type: 'drop' }],
  ['Enter presses a button', BUTTON, { key: 'Enter' }, undefined],
  ['Tab goes to the next button', BUTTON, { key: 'Tab' }, undefined],
  ['Mod+S saves', LINES, { key: 's', ctrlKey: true }, { type: 'save' }],
  ['Mod+S saves with the capitals locked', BUTTON, { key: 'S', metaKey: true }, { type: 'save' }],
  ['a letter types', LINES, { key: 's' }, undefined],
  ['an arrow moves the cursor', LINES, { key: 'ArrowDown' }, undefined],
  ['after typing an arrow keeps the value and goes on', TYPED, { key: 'ArrowDown' }, keeps(1, 0)],
  ['to the side too', TYPED, { key: 'ArrowLeft' }, keeps(0, -1)],
  ['with Shift it selects what was typed', TYPED, { key: 'ArrowLeft', shiftKey: true }, undefined],
  ['Ctrl+Enter fills the selected cells', BLOCK, { key: 'Enter', ctrlKey: true }, { type: 'fill' }],
  ['Enter does not', BLOCK, { key: 'Enter' }, keeps(1, 0)],
])('%s', (_, keys, pressed, effect) => {
  expect(editorKeyEffect({ ...NONE, ...pressed }, keys)).toEqual(effect)
})
