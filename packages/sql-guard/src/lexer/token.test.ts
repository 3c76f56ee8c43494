import { expect, test } from 'vitest'
import { scan } from './scan.js'
import { foldedText, wordOf } from './token.js'

test('folding keeps every offset and makes no keyword out of a letter beyond ASCII', () => {
  for (let code = 0x80; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    const folded = foldedText(character)
    if (folded.length !== character.length || /[\0-\x7f]/.test(folded))
      throw new Error(`U+${code.toString(16)}`)
  }
  expect(foldedText('DRÓP \u212a İX')).toBe('drÓp \u212a İx')
  expect(foldedText('SELECT')).toBe('select')
})

test('only a bare word is a word', () => {
  const sql = `Select "select" 'select'`
  expect(scan(sql).map((token) => wordOf(foldedText(sql), token))).toEqual(['select', '', ''])
  expect(wordOf('x', undefined)).toBe('')
})
