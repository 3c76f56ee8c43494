/** People, and how they prove who they are. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface ProfileRow {
  id: string
  email: string | null
  first_name: string
  password_hash: string | null
  created_at: string
}

const columns = 'id, email, first_name, password_hash, created_at'

export async function profileByEmail(
  control: ControlDatabase,
  email: string,
): Promise<ProfileRow | undefined> {
  const [row] = await control.select<ProfileRow>(
    `select ${columns} from control.profiles where lower(email) = lower($1)`,
    [email],
  )
  return row
}

export async function profileById(control: ControlDatabase, id: string): Promise<ProfileRow | undefined> {
  const [row] = await control.select<ProfileRow>(`select ${columns} from control.profiles where id = $1`, [
    id,
  ])
  return row
}

export function insertProfile(profile: {
  id: string
  email: string
  firstName: string
  passwordHash: string
}): ControlStatement {
  return {
    sql: 'insert into control.profiles (id, email, first_name, password_hash) values ($1, $2, $3, $4)',
    parameters: [profile.id, profile.email, profile.firstName, profile.passwordHash],
  }
}

export function setPassword(profileId: string, passwordHash: string): ControlStatement {
  return {
    sql: 'update control.profiles set password_hash = $2 where id = $1',
    parameters: [profileId, passwordHash],
    expect: 1,
  }
}

/** Whether the first account has been made. */
export async function hasAccounts(control: ControlDatabase): Promise<boolean> {
  const [row] = await control.select<{ exists: boolean }>(
    'select exists (select from control.profiles where not is_local) as exists',
  )
  return row?.exists === true
}
