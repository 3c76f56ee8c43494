import { expect, test } from 'vitest'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.js'

test('ten codes of three groups, without characters that look alike', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){2}[2-9a-hjkmnp-z]{4}$/)
})

test.each(['k3fd-9wq2-hx7m', 'K3FD 9WQ2 HX7M', ' k3fd9wq2hx7m\n', 'k3fd–9wq2–hx7m'])(
  'typed as %j it is the same code',
  (typed) => {
    expect(recoveryCodeHash('ada', typed)).toBe(recoveryCodeHash('ada', 'k3fd9wq2hx7m'))
  },
)

test('another code, and the same code of another person, have other hashes', () => {
  const hash = recoveryCodeHash('ada', 'k3fd-9wq2-hx7m')
  expect(recoveryCodeHash('ada', 'k3fd-9wq2-hx7n')).not.toBe(hash)
  expect(recoveryCodeHash('bob', 'k3fd-9wq2-hx7m')).not.toBe(hash)
  expect(hash).not.toContain('k3fd')
})
