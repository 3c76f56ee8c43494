/** The mails of flows: which link they carry, and how many may be sent. */
import { redirectTarget } from '@basedeck/core/rules'
import type { AuthCall, Statements } from './auth-call.js'
import type { AuthRow } from './auth-database.js'
import { AuthError } from './auth-error.js'
import type { AuthMailKind } from './auth-mails.js'
import { countStatement, requireWithin, spacingStatement, type CallLimit } from './call-limits.js'
import type { OneTimeToken } from './one-time-token.js'

const FIVE_MINUTES_S = 300
const HOUR_S = 3600

export const callerLimit = (
  call: AuthCall,
  what: string,
  most: number,
  periodS = FIVE_MINUTES_S,
): CallLimit => ({
  subject: `${what} ${call.ip ?? 'unknown'}`,
  most,
  periodS,
})

/** Nothing but counts is written: a crash may lose the last ones, and no call waits for the disk. */
const COUNTS_ONLY = { query: 'set local synchronous_commit = off', parameters: [] }

/** Counts, and reads what a flow begins with, in one transaction. @throws AuthError */
export async function countedRead(
  { database, texts }: AuthCall,
  limits: readonly CallLimit[],
  reads: Statements,
): Promise<AuthRow[][]> {
  const [, ...results] = await database.transact([
    COUNTS_ONLY,
    ...limits.map((limit) => countStatement(texts, limit)),
    ...reads,
  ])
  for (const [index, limit] of limits.entries()) requireWithin(results[index], limit)
  return results.slice(limits.length)
}

/**
 * The same before a mail. What it counts, and what it refuses, is the same whether or not somebody has the address.
 * @throws AuthError over_email_send_rate_limit, over_request_rate_limit
 */
export async function readBeforeMail(call: AuthCall, email: string, reads: Statements): Promise<AuthRow[][]> {
  const { settings, texts } = call
  const limits = [
    callerLimit(call, 'otp', settings.rate_limit_otp),
    {
      subject: 'mails',
      most: settings.rate_limit_email_sent,
      periodS: HOUR_S,
      code: 'over_email_send_rate_limit' as const,
    },
  ]
  const spacing = spacingStatement(texts, `mail ${email}`, settings.mailer_max_frequency_s)
  const [mayMail = [], ...rows] = await countedRead(call, limits, [spacing, ...reads])
  if (mayMail.length === 0)
    throw new AuthError('over_email_send_rate_limit', {
      message: `For security purposes, you can only request this after ${settings.mailer_max_frequency_s} seconds.`,
    })
  return rows
}

/** Where the flow leads in the end. */
export function targetOf({ query, settings }: Pick<AuthCall, 'query' | 'settings'>, asked?: string): string {
  const { site_url: siteUrl, uri_allow_list: allowList } = settings
  return redirectTarget(asked ?? query.get('redirect_to') ?? undefined, { siteUrl, allowList })
}

/** Of the address in a mail. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

export function linkAddress(
  call: AuthCall,
  { link, type, target }: { link: string; type: LinkType; target: string },
): string {
  const query = new URLSearchParams({ token: link, type, redirect_to: target })
  return `${call.issuer}/verify?${query}`
}

export interface MailedLink {
  kind: AuthMailKind
  type: LinkType
  to: string
  token: Pick<OneTimeToken, 'link' | 'code'>
  email: string
  newEmail?: string
  data: Readonly<Record<string, unknown>>
  target?: string
}

export function sendLink(
  call: AuthCall,
  { kind, type, to, token, email, newEmail = '', data, target = targetOf(call) }: MailedLink,
): void {
  call.mail({
    kind,
    to,
    variables: {
      ConfirmationURL: linkAddress(call, { link: token.link, type, target }),
      Token: token.code,
      TokenHash: token.link,
      SiteURL: call.settings.site_url,
      RedirectTo: target,
      Data: data,
      Email: email,
      NewEmail: newEmail,
    },
  })
}
