import { expect, test } from 'vitest'
import { fitsSearch } from './picker-search.js'

test.each([
  ['Green Harbour', '', true],
  ['Green Harbour', '  ', true],
  ['Green Harbour', 'harb', true],
  ['Green Harbour', ' HARBOUR ', true],
  ['Green Harbour', 'harbor', false],
  ['Résumé', 'resume', true],
  ['شركة النخيل', 'النخيل', true],
  ['İstanbul', 'istanbul', true],
  ['Straße', 'strasse', true],
  ['a.b', '.*', false],
  ['x'.repeat(200), 'x'.repeat(200), true],
])('%s fits %s: %s', (name, words, fits) => {
  expect(fitsSearch(name, words)).toBe(fits)
})
