import { expect, test } from 'vitest'
import { crc32c } from './crc32c.js'

// RFC 3720, appendix B.4.
test.each([
  ['thirty-two zeros', Buffer.alloc(32), 0x8a9136aa],
  ['thirty-two ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ['counting up', Buffer.from(Array.from({ length: 32 }, (_, index) => index)), 0x46dd794e],
  ['digits', Buffer.from('123456789'), 0xe3069283],
])('%s', (_name, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected)
})
