/** A new address of a user: confirmed from the new mailbox, and from the present one where the settings ask for that. */
import type { AuthCall, Statements } from './auth-call.js'
import { auditStatement } from './audit-entry.js'
import { sendLink } from './mailed-link.js'
import { identityStatement } from './new-user.js'
import { oneTimeToken, spendStatements, type OneTimeToken } from './one-time-token.js'
import type { AuthUser } from './user-rows.js'

export type AcceptedChange = { type: 'first' | 'whole'; statements: Statements }

/** The first of two confirmations is noted; the last one changes the address. */
export function acceptEmailChange(
  { settings }: AuthCall,
  user: AuthUser,
  kind: 'email_change_new' | 'email_change_current',
): AcceptedChange {
  const isFirst =
    settings.mailer_secure_email_change_enabled &&
    user.email !== undefined &&
    user.row['email_change_confirm_status'] === 0
  // The new mailbox always confirms; without the old one where that is not asked for.
  if (isFirst || (kind === 'email_change_current' && user.row['email_change_confirm_status'] === 0))
    return {
      type: 'first',
      statements: [
        ...spendStatements(kind, user.id),
        {
          query:
            'update auth.users set email_change_confirm_status = 1 where id = $1 and email_change_confirm_status = 0',
          parameters: [user.id],
          expectRows: 1,
        },
      ],
    }
  const email = user.newEmail ?? ''
  return {
    type: 'whole',
    statements: [...spendStatements(kind, user.id), ...changedEmailStatements(user, email)],
  }
}

/** The address is replaced, and everything that waited for it ends. */
export function changedEmailStatements(user: AuthUser, email: string): Statements {
  return [
    {
      query: `update auth.users set email = $2, email_change = '', email_change_token_new = '', email_change_token_current = '',
          email_change_confirm_status = 0, email_confirmed_at = now(), is_anonymous = false, updated_at = now(),
          raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
            'provider', coalesce(raw_app_meta_data ->> 'provider', 'email'),
            'providers', case when coalesce(raw_app_meta_data -> 'providers', '[]') ? 'email' then raw_app_meta_data -> 'providers'
              else coalesce(raw_app_meta_data -> 'providers', '[]') || '["email"]' end),
          raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', $2::text, 'email_verified', true)
        where id = $1 and deleted_at is null`,
      parameters: [user.id, email],
      expectRows: 1,
    },
    {
      query: `delete from auth.one_time_tokens where user_id = $1
        and token_type in ('email_change_token_new', 'email_change_token_current')`,
      parameters: [user.id],
    },
    identityStatement(user.id, 'email', { email, email_verified: true }),
  ]
}

/** What is written, and the mails that follow. @param isTaken somebody else has the address: it gets no mail, and the answer tells nothing */
export function beginEmailChange(
  call: AuthCall,
  user: AuthUser,
  { email, isTaken, flow }: { email: string; isTaken: boolean; flow: Statements },
): { statements: Statements; send(): void } {
  const endsInCode = flow.length > 0
  const asksCurrent = call.settings.mailer_secure_email_change_enabled && user.email !== undefined
  const toNew = oneTimeToken(call, 'email_change_new', { userId: user.id, relatesTo: email, endsInCode })
  const toCurrent = asksCurrent
    ? oneTimeToken(call, 'email_change_current', { userId: user.id, relatesTo: user.email ?? '', endsInCode })
    : undefined
  const mail = (to: string, token: OneTimeToken): void =>
    sendLink(call, {
      kind: 'email_change',
      type: 'email_change',
      to,
      token,
      email: user.email ?? '',
      newEmail: email,
      data: user.userMetadata,
    })
  return {
    statements: [
      {
        query: `update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1`,
        parameters: [user.id, email],
        expectRows: 1,
      },
      ...toNew.statements,
      ...(toCurrent?.statements ?? []),
      ...flow,
      auditStatement({ action: 'user_modified', actor: user, ip: call.ip }),
    ],
    send() {
      if (!isTaken) mail(email, toNew)
      if (toCurrent && user.email) mail(user.email, toCurrent)
    },
  }
}
