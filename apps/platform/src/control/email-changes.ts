/** Changes of an account's address, as rows. */
import type { EmailChange } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

const HOURS = 24

export interface NewEmailChange {
  profileId: string
  email: string
  /** Null: the old mailbox does not have to confirm. */
  oldTokenHash: string | null
  newTokenHash: string
}

/** Replaces one that was begun before. */
export function beginEmailChange({
  profileId,
  email,
  oldTokenHash,
  newTokenHash,
}: NewEmailChange): ControlStatement {
  return {
    sql: `insert into control.email_changes as c (profile_id, email, old_token_hash, new_token_hash, expires_at)
      values ($1, $2, $3, $4, now() + interval '${HOURS} hours')
      on conflict (profile_id) do update set email = excluded.email, old_token_hash = excluded.old_token_hash,
        new_token_hash = excluded.new_token_hash, expires_at = excluded.expires_at`,
    parameters: [profileId, email, oldTokenHash, newTokenHash],
  }
}

export function deleteEmailChange(profileId: string): ControlStatement {
  return { sql: 'delete from control.email_changes where profile_id = $1', parameters: [profileId] }
}

interface EmailChangeRow {
  profile_id: string
  email: string
  old_token_hash: string | null
  new_token_hash: string | null
}

const COLUMNS = 'profile_id, email, old_token_hash, new_token_hash'

/** The change that a link belongs to, and which mailbox the link went to. Undefined: it is used up or too old. */
export async function emailChangeByToken(
  control: Pick<ControlDatabase, 'select'>,
  hash: string,
): Promise<{ profileId: string; email: string; mailbox: 'old' | 'new'; isLast: boolean } | undefined> {
  const [row] = await control.select<EmailChangeRow>(
    `select ${COLUMNS} from control.email_changes
     where (old_token_hash = $1 or new_token_hash = $1) and expires_at > now()`,
    [hash],
  )
  if (!row) return undefined
  const { profile_id: profileId, email, old_token_hash, new_token_hash } = row
  const mailbox = old_token_hash === hash ? 'old' : 'new'
  return { profileId, email, mailbox, isLast: (mailbox === 'old' ? new_token_hash : old_token_hash) === null }
}

/** Uses a link up, unless it was used meanwhile. @param isLast whether no other confirmation is missing */
export function confirmEmailChange(hash: string, mailbox: 'old' | 'new', isLast: boolean): ControlStatement {
  const other = mailbox === 'old' ? 'new' : 'old'
  const where = `${mailbox}_token_hash = $1 and (${other}_token_hash is null) = $2::boolean and expires_at > now()`
  return {
    sql: isLast
      ? `delete from control.email_changes where ${where}`
      : `update control.email_changes set ${mailbox}_token_hash = null where ${where}`,
    parameters: [hash, isLast],
    expect: 1,
  }
}

/** @param isProved whether the new address is verified */
export function setEmail(profileId: string, email: string, isProved: boolean): ControlStatement {
  return {
    sql: `update control.profiles set email = $2, email_proved_at = case when $3::boolean then now() end where id = $1`,
    parameters: [profileId, email, isProved],
    expect: 1,
  }
}

/** The change that waits; undefined: none. */
export async function emailChangeOf(
  control: Pick<ControlDatabase, 'select'>,
  profileId: string,
): Promise<EmailChange | undefined> {
  const [row] = await control.select<EmailChangeRow>(
    `select ${COLUMNS} from control.email_changes where profile_id = $1 and expires_at > now()`,
    [profileId],
  )
  if (!row) return undefined
  const { email, old_token_hash, new_token_hash } = row
  return {
    email,
    confirmed: [
      ...(old_token_hash === null ? ['old' as const] : []),
      ...(new_token_hash === null ? ['new' as const] : []),
    ],
  }
}
