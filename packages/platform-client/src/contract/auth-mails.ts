/** Mails of a project's auth service: those of the last day, and a test. */
import * as v from 'valibot'
import { AUTH_MAIL_KINDS, type AuthMailKind } from './auth-mail-texts.js'
import { endpoint, gives } from './endpoint.js'
import { email } from './names.js'
import { inProject } from './permission.js'

/**
 * By which server mails go. `kept`: by none, they are shown in the dashboard. `none`: the project needs a server of its own
 * before it can send any.
 */
export type AuthMailWay = 'project' | 'platform' | 'kept'

/** A mail that was sent or kept. */
export interface AuthMailEntry {
  id: string
  kind: AuthMailKind
  way: AuthMailWay
  to: string
  /** A code in it is blanked. */
  subject: string
  /** ISO 8601. */
  created_at: string
  status: 'kept' | 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** Why the last attempt failed, as a code; null: it did not. */
  reason: string | null
}

/** The mails of the last day, the newest first, at most 100. */
export interface AuthMailList {
  /** How the next mail goes. */
  way: AuthMailWay | 'none'
  mails: AuthMailEntry[]
}

/** What a kept mail says. */
export interface AuthMailText {
  subject: string
  html: string
  text: string
}

const PATH = '/platform/projects/{ref}/auth/mails'
const REQUIRES = { ref: 'Project ref is required' }

/** The mails of the last day, without what they say. */
export const listAuthMails = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'auth'),
  response: gives<AuthMailList>(),
  requires: REQUIRES,
})
/** What a kept mail says, with its links and codes blanked. 404 `auth_mail_not_found`: also for a mail that was sent. */
export const getAuthMail = endpoint({
  method: 'GET',
  path: `${PATH}/{id}`,
  access: inProject('read', 'auth'),
  response: gives<AuthMailText>(),
  requires: REQUIRES,
})
/** The same with its links and codes, by which its reader can sign in as the user it was written to. */
export const openAuthMail = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/open`,
  access: inProject('update', 'auth_mails'),
  audit: true,
  response: gives<AuthMailText>(),
  requires: REQUIRES,
})
/**
 * Sends a mail once more that could not be delivered, and tries it now. 409 `auth_mail_not_failed`: it was delivered, still waits
 * for its next attempt, or is only kept.
 */
export const sendAuthMailAgain = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/send-again`,
  access: inProject('update', 'auth_mails'),
  audit: true,
  response: gives<AuthMailEntry>(),
  requires: REQUIRES,
})
/** It is gone at once. A mail that waits to be sent is sent all the same. */
export const removeAuthMail = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inProject('delete', 'auth_mails'),
  audit: true,
  response: gives<{ id: string }>(),
  requires: REQUIRES,
})
/**
 * Sends one mail with example values, and tries it once, now. 403 `email_address_not_authorized`: the address is not one of a
 * member. 503 `auth_mail_unavailable`: there is no server; 429 `too_many_requests`.
 */
export const sendTestAuthMail = endpoint({
  method: 'POST',
  path: `${PATH}/test`,
  access: inProject('update', 'auth_mails'),
  audit: true,
  body: v.object({ kind: v.picklist(AUTH_MAIL_KINDS, 'There is no such mail'), to: email }),
  response: gives<AuthMailEntry>(),
  requires: REQUIRES,
})
