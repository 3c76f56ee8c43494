import { expect, test } from 'vitest'
import { versionText } from './version-text.js'

test.each([
  [150_018, '15.18'],
  [140_000, '14.0'],
  [180_104, '18.104'],
  [90_624, '9.6.24'],
])('%i is PostgreSQL %s', (versionNumber, text) => {
  expect(versionText(versionNumber)).toBe(text)
})
