/**
 * A sign-in by a provider between the way out and the way back: a row of `auth.flow_state`, which one answer uses up. The state
 * that travels is the id of the row, signed with a secret of the project, from which the texts for the provider are computed
 * too: who reads the database can neither make a state nor use one.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { AUTH_PROVIDERS, type AuthProvider } from '@basedeck/platform-client/contract'
import type { AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import type { CodeChallenge } from '../code-flow.js'
import { callerLimit, countedRead } from '../mailed-link.js'
import type { SecretTexts } from '../secret-texts.js'

export interface ProviderFlow {
  id: string
  provider: AuthProvider
  /** Undefined: it ends in a session. */
  challenge: CodeChallenge | undefined
  /** Where the application wants its users to come back. */
  target: string
  /** The user who gets the identity; undefined: it is a sign-in. */
  linksTo: string | undefined
  /** The hash of an invitation's token; undefined: it is none. */
  invite: string | undefined
}

/** Seconds that a user has at the provider. */
const FLOW_S = 900
/** Clients of the family name providers that a project describes itself so. */
const CUSTOM = 'custom:'

/** @throws AuthError oauth_provider_not_supported, provider_disabled */
export function providerNamed(name: string, settings: AuthCall['settings']): AuthProvider {
  const plain = name.startsWith(CUSTOM) ? name.slice(CUSTOM.length) : name
  const provider = AUTH_PROVIDERS.find((one) => one === plain)
  if (!provider)
    throw new AuthError('oauth_provider_not_supported', {
      message: `Unsupported provider: Provider ${name.slice(0, 50)} could not be found`,
    })
  if (!settings[`external_${provider}_enabled`]) throw new AuthError('provider_disabled')
  return provider
}

/** Remembers a flow. @throws AuthError over_request_rate_limit */
export async function beginFlow(call: AuthCall, flow: Omit<ProviderFlow, 'id'>): Promise<ProviderFlow> {
  const id = randomUUID()
  const { provider, challenge, target, linksTo, invite } = flow
  const limit = callerLimit(call, 'authorize', call.settings.rate_limit_token_refresh)
  await countedRead(
    call,
    [limit],
    [
      {
        query: `insert into auth.flow_state (id, provider_type, authentication_method, code_challenge_method, code_challenge,
          referrer, linking_target_id, invite_token, created_at, updated_at)
        values ($1, $2, 'oauth', $3::auth.code_challenge_method, $4, $5, $6, $7, now(), now())`,
        parameters: [
          id,
          provider,
          challenge?.method ?? null,
          challenge?.challenge ?? null,
          target,
          linksTo ?? null,
          invite ?? null,
        ],
      },
    ],
  )
  return { id, ...flow }
}

/** Gives the flow of a state, which nobody gets a second time. @throws AuthError bad_oauth_state */
export async function claimFlow(call: AuthCall, state: string): Promise<ProviderFlow> {
  const id = idIn(call.texts, state)
  if (id === undefined) throw new AuthError('bad_oauth_state')
  const [rows = []] = await call.database.transact([
    {
      query: `delete from auth.flow_state where id = $1 and authentication_method = 'oauth' and auth_code_issued_at is null
        returning provider_type as provider, code_challenge as challenge, code_challenge_method::text as method,
          referrer, invite_token as invite, linking_target_id::text as links_to, (extract(epoch from now() - created_at) > ${FLOW_S})::text as is_over`,
      parameters: [id],
    },
  ])
  const [row] = rows
  const provider = AUTH_PROVIDERS.find((one) => one === row?.['provider'])
  if (!row || !provider) throw new AuthError('bad_oauth_state')
  if (row['is_over'] === 'true')
    throw new AuthError('bad_oauth_state', { message: 'OAuth state has expired' })
  const { challenge, method } = row
  return {
    id,
    provider,
    challenge: challenge ? { challenge, method: method === 'plain' ? 'plain' : 's256' } : undefined,
    target: row['referrer'] ?? '',
    linksTo: row['links_to'] ?? undefined,
    invite: row['invite'] ?? undefined,
  }
}

/** What binds the way back to the way out. */
export function boundTexts(texts: SecretTexts, { id }: Pick<ProviderFlow, 'id'>) {
  return {
    state: `${id}.${texts.hash('provider-state', id)}`,
    nonce: texts.hash('provider-nonce', id),
    verifier: texts.hash('provider-verifier', id),
  }
}

function idIn(texts: SecretTexts, state: string): string | undefined {
  const [, id = '', signature = ''] = /^([\da-f-]{36})\.([\da-f]{64})$/.exec(state) ?? []
  if (id === '') return undefined
  const expected = texts.hash('provider-state', id)
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? id : undefined
}
