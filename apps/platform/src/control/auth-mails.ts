/** Mails of the projects' auth services: what was sent or kept in the last day. */
import type { AuthMailKind, AuthMailWay } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** A mail, and how its delivery goes. */
export interface AuthMailRow {
  id: string
  kind: AuthMailKind
  way: AuthMailWay
  /** Sealed for `authMailPurpose`. */
  content: string
  created_at: string
  /** Of its delivery; null: it is kept. */
  status: 'waiting' | 'delivered' | 'failed' | null
  attempts: number
  /** Of the last attempt. */
  reason: string | null
}

export function authMailPurpose(id: string): string {
  return `auth mail ${id}`
}

/** @param most how many mails may go by the platform's server in an hour; absent: any number. Beyond it no row is touched. */
export function addAuthMail(
  ref: string,
  { id, kind, way, content }: Pick<AuthMailRow, 'id' | 'kind' | 'way' | 'content'>,
  most?: number,
): ControlStatement {
  return {
    sql: `insert into control.auth_mails (id, project_id, kind, way, content)
      select $1::uuid, p.id, $3, $4, $5 from control.projects p where p.ref = $2 and ($6::int is null or $6::int >
        (select count(*) from control.auth_mails m where m.project_id = p.id and m.way = 'platform'
          and m.created_at > now() - interval '1 hour'))`,
    parameters: [id, ref, kind, way, content, most],
    expect: 1,
  }
}

const OF_LAST_DAY = `select m.id, m.kind, m.way, m.content, m.created_at, d.status, coalesce(d.attempts, 0) as attempts,
    (select a.reason from control.delivery_attempts a where a.delivery_id = m.id order by a.at desc limit 1) as reason
  from control.auth_mails m join control.projects p on p.id = m.project_id
  left join control.deliveries d on d.id = m.id
  where p.ref = $1 and m.created_at > now() - interval '1 day'`

/** The newest first. */
export function listAuthMails(control: Pick<ControlDatabase, 'select'>, ref: string, most = 100) {
  return control.select<AuthMailRow>(`${OF_LAST_DAY} order by m.created_at desc, m.id limit $2::int`, [
    ref,
    most,
  ])
}

/** Undefined where no mail has this id, or where it is older than a day. */
export async function authMailById(control: Pick<ControlDatabase, 'select'>, ref: string, id: string) {
  const [row] = await control.select<AuthMailRow>(`${OF_LAST_DAY} and m.id = $2::uuid`, [ref, id])
  return row
}

export function deleteAuthMail(ref: string, id: string): ControlStatement {
  return {
    sql: `delete from control.auth_mails m using control.projects p
      where p.id = m.project_id and p.ref = $1 and m.id = $2::uuid`,
    parameters: [ref, id],
    expect: 1,
  }
}

export const forgetOldAuthMails: ControlStatement = {
  sql: `delete from control.auth_mails where created_at < now() - interval '1 day'`,
}
