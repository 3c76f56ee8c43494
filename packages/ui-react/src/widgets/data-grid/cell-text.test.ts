import { expect, test } from 'vitest'

import { CELL_TEXT_LENGTH, cellText, isShortened } from './cell-text.js'

test.each([
  ['', ''],
  ['Aino Berg', 'Aino Berg'],
  ['  two  spaces ', '  two  spaces '],
  ['one\ntwo', 'one↵two'],
  ['one\r\ntwo\rthree', 'one↵two↵three'],
  ['one\u2028two\u2029three\u0085four', 'one↵two↵three↵four'],
])('%j shows as %j', (value, shown) => {
  expect(cellText(value)).toBe(shown)
})

test('a value of 300 units shows whole, a longer one shows its first 300', () => {
  const whole = 'x'.repeat(CELL_TEXT_LENGTH)
  expect(cellText(whole)).toBe(whole)
  expect(cellText(`${whole}y`)).toBe(whole)
  expect([isShortened(whole), isShortened(`${whole}y`)]).toEqual([false, true])
})

test('a character of two units at the cut is left out whole', () => {
  expect(cellText(`${'x'.repeat(299)}😀y`)).toBe('x'.repeat(299))
  expect(cellText(`${'x'.repeat(298)}😀y`)).toBe(`${'x'.repeat(298)}😀`)
})
