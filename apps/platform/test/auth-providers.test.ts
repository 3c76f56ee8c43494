/** Sign-in by providers: a real issuer of OpenID Connect, driven by auth-js and a browser that keeps cookies. */
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testAuthority } from '../src/engines/testing/certificates.js'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing } from '../src/outgoing/outgoing.js'
import { Browser, openIdIssuer, trusting, type IssuerAccount, type OpenIdIssuer } from './openid-issuer.js'
import { AUTH_ENGINES } from './auth-engines.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const PASSWORD = 'correct horse 1'
const SITE = 'http://localhost:3000'
const APP = 'https://app.example.com/welcome'
const CLIENT = { id: 'deck', secret: 'hush-provider' }
const MANY = 100_000

const authority = testAuthority()

const fetching = trusting(authority)

describe.each(AUTH_ENGINES)('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage
  let issuer: OpenIdIssuer
  beforeAll(async () => {
    running = await runApp(engine)
    issuer = await openIdIssuer(authority.issue('127.0.0.1'), {
      ...CLIENT,
      redirectUris: () => [`${served.address}/auth/v1/callback`],
    })
    const allowed = readAllowedHosts(issuer.host)
    served = await serveStorage(
      running,
      undefined,
      createOutgoing({ userAgent: 'test', allowed, ca: authority.certificate }),
    )
  })
  afterAll(async () => {
    issuer.stop()
    await served.stop()
    await running.stop()
  })
  beforeEach(() =>
    change({
      enabled: true,
      disable_signup: false,
      mailer_autoconfirm: false,
      mailer_max_frequency_s: 0,
      rate_limit_email_sent: MANY,
      rate_limit_otp: MANY,
      rate_limit_verify: MANY,
      rate_limit_token_refresh: MANY,
      security_manual_linking_enabled: false,
      uri_allow_list: [APP],
      external_anonymous_users_enabled: true,
      external_oidc_enabled: true,
      external_oidc_url: issuer.address,
      external_oidc_client_id: `${CLIENT.id}, another`,
      external_oidc_secret: CLIENT.secret,
      external_oidc_email_optional: false,
      mailer_notifications_identity_linked_enabled: false,
    }),
  )

  async function change(body: AuthConfigChanges): Promise<void> {
    await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
    served.auth.projectChanged('default')
  }
  async function sql(query: string): Promise<(string | null)[][]> {
    const database = await running.life.database('default')
    const { results } = await database.run({ runId: crypto.randomUUID(), query })
    return results.at(-1)?.rows ?? []
  }
  function clientOf(flowType: 'implicit' | 'pkce' = 'pkce', key = served.anon): GoTrueClient {
    const kept = new Map<string, string>()
    return new AuthClient({
      url: `${served.address}/auth/v1`,
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      flowType,
      storage: {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => void kept.set(name, value),
        removeItem: (name: string) => void kept.delete(name),
      },
      storageKey: crypto.randomUUID(),
    })
  }
  const admin = () => clientOf('implicit', served.service).admin
  const newEmail = () => `user-${crypto.randomUUID()}@example.org`
  function account(claims: IssuerAccount = { email: newEmail(), email_verified: true, name: 'Ada' }) {
    const login = `login-${crypto.randomUUID()}`
    issuer.accounts.set(login, claims)
    return { login, email: claims.email ?? '' }
  }
  const isAway = (address: string) => address.startsWith(APP) || address.startsWith(SITE)
  const isCallback = (address: string) => address.includes('/auth/v1/callback')
  const browse = () => new Browser(fetching)

  async function begun(client: GoTrueClient, options: object = {}) {
    const { data, error } = await client.signInWithOAuth({
      provider: 'custom:oidc' as 'keycloak',
      options: { redirectTo: APP, skipBrowserRedirect: true, ...options },
    })
    expect(error).toBeNull()
    return data.url ?? ''
  }
  async function through(
    client: GoTrueClient,
    login: string | undefined,
    options: object = {},
    browser = browse(),
  ) {
    return new URL(await browser.passIssuer(await begun(client, options), login, isAway))
  }
  /** By PKCE. */
  async function signedIn(login: string, client = clientOf()) {
    const back = await through(client, login)
    return client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
  }
  const fragmentOf = (address: URL) => Object.fromEntries(new URLSearchParams(address.hash.slice(1)))

  test('a user signs in by a code: consent, PKCE on both sides, the tokens of the provider', async () => {
    const client = clientOf()
    const { login, email } = account()
    const back = await through(client, login, { scopes: 'calendar', queryParams: { prompt: 'consent' } })
    expect([back.origin + back.pathname, [...back.searchParams.keys()], back.hash]).toEqual([
      APP,
      ['code'],
      '',
    ])
    const { data, error } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      user_metadata: { sub: login, email, name: 'Ada', email_verified: true, iss: issuer.address },
      app_metadata: { provider: 'oidc', providers: ['oidc'] },
      identities: [{ provider: 'oidc', id: login, identity_data: { email } }],
    })
    expect(data.user?.email_confirmed_at).toBeDefined()
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'oauth' }], email })
    const token = data.session?.provider_token ?? ''
    const said = await fetching(`${issuer.address}/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(await said.json()).toMatchObject({ sub: login })
    const [[kept] = []] = await sql('select count(*) from auth.flow_state')
    expect(kept).toBe('0')
    const again = await signedIn(login)
    expect(again.data.user?.id).toBe(data.user?.id)
  })

  test('without PKCE the session comes in the fragment, to the browser that began it alone', async () => {
    const client = clientOf('implicit')
    const { login, email } = account()
    const fragment = fragmentOf(await through(client, login))
    expect(fragment).toMatchObject({ token_type: 'bearer', expires_in: '3600', provider_token: /./ })
    const set = await client.setSession({
      access_token: fragment['access_token'] ?? '',
      refresh_token: fragment['refresh_token'] ?? '',
    })
    expect(set.data.user?.email).toBe(email)
  })

  test('the last address of a stranger’s flow signs nobody in (login CSRF)', async () => {
    const own = browse()
    const callback = await own.passIssuer(await begun(clientOf('implicit')), account().login, isCallback)
    const victim = new URL((await browse().get(callback)).headers.get('location') ?? '')
    expect(fragmentOf(victim)).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_state' })
    expect(victim.href).not.toContain('access_token')
    // It is used up.
    expect((await own.get(callback)).headers.get('location')).toContain('bad_oauth_state')
  })

  test('a code is of no use without the secret of the browser that began it', async () => {
    const back = await through(clientOf(), account().login)
    const stranger = clientOf()
    await begun(stranger)
    const { error } = await stranger.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(error?.code).toBe('bad_code_verifier')
  })

  test('a state and a code work once, and two tabs do not disturb each other', async () => {
    const [client, browser] = [clientOf('implicit'), browse()]
    const { login } = account()
    const [first, second] = [
      await browser.passIssuer(await begun(client), login, isCallback),
      await browser.passIssuer(await begun(client), login, isCallback),
    ]
    const users = []
    for (const callback of [second, first]) {
      const back = new URL((await browser.get(callback)).headers.get('location') ?? '')
      users.push(decodeJwt(fragmentOf(back)['access_token'] ?? '').sub)
      const replayed = new URL((await browser.get(callback)).headers.get('location') ?? '')
      expect(fragmentOf(replayed)).toMatchObject({ error_code: 'bad_oauth_state' })
    }
    expect(new Set(users).size).toBe(1)
  })

  test('of two tabs that sign a new user up at once both are signed in, as one user', async () => {
    const { login } = account()
    const tabs = await Promise.all([signedIn(login), signedIn(login)])
    expect(tabs.map(({ error }) => error)).toEqual([null, null])
    expect(new Set(tabs.map(({ data }) => data.user?.id)).size).toBe(1)
  })

  test.each([
    ['none', ''],
    ['a made-up one', `${crypto.randomUUID()}.${'0'.repeat(64)}`],
    ['one that is no state', 'eyJhbGciOiJub25lIn0.e30.'],
  ])('with %s as the state nobody comes in, and the browser is sent to the site', async (_, state) => {
    const query = new URLSearchParams({ state, code: 'x', redirect_to: 'https://evil.example' })
    const answer = await browse().get(`${served.address}/auth/v1/callback?${query}`)
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${SITE}/?#error=invalid_request&error_code=bad_oauth_state`),
    )
  })

  test('the state of another project is none', async () => {
    const callback = await browse().passIssuer(await begun(clientOf()), account().login, isCallback)
    // The same row, as another project would have it: its key is another one.
    const url = new URL(callback)
    const [id = '', signature = ''] = (url.searchParams.get('state') ?? '').split('.')
    url.searchParams.set('state', `${id}.${signature.replace(/^./, (one) => (one === 'a' ? 'b' : 'a'))}`)
    expect((await browse().get(url.href)).headers.get('location')).toContain('bad_oauth_state')
  })

  test('an address that the project does not allow is not gone to, on the way out or on the way back', async () => {
    const client = clientOf()
    const evil = { redirectTo: 'https://evil.example/steal' }
    expect((await through(client, account().login, evil)).origin).toBe(SITE)
    const callback = await browse().passIssuer(await begun(client), account().login, isCallback)
    await change({ uri_allow_list: [] })
    const back = new URL((await browse().get(callback)).headers.get('location') ?? '')
    expect(back.origin).toBe(SITE)
  })

  test('a user who declines is sent back with what the provider says', async () => {
    const back = await through(clientOf(), undefined)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
    })
    expect(back.searchParams.get('error_description')).toContain('aborted')
  })

  test('a code that the provider does not know brings nobody in', async () => {
    const url = new URL(await browse().passIssuer(await begun(clientOf()), account().login, isCallback))
    url.searchParams.set('code', 'made-up')
    const back = new URL((await browse().get(url.href)).headers.get('location') ?? '')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code',
    })
  })

  test('the answer of another issuer is refused (mix-up)', async () => {
    const url = new URL(await browse().passIssuer(await begun(clientOf()), account().login, isCallback))
    url.searchParams.set('iss', 'https://other.example')
    expect((await browse().get(url.href)).headers.get('location')).toContain('unexpected_failure')
  })

  test('the code of one flow does not fit another one', async () => {
    const [own, other] = [account(), account()]
    const client = clientOf()
    const stolen = new URL(await browse().passIssuer(await begun(client), own.login, isCallback))
    const victim = new URL(await browse().passIssuer(await begun(client), other.login, isCallback))
    victim.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect((await browse().get(victim.href)).headers.get('location')).toContain('unexpected_failure')
  })

  test('what would turn the flow into another one is not passed on', async () => {
    const query = new URLSearchParams({
      provider: 'oidc',
      redirect_to: APP,
      login_hint: 'ada',
      client_id: 'evil',
      redirect_uri: 'https://evil.example',
      response_mode: 'fragment',
      response_type: 'token',
      nonce: 'x',
      state: 'x',
      request: 'x',
    })
    const browser = browse()
    const url = new URL(
      (await browser.get(`${served.address}/auth/v1/authorize?${query}`)).headers.get('location') ?? '',
    )
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      login_hint: 'ada',
      client_id: CLIENT.id,
      redirect_uri: `${served.address}/auth/v1/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    expect(['response_mode', 'request'].map((name) => url.searchParams.get(name))).toEqual([null, null])
    expect(url.searchParams.get('nonce')).toMatch(/^[\da-f]{64}$/)
  })

  test.each([
    ['oidc', 'provider_disabled', { external_oidc_enabled: false }],
    ['google', 'provider_disabled', {}],
    ['myspace', 'oauth_provider_not_supported', {}],
    ['', 'validation_failed', {}],
    ['oidc', 'provider_disabled', { external_oidc_secret: '' }],
    ['oidc', 'unexpected_failure', { external_oidc_url: 'https://127.0.0.1:1' }],
  ])('provider %j is refused with %s', async (provider, code, changes) => {
    await change(changes)
    const answer = await browse().get(`${served.address}/auth/v1/authorize?provider=${provider}`)
    expect([answer.status >= 400, answer.headers.get('x-sb-error-code')]).toEqual([true, code])
  })

  test('a provider that is turned off meanwhile brings nobody in', async () => {
    const callback = await browse().passIssuer(await begun(clientOf()), account().login, isCallback)
    await change({ external_oidc_enabled: false })
    expect((await browse().get(callback)).headers.get('location')).toContain('provider_disabled')
  })

  test('GET /settings tells which providers are on', async () => {
    await change({ external_github_enabled: true, external_github_client_id: 'x' })
    const answer = await fetch(`${served.address}/auth/v1/settings`, { headers: { apikey: served.anon } })
    expect(await answer.json()).toMatchObject({ external: { github: true, google: false } })
    await change({ external_github_enabled: false })
  })

  test('a provider that is an issuer at several places is found by its name, Keycloak among them', async () => {
    await change({
      external_keycloak_enabled: true,
      external_keycloak_client_id: CLIENT.id,
      external_keycloak_secret: CLIENT.secret,
      external_keycloak_url: issuer.address,
    })
    const client = clientOf()
    const { data } = await client.signInWithOAuth({
      provider: 'keycloak',
      options: { redirectTo: APP, skipBrowserRedirect: true },
    })
    const back = new URL(await browse().passIssuer(data.url ?? '', account().login, isAway))
    const { data: session } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(session.user?.app_metadata).toEqual({ provider: 'keycloak', providers: ['keycloak'] })
    await change({ external_keycloak_enabled: false })
  })

  describe('whose account it is', () => {
    test('a verified address joins the user who confirmed it', async () => {
      const { login, email } = account()
      const made = await admin().createUser({ email, password: PASSWORD, email_confirm: true })
      const { data } = await signedIn(login)
      expect(data.user?.id).toBe(made.data.user?.id)
      expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'oidc'] })
      expect((await clientOf().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    })

    test('an unverified address joins nobody, and the answer is that of a new one', async () => {
      const known = account({ email: newEmail(), email_verified: false })
      await admin().createUser({ email: known.email, password: PASSWORD, email_confirm: true })
      const fresh = account({ email: newEmail(), email_verified: false })
      const [one, other] = [await through(clientOf(), known.login), await through(clientOf(), fresh.login)]
      expect(one.href).toBe(other.href)
      expect(one.searchParams.get('error_code')).toBe('provider_email_needs_verification')
      expect(served.auth.mails.filter(({ to }) => to === known.email)).toEqual([])
      const [[identities] = []] = await sql(
        `select count(*) from auth.identities where provider_id = '${known.login}'`,
      )
      expect(identities).toBe('0')
    })

    test('a new user with an unverified address comes in after the link of the mail', async () => {
      const { login, email } = account({ email: newEmail(), email_verified: false })
      await through(clientOf(), login)
      const mail = served.auth.mails.find(({ to }) => to === email)
      expect(mail?.kind).toBe('confirmation')
      await fetch(mail?.variables.ConfirmationURL ?? '', { redirect: 'manual' })
      const { data, error } = await signedIn(login)
      expect([error, data.user?.email]).toEqual([null, email])
    })

    test('who signed up with somebody’s address before has no part in that person’s account', async () => {
      const { login, email } = account()
      await clientOf('implicit').signUp({ email, password: PASSWORD, options: { data: { role: 'admin' } } })
      const { data } = await signedIn(login)
      expect(data.user?.user_metadata).not.toHaveProperty('role')
      expect(data.user?.identities).toHaveLength(1)
      const inside = await clientOf().signInWithPassword({ email, password: PASSWORD })
      expect(inside.error?.code).toBe('invalid_credentials')
    })

    test('an invited person comes in by a provider, with what the invitation said', async () => {
      const { login, email } = account()
      const invited = await admin().inviteUserByEmail(email, { data: { team: 'blue' } })
      await change({ disable_signup: true })
      const { data } = await signedIn(login)
      expect(data.user).toMatchObject({
        id: invited.data.user?.id,
        user_metadata: { team: 'blue', sub: login },
      })
    })

    test('an invitation is accepted by an account with its address, verified or not, and by no other one', async () => {
      const { login, email } = account({ email: newEmail(), email_verified: false })
      const invited = await admin().inviteUserByEmail(email)
      await expect.poll(() => served.auth.mails.some(({ to }) => to === email)).toBe(true)
      const token = served.auth.mails.find(({ to }) => to === email)?.variables.TokenHash ?? ''
      const accept = (who: string, client: GoTrueClient, invite_token = token) =>
        through(client, who, { queryParams: { invite_token } })
      const refused = await accept(account().login, clientOf())
      expect(refused.searchParams.get('error_code')).toBe('invite_not_found')
      const madeUp = await accept(login, clientOf(), 'made-up')
      expect(madeUp.searchParams.get('error_code')).toBe('invite_not_found')
      const client = clientOf()
      const back = await accept(login, client)
      const { data } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
      expect(data.user).toMatchObject({ id: invited.data.user?.id, email })
      expect((await accept(login, clientOf())).searchParams.get('error_code')).toBe('invite_not_found')
    })

    test('nor has a careless provider’s account, when the person signs up by mail', async () => {
      const { login, email } = account({ email: newEmail(), email_verified: false })
      await through(clientOf(), login)
      await clientOf('implicit').signUp({ email, password: PASSWORD })
      const mail = served.auth.mails.findLast(({ to }) => to === email)
      await fetch(mail?.variables.ConfirmationURL ?? '', { redirect: 'manual' })
      const { data } = await clientOf().signInWithPassword({ email, password: PASSWORD })
      expect(data.user).toMatchObject({
        app_metadata: { provider: 'email', providers: ['email'] },
        identities: [{ provider: 'email' }],
      })
      expect(data.user?.user_metadata).not.toHaveProperty('iss')
      const back = await through(clientOf(), login)
      expect(back.searchParams.get('error_code')).toBe('provider_email_needs_verification')
    })

    test('nor has somebody’s password, when the person signs in by a mailed link', async () => {
      const email = newEmail()
      await clientOf('implicit').signUp({ email, password: PASSWORD })
      await clientOf('implicit').signInWithOtp({ email })
      const mail = served.auth.mails.findLast(({ to }) => to === email)
      await fetch(mail?.variables.ConfirmationURL ?? '', { redirect: 'manual' })
      const inside = await clientOf().signInWithPassword({ email, password: PASSWORD })
      expect(inside.error?.code).toBe('invalid_credentials')
    })

    test('an account without an address is taken only where that is set', async () => {
      const { login } = account({ name: 'Nobody' })
      expect((await through(clientOf(), login)).searchParams.get('error_code')).toBe(
        'email_address_not_provided',
      )
      await change({ external_oidc_email_optional: true })
      expect((await signedIn(login)).data.user).toMatchObject({ email: '' })
    })

    test('nobody new comes in where sign-up is refused, and a banned user neither', async () => {
      const { login, email } = account()
      const { data } = await signedIn(login)
      await change({ disable_signup: true })
      expect((await through(clientOf(), account().login)).searchParams.get('error_code')).toBe(
        'signup_disabled',
      )
      expect((await signedIn(login)).data.user?.email).toBe(email)
      await admin().updateUserById(data.user?.id ?? '', { ban_duration: '1h' })
      expect((await through(clientOf(), login)).searchParams.get('error_code')).toBe('user_banned')
    })
  })

  describe('linking', () => {
    beforeEach(() => change({ security_manual_linking_enabled: true }))
    const link = async (client: GoTrueClient, login: string) => {
      const { data, error } = await client.linkIdentity({
        provider: 'custom:oidc' as 'keycloak',
        options: { redirectTo: APP, skipBrowserRedirect: true },
      })
      expect(error).toBeNull()
      return new URL(await browse().passIssuer(data?.url ?? '', login, isAway))
    }
    async function user() {
      const email = newEmail()
      const { data } = await admin().createUser({ email, password: PASSWORD, email_confirm: true })
      const client = clientOf()
      await client.signInWithPassword({ email, password: PASSWORD })
      return { client, id: data.user?.id ?? '', email }
    }

    test('a user links an account, lists it, and unlinks it', async () => {
      const { client, id } = await user()
      const { login } = account()
      const back = await link(client, login)
      const { data, error } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
      expect([error, data.user?.id]).toEqual([null, id])
      const identities = (await client.getUserIdentities()).data?.identities ?? []
      expect(identities.map(({ provider }) => provider).toSorted()).toEqual(['email', 'oidc'])
      expect((await signedIn(login)).data.user?.id).toBe(id)
      expect(
        (await client.unlinkIdentity(identities.find(({ provider }) => provider === 'oidc')!)).error,
      ).toBeNull()
      const left = (await client.getUserIdentities()).data?.identities ?? []
      expect((await client.unlinkIdentity(left[0]!)).error?.code).toBe('single_identity_not_deletable')
      expect((await client.getUser()).data.user?.app_metadata).toEqual({
        provider: 'email',
        providers: ['email'],
      })
    })

    test('the user is told of the linked account by mail, where that is on', async () => {
      await change({ mailer_notifications_identity_linked_enabled: true })
      const { client, email } = await user()
      const { login } = account()
      served.auth.mails.length = 0
      const back = await link(client, login)
      expect(served.auth.mails).toEqual([])
      await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
      expect(served.auth.mails).toMatchObject([
        { kind: 'identity_linked_notification', to: email, variables: { Provider: 'oidc' } },
      ])
    })

    test('nothing is linked before the browser that began it has used the code', async () => {
      const attacker = await user()
      const { login } = account()
      // A victim follows the attacker's address and signs in.
      await link(attacker.client, login)
      expect((await attacker.client.getUserIdentities()).data?.identities).toHaveLength(1)
      expect((await signedIn(login)).data.user?.id).not.toBe(attacker.id)
    })

    test('the account of another user can’t be linked', async () => {
      const { login } = account()
      await signedIn(login)
      const { client } = await user()
      expect((await link(client, login)).searchParams.get('error_code')).toBe('identity_already_exists')
    })

    test('an anonymous user becomes a lasting one, with the verified address', async () => {
      const client = clientOf()
      const { data } = await client.signInAnonymously()
      const { login, email } = account()
      const back = await link(client, login)
      const linked = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
      expect(linked.data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false })
    })

    test('it is a setting, and it needs a user', async () => {
      const { client } = await user()
      await change({ security_manual_linking_enabled: false })
      expect(
        (await client.linkIdentity({ provider: 'keycloak', options: { skipBrowserRedirect: true } })).error
          ?.code,
      ).toBe('manual_linking_disabled')
      await change({ security_manual_linking_enabled: true })
      const answer = await fetch(`${served.address}/auth/v1/user/identities/authorize?provider=oidc`, {
        headers: { apikey: served.anon },
        redirect: 'manual',
      })
      expect(answer.status).toBe(403)
    })
  })
})
