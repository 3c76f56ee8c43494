/** Where a browser begins a sign-in by a provider, or a signed-in user the linking of an account there. SERVICES §2.1. */
import type { AuthAnswer, AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { askedProvider, providerAddress, sendTo } from '../providers/provider-address.js'
import { requireUser } from '../signed-in-user.js'

/** Where a call stands that was sent on to the address of the issuer; a proxy may hide that it is there. */
const AT_ISSUER = 'at_issuer'

/** `GET /authorize`. */
export async function authorize(call: AuthCall): Promise<AuthAnswer> {
  const { query, issuer, origin } = call
  const isCode = query.get('code_challenge') !== null
  if (query.get('skip_http_redirect') === 'true') {
    // A flow without PKCE is bound to the browser, so the browser has to begin it.
    return { body: { url: isCode ? (await providerAddress(call)).url : browserAddress(call) } }
  }
  // The cookie of the flow must be one of the address that the provider sends the browser back to.
  if (!isCode && origin !== new URL(issuer).origin && !query.has(AT_ISSUER)) {
    askedProvider(call)
    return sendTo(browserAddress(call, true))
  }
  const { url, cookie } = await providerAddress(call)
  return sendTo(url, cookie)
}

function browserAddress({ query, issuer }: AuthCall, isAtIssuer = false): string {
  const asked = new URLSearchParams(query)
  asked.delete('skip_http_redirect')
  if (isAtIssuer) asked.set(AT_ISSUER, 'true')
  return `${issuer}/authorize?${asked}`
}

/** `GET /user/identities/authorize`. */
export async function linkIdentity(call: AuthCall): Promise<AuthAnswer> {
  if (!call.settings.security_manual_linking_enabled) throw new AuthError('manual_linking_disabled')
  const { user } = await requireUser(call)
  const { url } = await providerAddress(call, user.id)
  return call.query.get('skip_http_redirect') === 'true' ? { body: { url } } : sendTo(url)
}
