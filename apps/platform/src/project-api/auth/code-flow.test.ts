import { expect, test } from 'vitest'
import { challengeIn, isVerifier } from './code-flow.js'

/** RFC 7636, Appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('the example of RFC 7636 fits', () => {
  expect(isVerifier(VERIFIER, CHALLENGE, 's256')).toBe(true)
  expect(isVerifier(`${VERIFIER}x`, CHALLENGE, 's256')).toBe(false)
  expect(isVerifier(CHALLENGE, CHALLENGE, 's256')).toBe(false)
  expect(isVerifier(CHALLENGE, CHALLENGE, 'plain')).toBe(true)
  expect(isVerifier('', CHALLENGE, 'plain')).toBe(false)
})

test('a challenge is whole, or not there', () => {
  expect(challengeIn({})).toBeUndefined()
  expect(challengeIn({ code_challenge: CHALLENGE, code_challenge_method: 'S256' })).toEqual({
    challenge: CHALLENGE,
    method: 's256',
  })
  for (const body of [
    { code_challenge: CHALLENGE },
    { code_challenge_method: 's256' },
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' },
    { code_challenge: `${CHALLENGE} `, code_challenge_method: 's256' },
    { code_challenge: CHALLENGE, code_challenge_method: 's512' },
    { code_challenge: 7, code_challenge_method: 's256' },
  ])
    expect(() => challengeIn(body)).toThrow()
})
