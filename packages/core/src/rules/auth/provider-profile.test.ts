import type { AuthProvider } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { providerProfile, type ProviderAnswers } from './provider-profile.js'

const issuer = 'https://issuer.example'
const read = (provider: AuthProvider, claims: object, more: Partial<ProviderAnswers> = {}) =>
  providerProfile(provider, { claims: { ...claims }, issuer, ...more })

test.each<[AuthProvider, object, Partial<ProviderAnswers>, object]>([
  [
    'google',
    { sub: '1', email: 'Ada@Example.org', email_verified: true, name: 'Ada', picture: 'https://p/a.png' },
    {},
    { id: '1', email: 'ada@example.org', isEmailVerified: true },
  ],
  ['oidc', { sub: '1', email: 'a@b.org' }, {}, { email: 'a@b.org', isEmailVerified: false }],
  ['oidc', { sub: '1', email_verified: true }, {}, { email: undefined, isEmailVerified: false }],
  ['apple', { sub: '1', email: 'a@b.org', email_verified: 'true' }, {}, { isEmailVerified: true }],
  ['apple', { sub: '1', email: 'a@b.org', email_verified: 'false' }, {}, { isEmailVerified: false }],
  ['azure', { sub: '1', email: 'a@b.org', email_verified: true }, {}, { isEmailVerified: false }],
  ['azure', { sub: '1', email: 'a@b.org', xms_edov: '1' }, {}, { isEmailVerified: true }],
  ['azure', { sub: '1', email: 'a@b.org' }, { isOneTenant: true }, { isEmailVerified: true }],
  ['discord', { id: '7', email: 'a@b.org', verified: true }, {}, { id: '7', isEmailVerified: true }],
  ['discord', { id: '7', email: 'a@b.org', verified: false }, {}, { isEmailVerified: false }],
  ['facebook', { id: '7', email: 'a@b.org' }, {}, { id: '7', isEmailVerified: true }],
  ['x', { data: { id: '7', confirmed_email: 'a@b.org' } }, {}, { id: '7', email: 'a@b.org' }],
  ['x', { data: { id: '7' } }, {}, { email: undefined, isEmailVerified: false }],
  [
    'github',
    { id: 583, login: 'ada', email: 'shown@b.org' },
    {
      emails: [
        { email: 'other@b.org', primary: false, verified: true },
        { email: 'a@b.org', primary: true, verified: false },
      ],
    },
    { id: '583', email: 'a@b.org', isEmailVerified: false },
  ],
  ['github', { id: 583, email: 'shown@b.org' }, {}, { email: undefined, isEmailVerified: false }],
])('%s says %j', (provider, claims, more, profile) => {
  expect(read(provider, claims, more)).toMatchObject(profile)
})

test.each([
  ['google', {}],
  ['google', { sub: '' }],
  ['google', { sub: { id: 1 } }],
  ['discord', { sub: '1' }],
  ['x', { id: '1' }],
  ['github', { id: 1.5 }],
] as const)('%s that says %j names no account', (provider, claims) => {
  expect(read(provider, claims)).toBeUndefined()
})

test('an address that is none is left out', () => {
  expect(read('oidc', { sub: '1', email: 'a b@c', email_verified: true })).toMatchObject({
    email: undefined,
    isEmailVerified: false,
  })
})

test('what is kept is known and short, and a picture is one of HTTPS', () => {
  const { data } =
    read('oidc', {
      sub: '1',
      name: 'Ada',
      given_name: 'x'.repeat(1001),
      picture: 'javascript:alert(1)',
      roles: ['admin'],
      role: 'service_role',
    }) ?? {}
  expect(data).toEqual({
    iss: issuer,
    sub: '1',
    provider_id: '1',
    name: 'Ada',
    full_name: 'Ada',
    email_verified: false,
    phone_verified: false,
  })
})
