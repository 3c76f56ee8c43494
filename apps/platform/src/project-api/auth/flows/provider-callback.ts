/** The way back from a provider: who came, and what the application gets. What is wrong is told to its page. */
import { redirectTarget, type ProviderProfile } from '@basedeck/core/rules'
import type { AuthAnswer, AuthCall, Statements } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { beginSession, sessionAnswer, sessionStatements } from '../issued-session.js'
import { isBoundToBrowser, isSameBrowser, removedCookie } from '../providers/browser-binding.js'
import { codeForProvider } from '../providers/provider-code.js'
import { notifyOfLink } from '../notifications.js'
import { linkStatements } from '../providers/linked-identity.js'
import { callbackAddress, sendTo } from '../providers/provider-address.js'
import { boundTexts, claimFlow, type ProviderFlow } from '../providers/provider-flow.js'
import { providerUser } from '../providers/provider-user.js'

/** `POST /callback`: a form. The browser comes again with its values, so that it brings the cookie of the flow. */
export async function postedCallback(call: AuthCall): Promise<AuthAnswer> {
  const form = await call.form()
  return { ...sendTo(`${callbackAddress(call)}?${form}`), status: 303 }
}

/** `GET /callback`. */
export async function providerCallback(call: AuthCall): Promise<AuthAnswer> {
  const { query, settings } = call
  let flow: ProviderFlow
  try {
    flow = await claimFlow(call, query.get('state') ?? '')
  } catch (error) {
    if (error instanceof AuthError) return sendTo(told(settings.site_url, refusalOf(error), false))
    throw error
  }
  // Which addresses are allowed may have changed meanwhile.
  const target = redirectTarget(flow.target, {
    siteUrl: settings.site_url,
    allowList: settings.uri_allow_list,
  })
  const isCode = flow.challenge !== undefined
  const cookie = isBoundToBrowser(flow) ? removedCookie(call, flow) : undefined
  try {
    const values = await finished(call, flow, target)
    return sendTo(told(target, values, isCode), cookie)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return sendTo(told(target, refusalOf(error), isCode), cookie)
  }
}

type Values = Readonly<Record<string, unknown>>

async function finished(call: AuthCall, flow: ProviderFlow, target: string): Promise<Values> {
  const { query } = call
  if (isBoundToBrowser(flow) && !isSameBrowser(call, flow))
    throw new AuthError('bad_oauth_state', { message: 'The sign-in was begun in another browser' })
  const error = query.get('error')
  if (error) throw new ProviderSaid(error, query.get('error_description') ?? '')
  if (!query.get('code')) throw new AuthError('bad_oauth_callback')
  const outcome = await call.providers.finishAtProvider(call.ref, {
    provider: flow.provider,
    redirectUri: callbackAddress(call),
    params: Object.fromEntries(query),
    ...boundTexts(call.texts, flow),
  })
  if (outcome.type !== 'proved') {
    if (outcome.type !== 'failed') throw new AuthError('provider_disabled')
    call.onProviderFailed(flow.provider, outcome.reason)
    throw new AuthError('unexpected_failure', { message: 'Unable to exchange external code' })
  }
  const { profile, accessToken, refreshToken } = outcome
  const tokens = {
    provider_token: accessToken,
    ...(refreshToken !== undefined && { provider_refresh_token: refreshToken }),
  }
  const { challenge } = flow
  const proved = { profile, tokens, target }
  return twice(async () =>
    challenge
      ? { code: await codeForProvider(call, { ...flow, challenge }, proved) }
      : signedIn(call, flow, proved),
  )
}

interface Proved {
  profile: ProviderProfile
  tokens: Values
  target: string
}

async function signedIn(
  call: AuthCall,
  flow: ProviderFlow,
  { profile, tokens, target }: Proved,
): Promise<Values> {
  const { provider, linksTo, invite } = flow
  const { userId, statements } = linksTo
    ? { userId: linksTo, statements: await linkStatements(call, linksTo, { provider, profile }) }
    : await providerUser(call, { provider, profile, target, invite })
  const session = await sessionFor(call, { userId, statements, provider })
  if (linksTo) await notifyOfLink(call, userId, provider)
  return { ...session, ...tokens }
}

async function sessionFor(
  call: AuthCall,
  { userId, statements, provider }: { userId: string; statements: Statements; provider: string },
): Promise<Values> {
  const session = beginSession(call, { userId, method: 'oauth', provider })
  const results = await call.database.transact([
    ...statements,
    ...session.statements,
    ...sessionStatements(userId, session.id),
  ])
  const { access_token, expires_at, expires_in, refresh_token, token_type } = await sessionAnswer(
    call,
    results,
    session,
  )
  return { access_token, expires_at, expires_in, refresh_token, token_type }
}

/** Two tabs may sign the same new user up at the same moment: the second one finds what the first one made. */
async function twice<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    const isRace = error instanceof AuthError && (error.code === 'conflict' || error.code === 'email_exists')
    if (!isRace) throw error
    return work()
  }
}

/** What the provider says in the place of a code. */
class ProviderSaid extends AuthError {
  readonly error: string
  constructor(error: string, description: string) {
    super('bad_oauth_callback', { message: description.slice(0, MOST_CHARACTERS) })
    this.error = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(error) ? error : 'server_error'
  }
}

const MOST_CHARACTERS = 500
/** RFC 6749 §4.1.2.1. */
const KINDS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function refusalOf(error: AuthError): Values {
  return {
    error: error instanceof ProviderSaid ? error.error : (KINDS[error.status] ?? 'access_denied'),
    error_code: error.code,
    error_description: error.message,
  }
}

/**
 * Adds the values to the address: to its query for PKCE, else to its fragment, because browsers send no fragment to a server. Errors
 * are added to the fragment in both cases.
 */
function told(target: string, values: Values, isCode: boolean): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) text.set(name, String(value))
  const url = new URL(target)
  if (isCode) for (const [name, value] of text) url.searchParams.set(name, value)
  if (!isCode || values['error'] !== undefined) url.hash = text.toString()
  return url.href
}
