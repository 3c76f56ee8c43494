/** Begins a flow at a provider, and gives the address that the browser goes to. */
import type { AuthProvider } from '@basedeck/platform-client/contract'
import type { AuthAnswer, AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { challengeIn } from '../code-flow.js'
import { targetOf } from '../mailed-link.js'
import { bindingCookie, isBoundToBrowser } from './browser-binding.js'
import { beginFlow, boundTexts, providerNamed } from './provider-flow.js'

/** Values of the query that are ours; every other one goes to the provider. */
const OURS: ReadonlySet<string> = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'invite_token',
  'skip_http_redirect',
  'flow_type',
  'apikey',
  'at_issuer',
  // What binds the flow, or would turn it into another one.
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'registration',
  'id_token_hint',
])
const MOST_CHARACTERS = 2000

/** @throws AuthError */
export function askedProvider(call: AuthCall): AuthProvider {
  const name = call.query.get('provider') ?? ''
  if (name === '')
    throw new AuthError('validation_failed', { message: 'Unsupported provider: missing provider' })
  return providerNamed(name, call.settings)
}

/** The callback that is registered at the providers. */
export const callbackAddress = ({ issuer }: Pick<AuthCall, 'issuer'>): string => `${issuer}/callback`

/** @param linksTo the user who gets the identity @throws AuthError */
export async function providerAddress(
  call: AuthCall,
  linksTo?: string,
): Promise<{ url: string; cookie: string | undefined }> {
  const { query, texts } = call
  const provider = askedProvider(call)
  const challenge = challengeIn({
    code_challenge: query.get('code_challenge'),
    code_challenge_method: query.get('code_challenge_method'),
  })
  const token = query.get('invite_token')
  const invite = token ? texts.hash('link', token) : undefined
  const flow = await beginFlow(call, { provider, challenge, target: targetOf(call), linksTo, invite })
  const begun = await call.providers.beginAtProvider(call.ref, {
    provider,
    redirectUri: callbackAddress(call),
    scopes: (query.get('scopes') ?? '').slice(0, MOST_CHARACTERS),
    params: passedOn(query),
    ...boundTexts(texts, flow),
  })
  if (begun.type === 'address')
    return { url: begun.url, cookie: isBoundToBrowser(flow) ? bindingCookie(call, flow) : undefined }
  if (begun.type === 'off') throw new AuthError('provider_disabled')
  if (begun.type === 'no-secret')
    throw new AuthError('provider_disabled', { message: 'Unsupported provider: missing OAuth secret' })
  call.onProviderFailed(provider, begun.reason)
  throw new AuthError('unexpected_failure', { message: 'The provider could not be reached. Try again' })
}

function passedOn(query: URLSearchParams): Record<string, string> {
  const others = [...query].filter(
    ([name, value]) => !OURS.has(name) && name.length + value.length <= MOST_CHARACTERS,
  )
  return Object.fromEntries(others)
}

/** A redirect of the browser that no cache keeps, and that tells the next page nothing of this one. */
export function sendTo(url: string, cookie?: string): AuthAnswer {
  return {
    status: 302,
    headers: {
      location: url,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...(cookie !== undefined && { 'set-cookie': cookie }),
    },
  }
}
