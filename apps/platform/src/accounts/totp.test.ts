import { TOTP, Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpUri } from './totp.js'

/** The secret of RFC 6238, appendix B: the text 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** The last six digits of the codes in appendix B, for SHA1. */
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(stepOfCode(SECRET, code, 0, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test.each([
  [0, 1],
  [30, 1],
  [-30, 1],
  [59, undefined],
  [-60, undefined],
])('a code that is typed %i seconds late belongs to its own step, as long as it is near', (late, count) => {
  // The middle of a step is 15 seconds from both ends.
  const shown = 1111111125
  const code = new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: shown * 1000 })
  const step = Math.floor(shown / 30)
  expect(stepOfCode(SECRET, code, 0, (shown + late) * 1000)).toBe(count === undefined ? undefined : step)
})

test('a code is accepted once, and none from before it', () => {
  const now = 1111111109_000
  const step = Math.floor(1111111109 / 30)
  expect(stepOfCode(SECRET, '081804', step - 1, now)).toBe(step)
  expect(stepOfCode(SECRET, '081804', step, now)).toBeUndefined()
  expect(stepOfCode(SECRET, '081804', step + 1, now)).toBeUndefined()
  expect(stepOfCode(SECRET, '081805', 0, now)).toBeUndefined()
})

test('a secret has twenty random bytes', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(other)
})

test('an authenticator app is told the issuer, the account and how codes are made', () => {
  const uri = new URL(totpUri(SECRET, 'ada@example.com'))
  expect(decodeURIComponent(uri.pathname)).toBe('/Basedeck:ada@example.com')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Basedeck',
    secret: SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
