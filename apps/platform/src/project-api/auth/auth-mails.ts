/**
 * What the flows of auth ask of the mails. The flow is answered when the mail was taken on, not when it was delivered: a mail
 * server that hangs delays no sign-up.
 */

import type { AuthMailKind } from '@basedeck/platform-client/contract'

export type { AuthMailKind }

/** The values that a template may show. Names are those that templates of the family have. */
export interface AuthMailVariables {
  /** Absolute address that confirms with one click. Empty for `reauthentication`, which has only a code. */
  ConfirmationURL: string
  /** The code that is typed: digits, as long as the setting `mailer_otp_length` says. */
  Token: string
  /** The same as a link of an application of its own carries it. */
  TokenHash: string
  SiteURL: string
  /** Where the link leads in the end; empty: to the site. */
  RedirectTo: string
  /** The user's metadata. Whoever signed up wrote it: it is text to escape, never markup. */
  Data: Readonly<Record<string, unknown>>
  /** The user's present address. */
  Email: string
  /** Of a change of address: the new one. Else empty. */
  NewEmail: string
  /** Those of notifications. Absent: empty. */
  OldEmail?: string
  Phone?: string
  OldPhone?: string
  Provider?: string
  FactorType?: string
}

export interface AuthMail {
  kind: AuthMailKind
  to: string
  variables: AuthMailVariables
}

export interface AuthMails {
  /**
   * Takes a mail of a project on.
   * @param ref the project
   * @throws DomainError when it can't be taken on; the flow is then undone
   */
  send(ref: string, mail: AuthMail): Promise<void>
}
