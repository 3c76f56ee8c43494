import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { SigningKeyRow, SigningKeysScreen } from './signing-keys.js'

let opened: OpenedScreen<SigningKeysScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('signingKeys', '/project/default/settings/jwt/signing-keys', prepare)
  const { screen, watch, until } = opened
  const { issuers } = screen
  watch(screen.$keys, screen.$add, screen.$rotate, screen.$mayReveal, screen.$jwksUrl)
  watch(issuers.$issuers, issuers.$mayAdd, issuers.$mayRemove)
  const keys = (): SigningKeyRow[] => {
    const remote = screen.$keys.get()
    return remote.status === 'ready' ? remote.data : []
  }
  const services = () => {
    const remote = issuers.$issuers.get()
    return remote.status === 'ready' ? remote.data.map(({ issuer }) => issuer) : undefined
  }
  await until(() => expect(keys()).toHaveLength(2))
  return { ...opened, keys, services }
}

const NO_STANDBY = 'There is no standby key; create or import one first.'

test('a new project has a current key and the legacy secret; only the secret can be shown', async () => {
  const { screen, keys, until } = await open()
  await until(() => expect(screen.$add.get()).toEqual({ disabled: false }))
  expect(screen.$rotate.get()).toEqual({ disabled: true, hint: NO_STANDBY })
  expect(keys()).toMatchObject([
    {
      algorithm: 'ES256',
      stateLabel: 'Current',
      canReveal: false,
      publicJwk: expect.stringContaining('"kty": "EC"'),
      revoke: { disabled: true, hint: 'This key signs the tokens of users; rotate to another one first.' },
    },
    {
      algorithm: 'HS256',
      stateLabel: 'Previous',
      canReveal: true,
      publicJwk: null,
      revoke: { disabled: false },
    },
  ])
  expect(screen.$jwksUrl.get()).toBe('http://127.0.0.1:8788/default/auth/v1/.well-known/jwks.json')
})

test('a standby key is made, rotated to, and the former one revoked', async () => {
  const { screen, keys, host, until } = await open()
  await until(() => expect(screen.$add.get().disabled).toBe(false))
  screen.create()
  expect(screen.$adding.get()).toBe('create')
  screen.creation.set('algorithm', 'RS256')
  expect(await screen.creation.submit()).toEqual({ type: 'done' })
  expect(screen.$adding.get()).toBeNull()
  await until(() => expect(keys()[1]).toMatchObject({ algorithm: 'RS256', state: 'standby' }))
  expect(screen.$add.get().hint).toBe('There is a standby key already: rotate to it, or revoke it first.')
  expect(keys()[1]?.revokeBody).toContain('has signed nothing here yet')

  screen.rotation.ask(null)
  await screen.rotation.confirm()
  await until(() => expect(keys()[0]).toMatchObject({ algorithm: 'RS256', state: 'current' }))
  const former = keys().find(({ algorithm }) => algorithm === 'ES256')
  expect(former?.state).toBe('previous')
  screen.revocation.ask(former!)
  await screen.revocation.confirm()
  await until(() => expect(keys().at(-1)).toMatchObject({ state: 'revoked', revoke: null, publicJwk: null }))
  expect(host.notes.map(({ message }) => message)).toEqual([
    'The standby key was created',
    'The standby key signs now',
    'The key was revoked',
  ])
})

test('revoking the legacy secret says that anon and service_role end', async () => {
  const { keys } = await open()
  expect(keys()[1]?.revokeBody).toContain('The keys anon and service_role end at once')
})

test('a key that can’t be read is blamed on its field, and what was pasted stays', async () => {
  const { screen, keys, until } = await open()
  screen.import()
  screen.importing.set('key', 'no key')
  expect(await screen.importing.submit()).toEqual({ type: 'failed', field: 'key' })
  expect(screen.importing.$problems.get()).toEqual({
    key: 'This is neither a private key as PEM nor one as JWK',
  })
  expect(screen.importing.$values.get().key).toBe('no key')
  screen.importing.set('algorithm', 'HS256')
  screen.importing.set('key', 'a secret of at least thirty-two bytes')
  expect(await screen.importing.submit()).toEqual({ type: 'done' })
  await until(() => expect(keys()[1]).toMatchObject({ algorithm: 'HS256', originLabel: 'Imported' }))
})

test('a secret is shown after a question, is copied, and leaving the page forgets it', async () => {
  const { screen, keys, host, deck } = await open()
  screen.revealing.ask(keys()[1]!)
  expect(screen.$secret.get()).toBeNull()
  await screen.revealing.confirm()
  expect(screen.$secret.get()).toMatchObject({
    secret: 'secret.of.default',
    note: expect.stringContaining('service_role included'),
  })
  await screen.copy('secret.of.default')
  expect(host.copied).toEqual(['secret.of.default'])
  deck.router.open('/project/default')
  expect(screen.$secret.get()).toBeNull()
})

test('a refusal keeps the question open and says why', async () => {
  const { screen, keys, fake } = await open()
  screen.revocation.ask(keys()[1]!)
  fake.offline = true
  await screen.revocation.confirm()
  expect(screen.revocation.$state.get()).toMatchObject({ status: 'open', problem: expect.any(String) })
})

test('a sign-in service is trusted, not twice, and removed', async () => {
  const { screen, services, host, until } = await open()
  const { issuers } = screen
  await until(() => expect(services()).toEqual([]))
  const fill = () => {
    issuers.add()
    issuers.form.set('issuer', 'https://id.example')
    issuers.form.set('jwks_url', 'https://id.example/jwks.json')
    return issuers.form.submit()
  }
  expect(await fill()).toEqual({ type: 'done' })
  await until(() => expect(services()).toEqual(['https://id.example']))
  expect(await fill()).toEqual({ type: 'failed', field: 'issuer' })
  const remote = issuers.$issuers.get()
  issuers.removal.ask(remote.status === 'ready' ? remote.data[0]! : never())
  await issuers.removal.confirm()
  await until(() => expect(services()).toEqual([]))
  expect(host.notes.map(({ message }) => message)).toEqual([
    'Tokens of https://id.example are accepted',
    'Tokens of https://id.example are refused',
  ])
})

test('an address that is none is refused before it is sent', async () => {
  const { screen, fake } = await open()
  screen.issuers.form.set('issuer', 'me')
  screen.issuers.form.set('jwks_url', 'file:///etc/passwd')
  expect(await screen.issuers.form.submit()).toEqual({ type: 'invalid', field: 'jwks_url' })
  expect(fake.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('who may only read sees the keys, and why nothing can be changed', async () => {
  const { screen, keys, until } = await open((fake) =>
    grantOnly(fake, ['read', 'projects'], ['read', 'api_keys']),
  )
  const hint = 'Your role does not allow changing signing keys.'
  await until(() => expect(screen.$add.get()).toEqual({ disabled: true, hint }))
  expect(screen.$rotate.get()).toEqual({ disabled: true, hint })
  expect(screen.$mayReveal.get()).toEqual({
    disabled: true,
    hint: 'Your role does not allow seeing secrets.',
  })
  expect(keys().map(({ revoke }) => revoke)).toEqual([
    { disabled: true, hint },
    { disabled: true, hint },
  ])
  expect(screen.issuers.$mayAdd.get()).toEqual({ disabled: true, hint })
})

function never(): never {
  throw new Error('The list is not there.')
}
