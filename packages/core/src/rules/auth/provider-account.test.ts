import { expect, test } from 'vitest'
import { providerAccount, type ProviderAccount, type ProviderSituation } from './provider-account.js'

const verified = { isVerified: true }
const unverified = { isVerified: false }
const confirmed = { isEmailConfirmed: true, isPhoneConfirmed: false, hasEmail: true }
const unconfirmed = { isEmailConfirmed: false, isPhoneConfirmed: false, hasEmail: true }
const start: ProviderSituation = {
  address: verified,
  owner: undefined,
  addressOwner: undefined,
  isEmailOptional: false,
  isAutoconfirmed: false,
  refusesNew: false,
}

test.each<[string, Partial<ProviderSituation>, ProviderAccount]>([
  ['a new verified address', {}, { type: 'create', isConfirmed: true }],
  ['a new unverified address', { address: unverified }, { type: 'confirm', who: 'new' }],
  [
    'a new unverified address where none is confirmed',
    { address: unverified, isAutoconfirmed: true },
    { type: 'create', isConfirmed: true },
  ],
  ['no address', { address: undefined }, { type: 'refuse', reason: 'no-address' }],
  [
    'no address where it is optional',
    { address: undefined, isEmailOptional: true },
    { type: 'create', isConfirmed: false },
  ],
  [
    'somebody new where nobody can sign up',
    { refusesNew: true },
    { type: 'refuse', reason: 'signup-disabled' },
  ],
  [
    'somebody new without an address where nobody can sign up',
    { refusesNew: true, address: undefined, isEmailOptional: true },
    { type: 'refuse', reason: 'signup-disabled' },
  ],
  ['a verified address of a user', { addressOwner: confirmed }, { type: 'join', takesOver: false }],
  [
    'a verified address of a user where nobody can sign up',
    { addressOwner: confirmed, refusesNew: true },
    { type: 'join', takesOver: false },
  ],
  [
    'a verified address that somebody used without confirming it',
    { addressOwner: unconfirmed },
    { type: 'join', takesOver: true },
  ],
  [
    'a verified address that a user with a confirmed number never confirmed',
    { addressOwner: { isEmailConfirmed: false, isPhoneConfirmed: true } },
    { type: 'confirm', who: 'nobody' },
  ],
  [
    'an unverified address of a user',
    { address: unverified, addressOwner: confirmed },
    { type: 'confirm', who: 'nobody' },
  ],
  [
    'an unverified address of a user where none is confirmed',
    { address: unverified, addressOwner: confirmed, isAutoconfirmed: true },
    { type: 'confirm', who: 'nobody' },
  ],
  ['a known account', { owner: confirmed }, { type: 'owner', confirms: false }],
  [
    'a known account whose address is unverified now',
    { owner: confirmed, address: unverified },
    { type: 'owner', confirms: false },
  ],
  [
    'a known account without an address',
    { owner: { isEmailConfirmed: false, hasEmail: false }, address: undefined },
    { type: 'owner', confirms: false },
  ],
  ['a known account that is verified now', { owner: unconfirmed }, { type: 'owner', confirms: true }],
  [
    'a known account whose address waits',
    { owner: unconfirmed, address: unverified },
    { type: 'confirm', who: 'owner' },
  ],
  [
    'a known account, and the address is another user’s',
    { owner: confirmed, addressOwner: unconfirmed },
    { type: 'owner', confirms: false },
  ],
])('%s', (_, situation, account) => {
  expect(providerAccount({ ...start, ...situation })).toEqual(account)
})
