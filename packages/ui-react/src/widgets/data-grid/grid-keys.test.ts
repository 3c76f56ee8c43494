import { expect, test } from 'vitest'

import { editKeyEffect, keyEffect } from './grid-keys.js'
import type { GridPosition, PressedKey } from './grid-keys.js'

const press = (key: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const cell: GridPosition = { column: 3, row: 7 }
const first: GridPosition = { column: 1, row: 7 }
const header: GridPosition = { column: 3, row: -1 }

test.each([
  ['Tab leaves the grid', press('Tab'), cell, { type: 'leave' }],
  ['Shift+Tab leaves it too', press('Tab', { shiftKey: true }), cell, { type: 'leave' }],
  ['Home goes to the first value of the row', press('Home'), cell, { type: 'go', to: { column: 1, row: 7 } }],
  [
    'Ctrl+Home goes to the first value',
    press('Home', { ctrlKey: true }),
    cell,
    { type: 'go', to: { column: 1, row: 0 } },
  ],
  ['Left stops before the row numbers', press('ArrowLeft'), first, { type: 'stay' }],
  ['Left moves elsewhere', press('ArrowLeft'), cell, undefined],
  ['Ctrl+Left narrows a column', press('ArrowLeft', { ctrlKey: true }), { column: 1, row: -1 }, undefined],
  ['Enter opens the value', press('Enter'), cell, { type: 'open' }],
  ['Mod+Enter is the run key', press('Enter', { metaKey: true }), cell, undefined],
  ['Enter on a header orders by it', press('Enter'), header, { type: 'sort', adds: false }],
  [
    'Shift+Enter adds it to the order',
    press('Enter', { shiftKey: true }),
    header,
    { type: 'sort', adds: true },
  ],
  ['Mod+Enter on a header is the run key', press('Enter', { ctrlKey: true }), header, undefined],
  ['Mod+F finds', press('f', { ctrlKey: true }), cell, { type: 'find' }],
  ['f is a letter', press('f'), cell, undefined],
  ['the menu key opens the menu', press('ContextMenu'), cell, { type: 'menu' }],
  ['Shift+F10 opens the menu', press('F10', { shiftKey: true }), cell, { type: 'menu' }],
  ['F10 alone does not', press('F10'), cell, undefined],
  ['a header has its own menu', press('ContextMenu'), header, { type: 'column-menu' }],
  [
    'Shift+Down takes the row below',
    press('ArrowDown', { shiftKey: true }),
    cell,
    { type: 'extend', rows: 1, columns: 0 },
  ],
  [
    'Shift+Left takes the cell before',
    press('ArrowLeft', { shiftKey: true }),
    first,
    { type: 'extend', rows: 0, columns: -1 },
  ],
  [
    'Mod+Shift+Right takes all to the edge',
    press('ArrowRight', { shiftKey: true, metaKey: true }),
    cell,
    { type: 'extend', rows: 0, columns: Number.MAX_SAFE_INTEGER },
  ],
  ['Shift+Right on a header takes nothing', press('ArrowRight', { shiftKey: true }), header, undefined],
  ['Mod+A takes everything', press('a', { ctrlKey: true }), cell, { type: 'all' }],
  ['Shift+Space takes the whole row', press(' ', { shiftKey: true }), cell, { type: 'take-rows' }],
  ['Shift+Space on a header takes nothing', press(' ', { shiftKey: true }), header, undefined],
  ['Space is a sign', press(' '), cell, undefined],
  ['a is a letter', press('a'), cell, undefined],
  ['Escape leaves the cell alone', press('Escape'), cell, { type: 'single' }],
  ['Down is the grid’s own', press('ArrowDown'), cell, undefined],
])('%s', (_, pressed, position, effect) => {
  expect(keyEffect(pressed, position)).toEqual(effect)
})

const typed = (text: string) => ({ type: 'edit', typed: text })

test.each([
  ['a letter', press('a'), cell, typed('a')],
  ['a capital letter', press('A', { shiftKey: true }), cell, typed('A')],
  ['Space', press(' '), cell, typed(' ')],
  ['Mod+;', press(';', { ctrlKey: true }), cell, { type: 'present' }],
  [
    'Mod+; where ; is above the comma',
    press(';', { metaKey: true, shiftKey: true }),
    cell,
    { type: 'present' },
  ],
  ['Mod+; on a header', press(';', { ctrlKey: true }), header, undefined],
  ['a semicolon', press(';'), cell, typed(';')],
  ['Shift+Space', press(' ', { shiftKey: true }), cell, undefined],
  ['an emoji', press('😀'), cell, typed('😀')],
  ['a sign of AltGr', press('@', { ctrlKey: true, altKey: true }), cell, typed('@')],
  ['a sign of Option', press('@', { altKey: true }), cell, typed('@')],
  ['a letter with Alt', press('f', { altKey: true }), cell, undefined],
  ['a letter with Ctrl', press('c', { ctrlKey: true }), cell, undefined],
  ['an input method', press('Process'), cell, typed('')],
  ['a dead key', press('Dead'), cell, typed('')],
  ['an arrow', press('ArrowDown'), cell, undefined],
  ['Escape', press('Escape'), cell, undefined],
  ['Enter', press('Enter'), cell, { type: 'edit' }],
  ['Shift+Enter', press('Enter', { shiftKey: true }), cell, { type: 'open' }],
  ['Ctrl+Enter', press('Enter', { ctrlKey: true }), cell, { type: 'link' }],
  ['Shift+Meta+Enter', press('Enter', { metaKey: true, shiftKey: true }), cell, { type: 'row' }],
  ['Ctrl+Enter on a head', press('Enter', { ctrlKey: true }), header, undefined],
  ['F2', press('F2'), cell, { type: 'edit' }],
  ['Delete', press('Delete'), cell, { type: 'clear' }],
  ['Ctrl+D', press('d', { ctrlKey: true }), cell, { type: 'fill' }],
  ['Ctrl+Z', press('z', { ctrlKey: true }), cell, { type: 'undo' }],
  ['Shift+Meta+Z', press('Z', { metaKey: true, shiftKey: true }), cell, { type: 'redo' }],
  ['Ctrl+S on a head', press('s', { ctrlKey: true }), header, { type: 'save' }],
  ['a letter on a head', press('a'), header, undefined],
  ['a letter on a row number', press('a'), { column: 0, row: 1 }, undefined],
])('where cells can be changed: %s', (_name, pressed, position, effect) => {
  expect(editKeyEffect(pressed, position)).toEqual(effect)
})
