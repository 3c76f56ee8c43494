/** Security keys as a second factor, and passkeys: the family's client with an authenticator in software, and attacks. */
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AUTH_ENGINES } from './auth-engines.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'
import { softwareAuthenticator, type Forged, type SoftwareAuthenticator } from './software-authenticator.js'

const PASSWORD = 'correct horse 1'
const SITE = 'https://shop.example'

interface Answer {
  id: string
  code: string
  access_token: string
  webauthn: { type: string; credential_options: { publicKey: KeyOptions } }
}
type KeyOptions = Parameters<SoftwareAuthenticator['create']>[0] & Parameters<SoftwareAuthenticator['get']>[0]

describe.each(AUTH_ENGINES)('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage
  beforeAll(async () => {
    running = await runApp(engine)
    served = await serveStorage(running)
  })
  afterAll(async () => {
    await served.stop()
    await running.stop()
  })
  beforeEach(() => change(ON))
  const ON: AuthConfigChanges = {
    enabled: true,
    site_url: SITE,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
    passkey_enabled: true,
    rate_limit_token_refresh: 100_000,
  }

  async function change(body: AuthConfigChanges): Promise<void> {
    await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
    served.auth.projectChanged('default')
  }
  function clientOf(key = served.anon): GoTrueClient {
    const kept = new Map<string, string>()
    return new AuthClient({
      url: `${served.address}/auth/v1`,
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      experimental: { passkey: true },
      storage: {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => void kept.set(name, value),
        removeItem: (name: string) => void kept.delete(name),
      },
      storageKey: crypto.randomUUID(),
    })
  }
  async function signedIn() {
    const email = `user-${crypto.randomUUID()}@example.org`
    const made = await clientOf(served.service).admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
    })
    expect(made.error).toBeNull()
    const client = clientOf()
    const { data, error } = await client.signInWithPassword({ email, password: PASSWORD })
    expect(error).toBeNull()
    return { client, email, id: made.data.user!.id, token: data.session!.access_token }
  }
  type User = Awaited<ReturnType<typeof signedIn>>
  async function call(token: string, path: string, body?: unknown, method = 'POST') {
    const answer = await fetch(`${served.address}/auth/v1${path}`, {
      method,
      headers: {
        apikey: served.anon,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answer }
  }
  async function sql(query: string): Promise<(string | null)[][]> {
    const database = await running.life.database('default')
    return (await database.run({ runId: crypto.randomUUID(), query })).results.at(-1)?.rows ?? []
  }

  describe('a security key', () => {
    async function enrolled(user: User) {
      const { data, error } = await user.client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
      expect(error).toBeNull()
      expect(data).toMatchObject({ type: 'webauthn', friendly_name: 'Key' })
      return data!.id
    }
    const challenge = async (user: User, factor: string, rpId = 'shop.example') =>
      (await call(user.token, `/factors/${factor}/challenge`, { webauthn: { rpId, rpOrigins: [SITE] } })).body
    const answer = (user: User, factor: string, id: string, type: string, credential: object) =>
      call(user.token, `/factors/${factor}/verify`, {
        challenge_id: id,
        webauthn: { rpId: 'shop.example', rpOrigins: [SITE], type, credential_response: credential },
      })
    async function withKey() {
      const user = await signedIn()
      const factor = await enrolled(user)
      const key = softwareAuthenticator(SITE)
      const begun = await challenge(user, factor)
      const { publicKey } = begun.webauthn.credential_options
      const made = await answer(user, factor, begun.id, 'create', key.create(publicKey))
      expect(made.status).toBe(200)
      return { user: { ...user, token: made.body.access_token }, factor, key, session: made.body }
    }
    const use = async (
      { user, factor, key }: { user: User; factor: string; key: SoftwareAuthenticator },
      forged?: Forged,
    ) => {
      const begun = await challenge(user, factor)
      expect(begun.webauthn.type).toBe('request')
      const credential = key.get(begun.webauthn.credential_options.publicKey, forged)
      return answer(user, factor, begun.id, 'request', credential)
    }

    test('is enrolled with the family’s client, raises the session, and raises the next one', async () => {
      const user = await signedIn()
      const factor = await enrolled(user)
      const asked = await user.client.mfa.challenge({
        factorId: factor,
        webauthn: { rpId: 'shop.example', rpOrigins: [SITE] },
      })
      expect(asked.error).toBeNull()
      expect(asked.data).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } })
      // What a page does with the client: options as bytes, and the credential as the browser gives it.
      const options = asked.data!.webauthn.credential_options.publicKey as unknown as {
        challenge: Uint8Array
        rp: { id: string }
        user: { id: Uint8Array }
      }
      const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
      const credential = softwareAuthenticator(SITE).create({
        challenge: text(options.challenge),
        rp: options.rp,
        user: { id: text(options.user.id) },
      })
      const proved = await user.client.mfa.verify({
        factorId: factor,
        challengeId: asked.data!.id,
        webauthn: {
          type: 'create',
          rpId: 'shop.example',
          rpOrigins: [SITE],
          credential_response: { ...credential, toJSON: () => credential } as never,
        },
      })
      expect(proved.error).toBeNull()
      const { user: raised, key, session } = await withKey()
      expect(session).toMatchObject({
        user: { factors: [{ factor_type: 'webauthn', status: 'verified', friendly_name: 'Key' }] },
      })
      const claims = await clientOf().getClaims(raised.token)
      expect(claims.data?.claims).toMatchObject({
        aal: 'aal2',
        amr: expect.arrayContaining([expect.objectContaining({ method: 'mfa/webauthn' })]),
      })
      const next = clientOf()
      const signed = await next.signInWithPassword({ email: raised.email, password: PASSWORD })
      const again = { ...raised, client: next, token: signed.data.session!.access_token }
      const [{ id: known } = { id: '' }] = (await next.mfa.listFactors()).data!.all
      const used = await use({ user: again, factor: known, key })
      expect(used.status).toBe(200)
      expect((await clientOf().getClaims(used.body.access_token)).data?.claims['aal']).toBe('aal2')
    })

    test.each<[string, Forged]>([
      ['for another page', { origin: 'https://evil.example' }],
      ['for another site', { rpId: 'evil.example' }],
      ['to another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ])('that answers %s is refused, when it is made and when it is used', async (_, forged) => {
      const user = await signedIn()
      const factor = await enrolled(user)
      const begun = await challenge(user, factor)
      const made = softwareAuthenticator(SITE).create(begun.webauthn.credential_options.publicKey, forged)
      expect((await answer(user, factor, begun.id, 'create', made)).body.code).toBe(
        'webauthn_verification_failed',
      )
      expect((await use(await withKey(), forged)).body.code).toBe('webauthn_verification_failed')
    })

    test('that was copied is noticed by its counter', async () => {
      const known = await withKey()
      expect((await use(known)).status).toBe(200)
      expect((await use(known, { signCount: 2 })).body.code).toBe('webauthn_verification_failed')
      expect((await use(known, { signCount: 1 })).body.code).toBe('webauthn_verification_failed')
      expect((await use(known)).status).toBe(200)
    })

    test('answers a challenge once, and only its own', async () => {
      const known = await withKey()
      const { user, factor, key } = known
      const begun = await challenge(user, factor)
      const credential = key.get(begun.webauthn.credential_options.publicKey)
      const twice = await Promise.all([
        answer(user, factor, begun.id, 'request', credential),
        answer(user, factor, begun.id, 'request', credential),
      ])
      expect(twice.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      const [other, stranger] = [await challenge(user, factor), softwareAuthenticator(SITE)]
      const { publicKey } = other.webauthn.credential_options
      const foreign = await answer(user, factor, other.id, 'request', stranger.get(publicKey))
      expect(foreign.body.code).toBe('webauthn_credential_not_found')
      const disguised = await answer(
        user,
        factor,
        other.id,
        'request',
        stranger.get(publicKey, { id: key.id }),
      )
      expect(disguised.body.code).toBe('webauthn_verification_failed')
      const victim = await withKey()
      const theirs = await call(user.token, `/factors/${victim.factor}/challenge`, {})
      expect(theirs.body.code).toBe('mfa_factor_not_found')
    })

    test('is for the site of the project alone, and can be removed', async () => {
      const { user, factor } = await withKey()
      expect((await challenge(user, factor, 'evil.example')).code).toBe('validation_failed')
      const removed = await call(user.token, `/factors/${factor}`, undefined, 'DELETE')
      expect(removed.status).toBe(200)
      await change({ mfa_web_authn_enroll_enabled: false })
      const off = await user.client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Next' })
      expect(off.error?.code).toBe('mfa_webauthn_enroll_not_enabled')
    })
  })

  describe('a passkey', () => {
    async function withPasskey(user?: User, key = softwareAuthenticator(SITE)) {
      const owner = user ?? (await signedIn())
      const begun = await owner.client.passkey.startRegistration()
      expect(begun.error).toBeNull()
      const made = await owner.client.passkey.verifyRegistration({
        challengeId: begun.data!.challenge_id,
        credential: key.create(begun.data!.options as never) as never,
      })
      expect(made.error).toBeNull()
      return { owner, key, passkey: made.data! }
    }
    async function signIn(key: SoftwareAuthenticator, forged?: Forged) {
      const client = clientOf()
      const begun = await client.passkey.startAuthentication()
      expect(begun.error).toBeNull()
      const credential = key.get(begun.data!.options as never, forged)
      const answered = await client.passkey.verifyAuthentication({
        challengeId: begun.data!.challenge_id,
        credential: credential as never,
      })
      return { ...answered, client, challengeId: begun.data!.challenge_id, credential }
    }

    test('signs in without an address, and is listed, renamed and deleted', async () => {
      const { owner, key, passkey } = await withPasskey()
      const { data, error, client } = await signIn(key)
      expect(error).toBeNull()
      expect(data?.user?.id).toBe(owner.id)
      expect((await client.getUser()).data.user?.email).toBe(owner.email)
      const renamed = await client.passkey.update({ passkeyId: passkey.id, friendlyName: 'Laptop' })
      expect(renamed.data).toMatchObject({ id: passkey.id, friendly_name: 'Laptop' })
      expect((await client.passkey.list()).data).toMatchObject([
        { id: passkey.id, friendly_name: 'Laptop', last_used_at: expect.any(String) },
      ])
      const admin = clientOf(served.service).admin.passkey
      expect((await admin.listPasskeys({ userId: owner.id })).data).toHaveLength(1)
      expect((await client.passkey.delete({ passkeyId: passkey.id })).error).toBeNull()
      expect((await signIn(key)).error?.code).toBe('webauthn_credential_not_found')
      const second = await withPasskey(owner)
      expect((await admin.deletePasskey({ userId: owner.id, passkeyId: second.passkey.id })).error).toBeNull()
    })

    test.each<[string, Forged]>([
      ['for another page', { origin: 'https://evil.example' }],
      ['for another site', { rpId: 'evil.example' }],
      ['to another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
      ['without PIN and fingerprint', { isVerified: false }],
      ['for another user', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    ])('that answers %s is refused', async (_, forged) => {
      const { key } = await withPasskey()
      expect((await signIn(key, forged)).error?.code).toBe('webauthn_verification_failed')
      expect((await signIn(key)).error).toBeNull()
    })

    test('answers a challenge once, and a copy is noticed by its counter', async () => {
      const { key } = await withPasskey()
      const first = await signIn(key)
      const again = await first.client.passkey.verifyAuthentication({
        challengeId: first.challengeId,
        credential: first.credential as never,
      })
      expect(again.error?.code).toBe('webauthn_challenge_not_found')
      expect((await signIn(key, { signCount: 1 })).error?.code).toBe('webauthn_verification_failed')
    })

    test('that counts nothing signs in again and again', async () => {
      const { key } = await withPasskey(undefined, softwareAuthenticator(SITE, { counts: false }))
      expect((await signIn(key)).error).toBeNull()
      expect((await signIn(key)).error).toBeNull()
    })

    test('a challenge belongs to who asked for it, and ends', async () => {
      const [owner, other] = [await signedIn(), await signedIn()]
      const begun = await owner.client.passkey.startRegistration()
      const credential = softwareAuthenticator(SITE).create(begun.data!.options as never) as never
      const stolen = await other.client.passkey.verifyRegistration({
        challengeId: begun.data!.challenge_id,
        credential,
      })
      expect(stolen.error?.code).toBe('webauthn_challenge_not_found')
      await sql(`update auth.webauthn_challenges set expires_at = now() - interval '1 second'`)
      const late = await owner.client.passkey.verifyRegistration({
        challengeId: begun.data!.challenge_id,
        credential,
      })
      expect(late.error?.code).toBe('webauthn_challenge_expired')
    })

    test('is registered once, and not for somebody who is banned or has not proved the second factor', async () => {
      const { owner, key } = await withPasskey()
      const begun = await owner.client.passkey.startRegistration()
      const again = await owner.client.passkey.verifyRegistration({
        challengeId: begun.data!.challenge_id,
        credential: key.create(begun.data!.options as never) as never,
      })
      expect(again.error?.code).toBe('webauthn_credential_exists')
      await sql(`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), '${owner.id}', 'totp', 'verified', now(), now())`)
      expect((await owner.client.passkey.startRegistration()).error?.code).toBe('insufficient_aal')
      await clientOf(served.service).admin.updateUserById(owner.id, { ban_duration: '1h' })
      expect((await signIn(key)).error?.code).toBe('user_banned')
      await change({ passkey_enabled: false })
      expect((await clientOf().passkey.startAuthentication()).error?.code).toBe('passkey_disabled')
    })
  })
})
