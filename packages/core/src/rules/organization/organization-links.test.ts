import { expect, test } from 'vitest'
import { organizationLinks } from './organization-links.js'

test.each([
  [false, false, false],
  [false, true, false],
  [true, true, false],
  [true, false, true],
])('required %s, enabled %s: disabled %s', (organization_requires_mfa, is_mfa_enabled, disabled) => {
  expect(organizationLinks({ organization_requires_mfa }, { is_mfa_enabled })).toEqual(
    disabled ? { disabled, reason: 'mfa-required' } : { disabled },
  )
})

test('nothing is disabled before both are known', () => {
  expect(organizationLinks({ organization_requires_mfa: true }, undefined)).toEqual({ disabled: false })
  expect(organizationLinks(undefined, { is_mfa_enabled: false })).toEqual({ disabled: false })
})
