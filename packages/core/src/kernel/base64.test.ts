import { expect, test } from 'vitest'
import { base64Of } from './base64.js'

test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
])('%j is %j, as RFC 4648 §10 has it', (text, expected) => {
  expect(base64Of(new TextEncoder().encode(text))).toBe(expected)
})

test('every byte, and more of them than are written at once', () => {
  expect(base64Of(Uint8Array.from([0xfb, 0xff, 0xbe, 0x00]))).toBe('+/++AA==')
  const long = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 151) % 256)
  const parts = [long.subarray(0, 30_000), long.subarray(30_000, 60_003), long.subarray(60_003)]
  expect(base64Of(long)).toBe(parts.map(base64Of).join(''))
})
