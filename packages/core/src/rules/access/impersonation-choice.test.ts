import { expect, test } from 'vitest'
import { externalClaims, userClaims } from './impersonation-claims.js'
import { impersonationChoice, NO_IMPERSONATION } from './impersonation-choice.js'

const issue = { issuer: 'i', sessionId: 's', now: 0 }
const user = {
  id: 'u1',
  email: 'a@b',
  phone: null,
  role: null,
  appMetadata: {},
  userMetadata: {},
  isAnonymous: false,
}
const hook = { schema: 'public', name: 'enrich' }

test.each([
  ['the owner', null, {}],
  ['a role of the database', { type: 'database', name: 'staff' }, { kind: 'database', roleName: 'staff' }],
  ['a visitor', { type: 'rest', role: 'anon', claims: { role: 'anon' } }, { kind: 'anon' }],
  ['a server', { type: 'rest', role: 'service_role', claims: {} }, { kind: 'service_role' }],
  [
    'a user, with a hook',
    { type: 'rest', role: 'authenticated', claims: userClaims(user, issue), hook },
    { kind: 'user', userId: 'u1', hook: 'public.enrich' },
  ],
  [
    'an external user',
    { type: 'rest', role: 'authenticated', claims: externalClaims('x', {}, issue) },
    { kind: 'external', subject: 'x' },
  ],
  [
    'an external user with claims that are added and that override',
    { type: 'rest', role: 'authenticated', claims: externalClaims('x', { tenant: 7, aal: 'aal2' }, issue) },
    { kind: 'external', subject: 'x', extra: '{"aal":"aal2","tenant":7}' },
  ],
  [
    'an external user whose subject is no text',
    { type: 'rest', role: 'authenticated', claims: { sub: 7 } },
    { kind: 'external', subject: '' },
  ],
] as const)('%s is shown as it was chosen', (_name, role, values) => {
  expect(impersonationChoice(role)).toEqual({ ...NO_IMPERSONATION, ...values })
})
