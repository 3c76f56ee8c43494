/** Getting in: the first account, sign-in with a second factor, sign-out, a forgotten password. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName, email, givenPassword, newPassword, totpCode } from './names.js'

/** How far the caller is. */
export type SignInState =
  /** The first account is to be made, with the code that the program printed at its start. */
  | { status: 'setup-needed' }
  | { status: 'signed-out' }
  /** The password was right; the second factor is missing. */
  | { status: 'second-factor-needed'; email: string }
  /** `person` is absent on a platform without accounts. */
  | { status: 'signed-in'; person?: SignedInPerson }

/** The person of the session. */
export interface SignedInPerson {
  /** Of the profile. */
  id: string
  email: string
}

const PATH = '/platform/auth'
const secret = v.pipe(v.string(), v.nonEmpty('The code must not be empty'), v.maxLength(200))

/**
 * What `setUp` takes: the code that only the platform's terminal shows, and the first account with its organization.
 */
export const setupBody = v.object({
  setup_code: secret,
  email,
  password: newPassword,
  first_name: displayName('Your name'),
  organization_name: displayName('The name of the organization'),
})
/** What `signIn` takes. */
export const signInBody = v.object({ email, password: givenPassword })
/** A code of an authenticator app: six digits, by RFC 6238. */
export const totpBody = v.object({ code: totpCode })
/** A recovery code in place of one from the authenticator app. Each works once. */
export const recoveryCodeBody = v.object({
  recovery_code: v.pipe(v.string(), v.trim(), v.nonEmpty('The recovery code must not be empty')),
})
/** What `enterSecondFactor` takes: a code of the app, or a recovery code. */
export const secondFactorBody = v.union([totpBody, recoveryCodeBody])
/** What `forgotPassword` takes: the address of the account. */
export const forgotPasswordBody = v.object({ email })
/** What `resetPassword` takes: the token of the mail, and the new password. */
export const resetPasswordBody = v.object({ token: secret, password: newPassword })

/** What `confirmEmail` takes: the token of a mail. */
export const confirmEmailBody = v.object({ token: secret })

/**
 * Whether the caller is signed in, and otherwise what is missing: the first account, a sign-in, a second factor.
 * Needs no session.
 */
export const getSignInState = endpoint({
  method: 'GET',
  path: `${PATH}/state`,
  access: 'anyone',
  response: gives<SignInState>(),
})
/** Makes the first account and its organization, and signs in. */
export const setUp = endpoint({
  method: 'POST',
  path: `${PATH}/setup`,
  access: 'anyone',
  audit: true,
  body: setupBody,
  response: gives<SignInState>(),
})
/** Signs in by email and password. 401 `wrong_credentials`; 429 with `Retry-After` after too many failures. */
export const signIn = endpoint({
  method: 'POST',
  path: `${PATH}/sign-in`,
  access: 'anyone',
  evenFull: true,
  audit: 'only a sign-in that is complete, or refused',
  body: signInBody,
  response: gives<SignInState>(),
})
/** A code works once; a recovery code is used up. */
export const verifySecondFactor = endpoint({
  method: 'POST',
  path: `${PATH}/second-factor`,
  access: 'anyone',
  evenFull: true,
  audit: true,
  body: secondFactorBody,
  response: gives<SignInState>(),
})
/** `others` keeps this session; `everywhere` ends all of them. */
export const signOut = endpoint({
  method: 'POST',
  path: `${PATH}/sign-out`,
  access: 'anyone',
  evenFull: true,
  audit: true,
  body: v.object({ scope: v.optional(v.picklist(['here', 'others', 'everywhere'])) }),
  response: gives<SignInState>(),
})
/** Answers the same whether the account exists or not. 501 `no_mail` when no mail server is configured. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: `${PATH}/forgot-password`,
  access: 'anyone',
  evenFull: true,
  audit: 'only for the address of an account',
  body: forgotPasswordBody,
  response: gives<{ sent: true }>(),
})
/** Ends every session of the account. The token works once, for an hour. */
export const resetPassword = endpoint({
  method: 'POST',
  path: `${PATH}/reset-password`,
  access: 'anyone',
  evenFull: true,
  audit: true,
  body: resetPasswordBody,
  response: gives<SignInState>(),
})
/** What became of a change of an address: `changed`, or another mailbox has to confirm it. */
export interface EmailConfirmation {
  status: 'changed' | 'waiting'
  /** The new address. */
  email: string
}
/** One of the two confirmations of `changeEmail`. The token works once, for a day. 410 `link_used`; 409 `email_taken`. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: `${PATH}/confirm-email`,
  access: 'anyone',
  evenFull: true,
  audit: true,
  body: confirmEmailBody,
  response: gives<EmailConfirmation>(),
})
