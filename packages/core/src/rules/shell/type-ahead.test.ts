import { expect, test } from 'vitest'
import { typedAhead } from './type-ahead.js'
import { keyPress as key } from '../../testing/key-press.js'

test.each([
  ['a letter', '', key('a'), 'a'],
  ['another one', 'a', key('b'), 'ab'],
  ['a blank', 'a', key(' '), 'a '],
  ['a capital', 'a', key('B', { shiftKey: true }), 'aB'],
  ['a character of two units', 'a', key('😀'), 'a😀'],
  ['one by AltGr', 'a', key('@', { ctrlKey: true, altKey: true }), 'a@'],
  ['a key that repeats', 'a', key('a', { repeat: true }), 'aa'],
  ['Backspace', 'ab😀', key('Backspace'), 'ab'],
  ['Backspace on nothing', '', key('Backspace'), ''],
  ['Enter', 'a', key('Enter'), 'a'],
  ['an arrow', 'a', key('ArrowDown'), undefined],
  ['Ctrl with a letter', 'a', key('k', { ctrlKey: true }), undefined],
  ['Meta with a letter', 'a', key('k', { metaKey: true }), undefined],
  ['a character that is being composed', 'a', key('e', { isComposing: true }), undefined],
])('%s', (_, before, press, after) => {
  expect(typedAhead(before, press)).toEqual(after)
})
