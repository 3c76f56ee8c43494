import { expect, test } from 'vitest'
import { copyRow } from './copy-text.js'

test('a row is one line; characters that would end a cell or a line are escaped', () => {
  expect(copyRow(['a', null, ''])).toBe('a\t\\N\t\n')
  expect(copyRow(['a\tb\nc\rd\\e', '\\N'])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\N\n')
})
