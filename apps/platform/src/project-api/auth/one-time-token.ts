/** Tokens that are mailed: a link, and a code to type. Each works once, and only the newest of its kind. */
import { randomUUID } from 'node:crypto'
import type { AuthCall, Statements } from './auth-call.js'

export type OneTimeKind =
  | 'confirmation'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'
  | 'sms'
  | 'phone_change'

/** Where each is kept: the link with its user, the code in a table of its own. */
export const ONE_TIME = {
  confirmation: { column: 'confirmation_token', sentAt: 'confirmation_sent_at', type: 'confirmation_token' },
  recovery: { column: 'recovery_token', sentAt: 'recovery_sent_at', type: 'recovery_token' },
  email_change_new: {
    column: 'email_change_token_new',
    sentAt: 'email_change_sent_at',
    type: 'email_change_token_new',
  },
  email_change_current: {
    column: 'email_change_token_current',
    sentAt: 'email_change_sent_at',
    type: 'email_change_token_current',
  },
  reauthentication: {
    column: 'reauthentication_token',
    sentAt: 'reauthentication_sent_at',
    type: 'reauthentication_token',
  },
  // Of numbers only the code is sent.
  sms: { column: 'confirmation_token', sentAt: 'confirmation_sent_at', type: 'confirmation_token' },
  phone_change: {
    column: 'phone_change_token',
    sentAt: 'phone_change_sent_at',
    type: 'phone_change_token',
  },
} as const satisfies Record<OneTimeKind, { column: string; sentAt: string; type: string }>

export interface OneTimeToken {
  link: string
  code: string
  statements: Statements
}

/** @param relatesTo the address or the number that it is sent to */
export function oneTimeToken(
  { texts, settings }: Pick<AuthCall, 'texts' | 'settings'>,
  kind: OneTimeKind,
  { userId, relatesTo, endsInCode = false }: { userId: string; relatesTo: string; endsInCode?: boolean },
): OneTimeToken {
  const link = texts.newLink(endsInCode)
  const length = isForPhone(kind) ? settings.sms_otp_length : settings.mailer_otp_length
  const code = texts.newCode(length)
  const { column, sentAt, type } = ONE_TIME[kind]
  return {
    link,
    code,
    statements: [
      {
        query: `update auth.users set ${column} = $2, ${sentAt} = now(), updated_at = now() where id = $1`,
        parameters: [userId, texts.hash('link', link)],
        expectRows: 1,
      },
      {
        query:
          'delete from auth.one_time_tokens where user_id = $1 and token_type = $2::auth.one_time_token_type',
        parameters: [userId, type],
      },
      {
        query: `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
          values ($1, $2, $3::auth.one_time_token_type, $4, $5, now() at time zone 'utc', now() at time zone 'utc')`,
        parameters: [randomUUID(), userId, type, codeHash(texts, { userId, kind, code }), relatesTo],
      },
    ],
  }
}

export function isForPhone(kind: OneTimeKind): boolean {
  return kind === 'sms' || kind === 'phone_change'
}

/** The same digits of two users, or for two purposes, have two hashes. */
export function codeHash(
  texts: AuthCall['texts'],
  { userId, kind, code }: { userId: string; kind: OneTimeKind; code: string },
): string {
  return texts.hash('code', `${userId} ${kind} ${code}`)
}

/** Ends a token with all that is kept of it. One row must change: who used it first has it. */
export function spendStatements(kind: OneTimeKind, userId: string): Statements {
  const { column, type } = ONE_TIME[kind]
  return [
    {
      query:
        'delete from auth.one_time_tokens where user_id = $1 and token_type = $2::auth.one_time_token_type',
      parameters: [userId, type],
      expectRows: 1,
    },
    { query: `update auth.users set ${column} = '', updated_at = now() where id = $1`, parameters: [userId] },
  ]
}
