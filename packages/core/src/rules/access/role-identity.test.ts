import type { ImpersonatedRole } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { roleIdentity } from './role-identity.js'

const user = (sub: string, session: string): ImpersonatedRole => ({
  type: 'rest',
  role: 'authenticated',
  claims: { sub, session_id: session, exp: 1 },
})

test('the owner has no name, and every other role has one of its own', () => {
  const roles: (ImpersonatedRole | null)[] = [
    null,
    { type: 'rest', role: 'anon', claims: {} },
    { type: 'rest', role: 'service_role', claims: {} },
    { type: 'database', name: 'anon' },
    { type: 'database', name: 'api/anon' },
    user('a', 's'),
    user('b', 's'),
  ]
  expect(roles.map(roleIdentity)).toEqual([
    '',
    'api/anon',
    'api/service_role',
    'database/anon',
    'database/api/anon',
    'api/authenticated/a',
    'api/authenticated/b',
  ])
})

test('a user who is chosen again is the same one: the session of the token is another', () => {
  expect(roleIdentity(user('a', 'one'))).toBe(roleIdentity(user('a', 'two')))
})
