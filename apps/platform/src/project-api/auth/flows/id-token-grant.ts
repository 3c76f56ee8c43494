/** A session for an ID token that an application was given by a provider. SERVICES §2.1 */
import { flagIn, textIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { beginSession, sessionAnswer, sessionStatements } from '../issued-session.js'
import { callerLimit, countedRead, targetOf } from '../mailed-link.js'
import { notifyOfLink } from '../notifications.js'
import { linkStatements } from '../providers/linked-identity.js'
import { providerNamed } from '../providers/provider-flow.js'
import { providerUser } from '../providers/provider-user.js'
import { requireUser } from '../signed-in-user.js'
import { issuesIdTokens } from '@basedeck/platform-client/contract'
import type { IdTokenRefusal } from '../../../sign-in-providers/id-token.js'

const MOST_CHARACTERS = 20_000

const SENTENCES: Readonly<Record<Exclude<IdTokenRefusal, 'audience'>, string>> = {
  token: 'Bad ID token',
  'nonce-missing': 'Passed nonce and nonce in id_token should either both exist or not.',
  nonce: 'Nonces mismatch',
  'access-token': 'The ID token names another access token than the one that was passed',
}

export async function idTokenGrant(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const idToken = textIn(body, 'id_token') ?? ''
  if (idToken === '' || idToken.length > MOST_CHARACTERS)
    throw new AuthError('validation_failed', { message: 'id_token required' })
  const provider = providerNamed(textIn(body, 'provider') ?? '', call.settings)
  if (!issuesIdTokens(provider))
    throw new AuthError('validation_failed', { message: `Provider ${provider} issues no ID tokens` })
  await countedRead(call, [callerLimit(call, 'token', call.settings.rate_limit_token_refresh)], [])
  const outcome = await call.providers.checkIdToken(call.ref, {
    provider,
    idToken,
    accessToken: textIn(body, 'access_token'),
    nonce: textIn(body, 'nonce'),
  })
  if (outcome.type === 'failed') {
    call.onProviderFailed(provider, outcome.reason)
    throw new AuthError('unexpected_failure', { message: 'The provider could not be reached. Try again' })
  }
  if (outcome.type === 'refused')
    throw outcome.because === 'audience'
      ? new AuthError('unexpected_audience')
      : new AuthError('validation_failed', { message: SENTENCES[outcome.because] })
  if (outcome.type !== 'proved') throw new AuthError('provider_disabled')
  const { profile } = outcome
  const linksTo = flagIn(body, 'link_identity') === true ? (await requireUser(call)).user.id : undefined
  const { userId, statements } = linksTo
    ? { userId: linksTo, statements: await linkStatements(call, linksTo, { provider, profile }) }
    : await providerUser(call, { provider, profile, target: targetOf(call) })
  const session = beginSession(call, { userId, method: 'oauth', provider })
  const results = await call.database.transact([
    ...statements,
    ...session.statements,
    ...sessionStatements(userId, session.id),
  ])
  if (linksTo) await notifyOfLink(call, userId, provider)
  return { body: await sessionAnswer(call, results, session) }
}
