import { expect, test } from 'vitest'
import { BYTE_UNITS, bytesOf, inLargestUnit, typedBytesText } from './byte-amount.js'

test.each([
  ['1', 'bytes', 1],
  [' 50 ', 'MB', 52_428_800],
  ['1.5', 'KB', 1536],
  ['1,5', 'KB', 1536],
  ['1.25', 'KB', 1280],
  ['5', 'GB', 5 * 1024 ** 3],
  ['0', 'MB', null],
  ['0.1', 'bytes', null],
  ['-1', 'MB', null],
  ['1e3', 'MB', null],
  ['', 'MB', null],
  ['ten', 'MB', null],
] as const)('%j %s are %s bytes', (typed, unit, bytes) => {
  expect(bytesOf(typed, unit)).toBe(bytes)
})

test.each([
  [52_428_800, '50', 'MB'],
  [1536, '1.5', 'KB'],
  [5_712_306_504, '5.32', 'GB'],
  [1023, '1023', 'bytes'],
  [512, '512', 'bytes'],
  [1_263_744, '1234.125', 'KB'],
  [123_456_789, '123456789', 'bytes'],
  [1024 ** 3, '1', 'GB'],
  [5 * 1024 ** 4, '5120', 'GB'],
  [52_428_801, '52428801', 'bytes'],
  [1, '1', 'bytes'],
])('%i bytes are typed as %s %s', (bytes, amount, unit) => {
  expect(inLargestUnit(bytes)).toEqual({ amount, unit })
})

test('a typed size is shown as it was typed', () => {
  for (const unit of BYTE_UNITS.slice(1))
    for (let hundredths = 100; hundredths < 102_400; hundredths += 37) {
      const bytes = bytesOf(String(hundredths / 100), unit) ?? 0
      const { amount, unit: shown } = inLargestUnit(bytes)
      expect(bytesOf(amount, shown)).toBe(bytes)
      if (unit !== 'KB') expect([amount, shown]).toEqual([String(hundredths / 100), unit])
    }
})

test.each([
  [5_712_306_504, '5.32 GB'],
  [52_428_800, '50 MB'],
  [100, '100 bytes'],
  [123_456_789, undefined],
])('the limit of %i bytes reads %s', (bytes, text) => {
  expect(typedBytesText(bytes)).toBe(text)
})
