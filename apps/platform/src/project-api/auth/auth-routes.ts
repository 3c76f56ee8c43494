/** Every call of the service: method, path, who may make it, and the flow that answers. SERVICES §2.1. */
import type { AuthFlow } from './auth-call.js'
import { AuthError } from './auth-error.js'
import type { AuthErrorCode } from './family-names.js'
import { discovery, health, settings } from './flows/about.js'
import { generateLink, invite, listAudit } from './flows/admin-links.js'
import { authorize, linkIdentity } from './flows/authorize.js'
import { postedCallback, providerCallback } from './flows/provider-callback.js'
import { createUser, deleteUser, readUserAsAdmin, updateUser } from './flows/admin-users.js'
import {
  challengeFactor,
  deleteFactorAsAdmin,
  enrollFactor,
  listFactorsAsAdmin,
  unenrollFactor,
  verifyFactor,
} from './flows/factors.js'
import { listUsers } from './flows/list-users.js'
import { resend, sendRecovery, sendSignIn } from './flows/mailed-sign-in.js'
import {
  deletePasskey,
  deletePasskeyAsAdmin,
  listPasskeys,
  listPasskeysAsAdmin,
  passkeyCreated,
  passkeyCreation,
  passkeyRequest,
  passkeySignIn,
  renamePasskey,
} from './flows/passkeys.js'
import { signUp } from './flows/sign-up.js'
import { token } from './flows/token.js'
import { changeUser, readUser, reauthenticate, signOut, unlinkIdentity } from './flows/user.js'
import { followLink, verify } from './flows/verify.js'

export interface AuthRoute {
  method: string
  /** With names in braces. */
  path: string
  /** In the log and the metrics. */
  name: string
  /** `nothing`: a browser follows a link to it. */
  needs: 'nothing' | 'key'
  flow: AuthFlow
  /** Its time must not tell whether an address is known. */
  isEven: boolean
}

const EVEN: ReadonlySet<string> = new Set(['/signup', '/otp', '/magiclink', '/recover', '/resend'])

const route = (
  method: string,
  path: string,
  flow: AuthFlow,
  needs: AuthRoute['needs'] = 'key',
): AuthRoute => ({
  method,
  path,
  name: path.slice(1).replaceAll('/', '-').replaceAll(/[{}]/g, ''),
  needs,
  flow,
  isEven: EVEN.has(path),
})

const refused =
  (code: AuthErrorCode): AuthFlow =>
  async () => {
    throw new AuthError(code)
  }

export const AUTH_ROUTES: readonly AuthRoute[] = [
  route('GET', '/health', health),
  route('GET', '/settings', settings),
  route('GET', '/.well-known/openid-configuration', discovery, 'nothing'),
  route('POST', '/signup', signUp),
  route('POST', '/token', token),
  route('POST', '/otp', sendSignIn),
  route('POST', '/magiclink', sendSignIn),
  route('POST', '/recover', sendRecovery),
  route('POST', '/resend', resend),
  route('POST', '/verify', verify, 'nothing'),
  route('GET', '/verify', followLink, 'nothing'),
  route('GET', '/user', readUser),
  route('PUT', '/user', changeUser),
  route('GET', '/reauthenticate', reauthenticate),
  route('POST', '/logout', signOut),
  route('GET', '/authorize', authorize, 'nothing'),
  route('GET', '/callback', providerCallback, 'nothing'),
  route('POST', '/callback', postedCallback, 'nothing'),
  route('GET', '/user/identities/authorize', linkIdentity),
  route('DELETE', '/user/identities/{id}', unlinkIdentity),
  route('POST', '/factors', enrollFactor),
  route('POST', '/factors/{id}/challenge', challengeFactor),
  route('POST', '/factors/{id}/verify', verifyFactor),
  route('DELETE', '/factors/{id}', unenrollFactor),
  route('POST', '/passkeys/registration/options', passkeyCreation),
  route('POST', '/passkeys/registration/verify', passkeyCreated),
  route('POST', '/passkeys/authentication/options', passkeyRequest),
  route('POST', '/passkeys/authentication/verify', passkeySignIn),
  route('GET', '/passkeys', listPasskeys),
  route('GET', '/passkeys/', listPasskeys),
  route('PATCH', '/passkeys/{id}', renamePasskey),
  route('DELETE', '/passkeys/{id}', deletePasskey),
  route('GET', '/admin/users/{id}/passkeys', listPasskeysAsAdmin),
  route('DELETE', '/admin/users/{id}/passkeys/{passkey}', deletePasskeyAsAdmin),
  route('POST', '/invite', invite),
  route('POST', '/admin/generate_link', generateLink),
  route('GET', '/admin/users', listUsers),
  route('POST', '/admin/users', createUser),
  route('GET', '/admin/users/{id}', readUserAsAdmin),
  route('PUT', '/admin/users/{id}', updateUser),
  route('DELETE', '/admin/users/{id}', deleteUser),
  route('GET', '/admin/users/{id}/factors', listFactorsAsAdmin),
  route('DELETE', '/admin/users/{id}/factors/{factor}', deleteFactorAsAdmin),
  route('GET', '/admin/audit', listAudit),

  // What is not here yet says so in the words of the family.
  route('POST', '/sso', refused('saml_provider_disabled')),
  route('GET', '/sso/saml/metadata', refused('saml_provider_disabled'), 'nothing'),
  route('POST', '/sso/saml/acs', refused('saml_provider_disabled'), 'nothing'),
]

/** Everything below these paths is refused with one code. */
const REFUSED_BELOW: readonly (readonly [path: string, code: AuthErrorCode])[] = [
  ['/oauth', 'feature_disabled'],
  ['/user/oauth', 'feature_disabled'],
  ['/admin/sso', 'saml_provider_disabled'],
  ['/admin/oauth', 'feature_disabled'],
  ['/admin/custom-providers', 'feature_disabled'],
  ['/scim', 'feature_disabled'],
  ['/.well-known/oauth-authorization-server', 'feature_disabled'],
]

export interface FoundRoute {
  route: AuthRoute
  params: Record<string, string>
}

/** Undefined: there is no such call. */
export function findRoute(method: string, path: string): FoundRoute | undefined {
  const parts = path.split('/')
  for (const one of AUTH_ROUTES) {
    const params = one.method === method && paramsOf(one.path.split('/'), parts)
    if (params) return { route: one, params }
  }
  const below = REFUSED_BELOW.find(([start]) => path === start || path.startsWith(`${start}/`))
  return below && { route: route(method, below[0], refused(below[1])), params: {} }
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, name] of pattern.entries()) {
    const part = parts[at] ?? ''
    if (name.startsWith('{')) params[name.slice(1, -1)] = part
    else if (name !== part) return undefined
  }
  return params
}
