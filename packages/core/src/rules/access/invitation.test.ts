import { expect, test } from 'vitest'
import { invitationStep } from './invitation.js'

const offer = {
  organization_name: 'Acme',
  email: 'Ada@Example.com',
  role_name: 'Developer',
  is_expired: false,
  has_account: true,
}

test.each([
  [{}, 'ada@example.com', { type: 'accept', email: 'ada@example.com' }],
  [{}, 'bob@example.com', { type: 'wrong-account', email: 'bob@example.com' }],
  [{ has_account: false }, 'bob@example.com', { type: 'wrong-account', email: 'bob@example.com' }],
  [{}, '', { type: 'wrong-account', email: '' }],
  [{}, null, { type: 'sign-in' }],
  [{ has_account: false }, null, { type: 'join' }],
  [{ is_expired: true }, 'ada@example.com', { type: 'expired' }],
  [{ is_expired: true }, null, { type: 'expired' }],
])('%j for %j', (changes, email, step) => {
  expect(invitationStep({ ...offer, ...changes }, email)).toEqual(step)
})
