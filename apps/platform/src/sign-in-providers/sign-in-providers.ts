/** Sign-in by providers: the address where one begins, and who came back. Secrets of the applications stay in here. */
import { createHmac } from 'node:crypto'
import { providerProfile, type ProviderProfile } from '@basedeck/core/rules'
import { clientIdsOf, type AuthConfig, type AuthProvider } from '@basedeck/platform-client/contract'
import * as client from 'openid-client'
import { authConfigOf, authSecretOf } from '../control/auth-settings.js'
import type { ControlDatabase } from '../control/control-database.js'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { checkIdToken, type IdTokenCheck, type IdTokenOutcome } from './id-token.js'
import { createProviderClients, type ProviderClient } from './provider-clients.js'
import { isOneAzureTenant, type OAuthProvider } from './provider-table.js'

/** Texts that bind the way out to the way back. */
interface Bound {
  provider: AuthProvider
  /** Where the provider sends the browser back to. */
  redirectUri: string
  state: string
  nonce: string
  /** Of PKCE, between us and the provider. */
  verifier: string
}

export interface ProviderBegin extends Bound {
  /** Beside those that are always asked for. */
  scopes: string
  /** Passed on as they are, such as `login_hint`. */
  params: Readonly<Record<string, string>>
}

export interface ProviderFinish extends Bound {
  /** What the browser brought back. */
  params: Readonly<Record<string, string>>
}

/** Why nothing came of it. `reason` holds no secret and no token. */
export type ProviderFailure = { type: 'off' } | { type: 'no-secret' } | { type: 'failed'; reason: string }

/** Who somebody is, and what an application may ask the provider with. */
export interface ProvedAtProvider {
  type: 'proved'
  profile: ProviderProfile
  accessToken: string
  refreshToken: string | undefined
}

export interface SignInProviders {
  /** The address that the browser is sent to. */
  begin(ref: string, begin: ProviderBegin): Promise<{ type: 'address'; url: string } | ProviderFailure>
  finish(ref: string, finish: ProviderFinish): Promise<ProvedAtProvider | ProviderFailure>
  /** Who an ID token is of that an application was given by the provider. */
  check(ref: string, check: IdTokenCheck): Promise<IdTokenOutcome | ProviderFailure>
}

export interface SignInProvidersDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open'>
  outgoing: Pick<Outgoing, 'call'>
}

