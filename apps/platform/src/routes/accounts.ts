/** Getting in and out. CONTRACT accounts. */
import {
  confirmEmail,
  forgotPassword,
  getSignInState,
  resetPassword,
  setUp,
  signIn,
  signOut,
  verifySecondFactor,
  type SignInState,
} from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import type { Accounts, SignedIn } from '../accounts/accounts.js'
import type { EmailChanges } from '../accounts/email-change.js'
import type { PasswordResets } from '../accounts/password-reset.js'
import { mailSubjectsOf, subjectsOf, type Attempts } from '../accounts/attempts.js'
import { signedInAs } from '../accounts/signed-in.js'
import type { Authenticate } from './authenticate.js'
import type { SessionCookie } from '../access/session-cookie.js'
import type { AppEnv } from './app-env.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'
import type { Mailer } from '../mail/mailer.js'
import { resetMail } from '../mail/mails.js'

export interface AccountRouteDeps {
  /** False: the platform has no accounts. */
  accountsOn: boolean
  accounts: Accounts
  attempts: Attempts
  resets: PasswordResets
  emailChanges: EmailChanges
  authenticate: Authenticate
  cookie: SessionCookie
  mailer: Mailer
  /** Origin of the dashboard in links. */
  publicUrl(): string
}

/** The answer without accounts. */
const OPEN: SignInState = { status: 'signed-in' }
const SIGNED_OUT: SignInState = { status: 'signed-out' }

export function accountRoutes(mount: Mount, deps: AccountRouteDeps): void {
  const { accounts, authenticate, cookie, resets, attempts, mailer, emailChanges } = deps

  async function stateOf(c: Context<AppEnv>): Promise<SignInState> {
    if (!deps.accountsOn) return OPEN
    // An access token is not a browser session, and an invalid one must not fail this call.
    const found = await authenticate(c).catch(() => undefined)
    if (found?.status === 'signed-in') return signedInAs(found.caller)
    if (found) return { status: 'second-factor-needed', email: found.email }
    return (await accounts.setupNeeded()) ? { status: 'setup-needed' } : SIGNED_OUT
  }

  function requireAccounts(): void {
    if (!deps.accountsOn) throw new DomainError('accounts_off')
  }

  mount.on(getSignInState, ({ c }) => stateOf(c))

  mount.on(setUp, async ({ c, body, origin }) => {
    requireAccounts()
    return enter(c, cookie, await accounts.setUp(body, origin))
  })

  mount.on(signIn, async ({ c, body, origin }) => {
    requireAccounts()
    return enter(c, cookie, await accounts.signIn(body.email, body.password, origin))
  })

  mount.on(verifySecondFactor, async ({ c, body, origin }) => {
    requireAccounts()
    const found = await authenticate(c)
    if (!found) throw new DomainError('signed_out')
    if (found.status === 'signed-in') return signedInAs(found.caller)
    return enter(c, cookie, await accounts.secondFactor(found, body, origin))
  })

  mount.on(signOut, async ({ c, body, origin }) => {
    const scope = body.scope ?? 'here'
    const found = deps.accountsOn ? await authenticate(c) : undefined
    if (found?.status === 'signed-in' && found.caller.via === 'session')
      await accounts.signOut(found.caller, found.caller.credentialId ?? '', scope, origin)
    if (found?.status === 'second-factor-needed')
      await accounts.signOut(
        { id: found.profileId, name: '', email: found.email },
        found.sessionId,
        'here',
        origin,
      )
    if (scope === 'others') return stateOf(c)
    cookie.clear(c)
    return deps.accountsOn ? SIGNED_OUT : OPEN
  })

  mount.on(forgotPassword, async ({ body, origin }) => {
    requireAccounts()
    if (!mailer.isConfigured) throw new DomainError('no_mail')
    await attempts.begin([
      ...subjectsOf(`reset of ${body.email}`, origin.ip),
      ...mailSubjectsOf(origin.ip ?? 'nowhere', body.email),
    ])
    const token = await resets.begin(body.email, origin, true)
    // Not awaited, because the response time would reveal whether the account exists.
    if (token !== undefined)
      void mailer.send(resetMail(body.email, `${deps.publicUrl()}/reset-password?token=${token}`))
    return { sent: true as const }
  })

  mount.on(resetPassword, async ({ c, body, origin }) => {
    requireAccounts()
    await resets.finish(body.token, body.password, origin)
    cookie.clear(c)
    return SIGNED_OUT
  })

  mount.on(confirmEmail, async ({ body, origin }) => {
    requireAccounts()
    return emailChanges.confirm(body.token, origin)
  })
}

/** Puts a session that begins into the cookie. */
export function enter(c: Context<AppEnv>, cookie: SessionCookie, signedIn: SignedIn): SignInState {
  cookie.write(c, signedIn.token, signedIn.expiresAt)
  return signedIn.state
}
