import { expect, test } from 'vitest'

import { EditorText } from './editor-text.js'

test('a text from outside is shown once', () => {
  const text = new EditorText('a')
  expect(text.accepts('b')).toBe(true)
  expect(text.accepts('b')).toBe(false)
  expect([text.latest, text.given]).toEqual(['b', 'b'])
})

test('a late echo of typing never takes back what was typed after it', () => {
  const text = new EditorText('')
  text.typed('s')
  text.typed('se')
  text.typed('sel')
  expect(text.accepts('s')).toBe(false)
  expect(text.accepts('sel')).toBe(false)
  expect([text.latest, text.given]).toEqual(['sel', ''])
})

test('an owner that has not answered yet changes nothing', () => {
  const text = new EditorText('a')
  text.typed('ab')
  expect(text.accepts('a')).toBe(false)
  expect(text.latest).toBe('ab')
})

test('an answered text that comes again from outside is news', () => {
  const text = new EditorText('')
  text.typed('a')
  text.accepts('a')
  text.typed('ab')
  text.accepts('ab')
  expect(text.accepts('a')).toBe(true)
  expect(text.latest).toBe('a')
})

test('an owner that never answers does not make the memory grow', () => {
  const text = new EditorText('')
  for (let length = 1; length <= 100; length++) text.typed('x'.repeat(length))
  expect(text.accepts('x')).toBe(true)
})
