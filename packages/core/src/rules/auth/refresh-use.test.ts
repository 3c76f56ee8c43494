import { expect, test } from 'vitest'
import { refreshUse } from './refresh-use.js'

const ON = { rotates: true, reuseIntervalS: 10 }

test.each([
  [{ isRevoked: false, revokedForS: 0, hasLiveSuccessor: false }, ON, 'next'],
  [{ isRevoked: false, revokedForS: 0, hasLiveSuccessor: false }, { ...ON, rotates: false }, 'same'],
  [{ isRevoked: true, revokedForS: 0, hasLiveSuccessor: true }, ON, 'successor'],
  [{ isRevoked: true, revokedForS: 10, hasLiveSuccessor: true }, ON, 'successor'],
  [{ isRevoked: true, revokedForS: 10.001, hasLiveSuccessor: true }, ON, 'end'],
  [{ isRevoked: true, revokedForS: 1, hasLiveSuccessor: false }, ON, 'end'],
  [{ isRevoked: true, revokedForS: 0.1, hasLiveSuccessor: true }, { ...ON, reuseIntervalS: 0 }, 'end'],
  [{ isRevoked: true, revokedForS: 60, hasLiveSuccessor: true }, { ...ON, rotates: false }, 'end'],
] as const)('%j with %j: %s', (token, settings, use) => expect(refreshUse(token, settings)).toBe(use))
