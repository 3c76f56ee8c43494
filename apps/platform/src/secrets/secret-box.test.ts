import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.js'

const box = createSecretBox(createSecretKey(randomBytes(32)))
const PURPOSE = 'project abc, jwt secret'

test.each(['', 'hush', 'pässwörd 👩‍👩‍👧', 'x'.repeat(100_000), '\0'])(
  'a sealed value can be opened: %#',
  (value) => {
    const sealed = box.seal(value, PURPOSE)
    expect(sealed).toMatch(/^[\w-]+$/)
    expect(box.open(sealed, PURPOSE)).toBe(value)
  },
)

test('the same value is never sealed to the same text twice', () => {
  const texts = Array.from({ length: 100 }, () => box.seal('hush', PURPOSE))
  expect(new Set(texts).size).toBe(100)
})

test('a change of any single bit is noticed', () => {
  const bytes = Buffer.from(box.seal('hush', PURPOSE), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => box.open(changed.toString('base64url'), PURPOSE)).toThrow('can’t be decrypted')
  }
})

test('a value cut anywhere, or with something added, is noticed', () => {
  const sealed = box.seal('hush', PURPOSE)
  for (let length = 0; length < sealed.length; length++) {
    expect(() => box.open(sealed.slice(0, length), PURPOSE)).toThrow('can’t be decrypted')
  }
  for (const more of ['A', 'AAAA', '=', ' ', '\n', '.', '!!'])
    expect(() => box.open(sealed + more, PURPOSE)).toThrow('can’t be decrypted')
})

test('a value does not pass for that of another purpose', () => {
  const sealed = box.seal('hush', PURPOSE)
  for (const other of ['', 'project abd, jwt secret', `${PURPOSE} `, PURPOSE.toUpperCase()])
    expect(() => box.open(sealed, other)).toThrow('can’t be decrypted')
})

test('another key fails, and the sentence contains neither the value nor the text', () => {
  const other = createSecretBox(createSecretKey(randomBytes(32)))
  const sealed = box.seal('hush', PURPOSE)
  try {
    other.open(sealed, PURPOSE)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ name: 'SecretError', code: 'unreadable' })
    expect(String(error)).not.toMatch(/hush/)
    expect(String(error)).not.toContain(sealed)
  }
})

test.each(['', 'hush', 'not sealed at all, but longer than a sealed value has to be', '\0'.repeat(60)])(
  'a text that was never sealed is refused: %j',
  (text) => {
    expect(() => box.open(text, PURPOSE)).toThrow('can’t be decrypted')
  },
)
