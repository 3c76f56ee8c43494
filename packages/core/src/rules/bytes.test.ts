import { expect, test } from 'vitest'
import { bytesText } from './bytes.js'

test.each([
  [-1, '0 bytes'],
  [0, '0 bytes'],
  [1, '1 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 2, '1 MB'],
  [52_428_800, '50 MB'],
  [1024 ** 3, '1 GB'],
  [5 * 1024 ** 4, '5120 GB'],
])('%i bytes read %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})
