/** Lines of a project's audit log of sign-in, in its own database. */
import { randomUUID } from 'node:crypto'
import type { BatchStatement } from '../../engines/engine.js'
import type { AuthUser } from './user-rows.js'

export type AuditAction =
  | 'login'
  | 'logout'
  | 'user_signedup'
  | 'user_confirmation_requested'
  | 'user_repeated_signup'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'user_updated_password'
  | 'user_modified'
  | 'user_deleted'
  | 'user_invited'
  | 'invite_accepted'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'token_refreshed'
  | 'token_revoked'
  | 'factor_in_progress'
  | 'factor_unenrolled'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_deleted'
  | 'acted_as_user'
  | 'passkey_created'
  | 'passkey_deleted'

/** Kinds of actions, as readers of the log group them. */
const LOG_TYPES: Readonly<Partial<Record<AuditAction, string>>> = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_refreshed: 'token',
  token_revoked: 'token',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  passkey_created: 'factor',
  passkey_deleted: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
}

export interface AuditEntry {
  action: AuditAction
  /** Who did it. `admin`: somebody with a secret key. */
  actor: Pick<AuthUser, 'id' | 'email' | 'phone'> | 'admin'
  ip: string | null
  traits?: Readonly<Record<string, unknown>>
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Statements know their action, so that what was done can be counted when they are kept. */
const ACTIONS = new WeakMap<BatchStatement, AuditAction>()

/** Undefined: the statement writes no line of the audit log. */
export function actionOf(statement: BatchStatement): AuditAction | undefined {
  return ACTIONS.get(statement)
}

export function auditStatement({ action, actor, ip, traits }: AuditEntry): BatchStatement {
  const by =
    actor === 'admin'
      ? { actor_id: NO_ID, actor_username: 'service_role', actor_via_sso: false }
      : { actor_id: actor.id, actor_username: actor.email ?? actor.phone ?? '', actor_via_sso: false }
  const payload = { action, ...by, log_type: LOG_TYPES[action] ?? 'user', ...(traits && { traits }) }
  const statement = {
    query: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      values ('${NO_ID}', $1, $2::jsonb || jsonb_build_object('timestamp', now()), now(), $3)`,
    parameters: [randomUUID(), JSON.stringify(payload), ip ?? ''],
  }
  ACTIONS.set(statement, action)
  return statement
}