export function createSignInProviders({ control, box, outgoing }: SignInProvidersDeps): SignInProviders {
  const clients = createProviderClients(outgoing)

  async function within<Outcome>(
    ref: string,
    provider: AuthProvider,
    work: (settings: AuthConfig, made: ProviderClient, secret: string | undefined) => Promise<Outcome>,
    needsSecret = true,
  ): Promise<Outcome | ProviderFailure> {
    const settings = await authConfigOf(control, ref)
    if (!settings?.[`external_${provider}_enabled`]) return { type: 'off' }
    const [clientId] = clientIdsOf(settings, provider)
    if (clientId === undefined) return { type: 'off' }
    const secret = await authSecretOf(control, box, ref, `external_${provider}_secret`)
    if (needsSecret && secret === undefined) return { type: 'no-secret' }
    try {
      return await work(settings, await clients.of(settings, provider, { clientId, secret }), secret)
    } catch (error) {
      return { type: 'failed', reason: reasonOf(error) }
    }
  }

  return {
    begin: (ref, begin) =>
      within(ref, begin.provider, async (_, { config, description }) => {
        const { redirectUri, state, nonce, verifier, scopes, params } = begin
        const url = client.buildAuthorizationUrl(config, {
          ...params,
          ...description.params,
          redirect_uri: redirectUri,
          scope: `${description.scopes} ${scopes}`.trim(),
          state,
          ...(description.type === 'openid' && description.hasNonce && { nonce }),
          ...(description.pkce && {
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
          }),
        })
        return { type: 'address' as const, url: url.href }
      }),
    finish: (ref, finish) =>
      within(ref, finish.provider, async (settings, made, secret) => {
        const tokens = await exchanged(made, finish)
        const answers = await answersOf(made, finish, tokens, secret)
        const profile = providerProfile(finish.provider, {
          ...answers,
          isOneTenant: finish.provider === 'azure' && isOneAzureTenant(settings),
        })
        if (!profile) return { type: 'failed' as const, reason: 'the provider named no account' }
        const { access_token: accessToken, refresh_token: refreshToken } = tokens
        return { type: 'proved' as const, profile, accessToken, refreshToken }
      }),
    check: (ref, check) =>
      within(ref, check.provider, (settings, made) => checkIdToken(settings, made, check), false),
  }
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** Only what belongs to the flow is looked at: a token in the address would be somebody else's. */
async function exchanged({ config, description }: ProviderClient, finish: ProviderFinish): Promise<Tokens> {
  const { redirectUri, params, state, nonce, verifier } = finish
  const address = new URL(redirectUri)
  const isOpenId = description.type === 'openid'
  // The issuer is a name of OpenID Connect; what else the others send under it is not documented.
  for (const name of isOpenId ? ['code', 'state', 'iss'] : ['code', 'state'])
    if (params[name] !== undefined) address.searchParams.set(name, params[name])
  return client.authorizationCodeGrant(config, address, {
    expectedState: state,
    ...(isOpenId && { idTokenExpected: true }),
    ...(isOpenId && description.hasNonce && { expectedNonce: nonce }),
    ...(description.pkce && { pkceCodeVerifier: verifier }),
  })
}

async function answersOf(
  { config, description }: ProviderClient,
  { params }: ProviderFinish,
  tokens: Tokens,
  secret: string | undefined,
) {
  if (description.type === 'oauth') return oauthAnswers(config, description, tokens.access_token, secret)
  const claims: Record<string, unknown> = { ...tokens.claims() }
  const { userinfo_endpoint: userinfo, issuer } = config.serverMetadata()
  const more =
    claims['email'] === undefined && userinfo !== undefined
      ? await client.fetchUserInfo(config, tokens.access_token, String(claims['sub']))
      : {}
  return {
    claims: { ...appleName(params['user']), ...more, ...claims },
    issuer: String(claims['iss'] ?? issuer),
  }
}

async function oauthAnswers(
  config: client.Configuration,
  { profileUrl, emailsUrl, hasProof, server }: OAuthProvider,
  accessToken: string,
  secret: string | undefined,
) {
  const read = async (address: string): Promise<unknown> => {
    const url = new URL(address)
    if (hasProof === true && secret !== undefined)
      url.searchParams.set('appsecret_proof', createHmac('sha256', secret).update(accessToken).digest('hex'))
    const headers = new Headers({ accept: 'application/json' })
    const answer = await client.fetchProtectedResource(config, accessToken, url, 'GET', undefined, headers)
    if (answer.status !== 200) throw new Error(`its API answered ${answer.status}`)
    return answer.json()
  }
  return {
    claims: (await read(profileUrl)) as Record<string, unknown>,
    ...(emailsUrl !== undefined && { emails: await read(emailsUrl) }),
    issuer: server.issuer,
  }
}

/** Apple tells a name once, beside the code. It is what the browser says: fit to greet with, and nothing else. */
function appleName(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  try {
    const { name } = JSON.parse(text) as { name?: { firstName?: unknown; lastName?: unknown } }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string')
    return { name: parts.join(' '), given_name: name?.firstName, family_name: name?.lastName }
  } catch {
    return {}
  }
}

/** By its kind alone: messages of libraries may hold what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof OutgoingError) return error.message
  const { cause } = error as { cause?: unknown }
  if (cause instanceof OutgoingError) return cause.message
  if (error instanceof client.ResponseBodyError) return `the provider answered ${error.error.slice(0, 100)}`
  const { code, name = 'an error' } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : name
}
