import type { SigningKeyState } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { revocationRefusal, rotationRefusal, SIGNING_KEYS_MAX, standbyRefusal } from './signing-keys.js'

const keys = (...states: SigningKeyState[]) => states.map((state) => ({ state }))
const previous = (count: number) => keys(...Array.from({ length: count }, () => 'previous' as const))

test.each([
  ['none', [], null, 'no-standby'],
  ['a current one', keys('current'), null, 'no-standby'],
  ['a standby one', keys('current', 'standby'), 'standby-there', null],
  ['the first standby one', keys('standby'), 'standby-there', null],
  ['revoked ones', keys('revoked', 'revoked'), null, 'no-standby'],
  ['one less than the most', previous(SIGNING_KEYS_MAX - 1), null, 'no-standby'],
  ['the most', previous(SIGNING_KEYS_MAX), 'too-many', 'no-standby'],
  ['the most, and revoked ones', [...previous(SIGNING_KEYS_MAX - 1), ...keys('revoked')], null, 'no-standby'],
])('%s', (_, all, standby, rotation) => {
  expect(standbyRefusal(all)).toBe(standby)
  expect(rotationRefusal(all)).toBe(rotation)
})

test.each([
  ['standby', null],
  ['current', 'is-current'],
  ['previous', null],
  ['revoked', 'is-revoked'],
] as const)('a %s key is revoked: %s', (state, refusal) => {
  expect(revocationRefusal({ state })).toBe(refusal)
})
