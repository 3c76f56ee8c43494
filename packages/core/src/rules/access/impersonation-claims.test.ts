import { expect, test } from 'vitest'
import {
  exactClaims,
  externalClaims,
  extraClaimsIn,
  keyClaims,
  renewed,
  userClaims,
} from './impersonation-claims.js'

const now = Date.parse('2026-03-01T12:00:00.900Z')
const iat = now / 1000 - 0.9
const issue = { issuer: 'http://127.0.0.1:8788/auth/v1', sessionId: 'session', now }
const user = {
  id: 'b6f7',
  email: 'ada@example.com',
  phone: null,
  role: 'authenticated',
  appMetadata: { provider: 'email' },
  userMetadata: null,
  isAnonymous: false,
}

test('a user’s claims are those of the specification, in its order', () => {
  const claims = userClaims(user, issue)
  expect(Object.keys(claims)).toEqual([
    'aal',
    'amr',
    'app_metadata',
    'aud',
    'email',
    'exp',
    'iat',
    'iss',
    'phone',
    'role',
    'session_id',
    'sub',
    'user_metadata',
    'is_anonymous',
  ])
  expect(claims).toMatchObject({
    aal: 'aal1',
    aud: 'authenticated',
    sub: 'b6f7',
    phone: '',
    iat,
    exp: iat + 3600,
    user_metadata: {},
  })
})

test('a user’s claims hold what is known of the user, and are empty where nothing is', () => {
  const known = { ...user, phone: '1', userMetadata: { name: 'Ada' }, isAnonymous: true }
  expect(userClaims(known, issue)).toEqual({
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: iat }],
    app_metadata: { provider: 'email' },
    aud: 'authenticated',
    email: 'ada@example.com',
    exp: iat + 3600,
    iat,
    iss: 'http://127.0.0.1:8788/auth/v1',
    phone: '1',
    role: 'authenticated',
    session_id: 'session',
    sub: 'b6f7',
    user_metadata: { name: 'Ada' },
    is_anonymous: true,
  })
  expect(userClaims({ ...user, email: null, appMetadata: null }, issue)).toMatchObject({
    email: '',
    app_metadata: {},
  })
})

test('an external user’s claims begin with the first level of assurance', () => {
  expect(externalClaims('auth0|1', {}, issue)).toMatchObject({ aal: 'aal1' })
})

test.each([
  [
    { appMetadataText: '{"a":1}', userMetadataText: '{}' },
    { app_metadata: '{"a":1}', user_metadata: '{}' },
  ],
  [{ appMetadataText: null, userMetadataText: '{"b":2}' }, { user_metadata: '{"b":2}' }],
  [{ appMetadataText: '{"a":1}', userMetadataText: '' }, { app_metadata: '{"a":1}' }],
  [{}, {}],
])('of %j these are copied as text: %j', (texts, claims) => {
  expect(exactClaims({ ...user, ...texts })).toEqual(claims)
})

test.each([
  ['editor', 'editor'],
  ['', 'authenticated'],
  [null, 'authenticated'],
])('a user of the role %j is %s in the claims', (role, claimed) => {
  expect(userClaims({ ...user, role }, issue)).toMatchObject({ role: claimed })
})

test('extra claims of an external user come last, and win', () => {
  const claims = externalClaims('auth0|1', { tenant: 7, aal: 'aal2' }, issue)
  expect(claims).toEqual({
    aal: 'aal2',
    aud: 'authenticated',
    exp: iat + 3600,
    iat,
    role: 'authenticated',
    session_id: 'session',
    sub: 'auth0|1',
    tenant: 7,
  })
})

test.each(['anon', 'service_role'] as const)('%s has the five claims of its key', (role) => {
  expect(keyClaims(role, { issuer: 'basedeck', ref: 'default', now })).toEqual({
    iss: 'basedeck',
    ref: 'default',
    role,
    iat,
    exp: iat + 3600,
  })
})

test('a run renews exp to one hour from now, and nothing else', () => {
  const claims = { exp: 1, iat: 1, sub: 'a' }
  expect(renewed({ type: 'rest', role: 'authenticated', claims }, now)).toEqual({
    type: 'rest',
    role: 'authenticated',
    claims: { exp: iat + 3600, iat: 1, sub: 'a' },
  })
  expect(renewed({ type: 'database', name: 'staff' }, now)).toEqual({ type: 'database', name: 'staff' })
})

test.each([
  ['', { type: 'claims', claims: {} }],
  ['  \n', { type: 'claims', claims: {} }],
  ['{"a":1}', { type: 'claims', claims: { a: 1 } }],
  ['{a:1}', { type: 'not-json' }],
  ['[1]', { type: 'no-object' }],
  ['null', { type: 'no-object' }],
  ['"text"', { type: 'no-object' }],
])('extra claims typed as %j', (text, expected) => {
  expect(extraClaimsIn(text)).toEqual(expected)
})
