import { expect, test } from 'vitest'
import { bytesText, sizeText } from './bytes.js'

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

test.each([
  [-1, '0 bytes'],
  [1536, '1.5 KB'],
  [1024 ** 3, '1 GB'],
  [1023.96 * 1024 ** 3, '1 TB'],
  [5 * 1024 ** 4, '5 TB'],
  [2.5 * 1024 ** 5, '2.5 PB'],
  [4096 * 1024 ** 5, '4096 PB'],
])('%i bytes are said as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
