import { expect, test } from 'vitest'
import { SLUG_MAX, slugOf } from './slug.js'

test.each([
  ['Ärger & Söhne', 'arger-sohne'],
  ['Straßen & Wege', 'strassen-wege'],
  ['  --Acme--  ', 'acme'],
  ['Œuvre Łódź', 'oeuvre-lodz'],
  ['東京', undefined],
  ['', undefined],
  ['x'.repeat(SLUG_MAX + 1), 'x'.repeat(SLUG_MAX)],
])('%j becomes %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
