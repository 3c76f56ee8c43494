import { expect, test } from 'vitest'
import { named } from './named.js'

test.each([
  ['Orders', 'Orders'],
  ['Zürich 😀 東京', 'Zürich 😀 東京'],
  ['שלום', '\u2068שלום\u2069'],
  ['مرحبا 2', '\u2068مرحبا 2\u2069'],
  ['a 𞤀', '\u2068a 𞤀\u2069'],
])('%s stands alone in its sentence when it has to', (name, text) => {
  expect(named(name)).toBe(text)
})
