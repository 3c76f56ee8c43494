/** People and their credentials. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface ProfileRow {
  id: string
  email: string | null
  first_name: string
  password_hash: string | null
  created_at: string
  is_email_proved: boolean
  is_disabled: boolean
  /** The organization whose invitation made the account. */
  made_in: number | null
}

const COLUMNS =
  'id, email, first_name, password_hash, created_at, email_proved_at is not null as is_email_proved, disabled_at is not null as is_disabled, made_in'

export async function profileByEmail(
  control: ControlDatabase,
  email: string,
): Promise<ProfileRow | undefined> {
  const [row] = await control.select<ProfileRow>(
    `select ${COLUMNS} from control.profiles where lower(email) = lower($1)`,
    [email],
  )
  return row
}

export async function profileById(control: ControlDatabase, id: string): Promise<ProfileRow | undefined> {
  const [row] = await control.select<ProfileRow>(`select ${COLUMNS} from control.profiles where id = $1`, [
    id,
  ])
  return row
}

export interface NewProfile {
  id: string
  email: string
  firstName: string
  passwordHash: string
  /** Whether the email address is verified. */
  isEmailProved: boolean
  /** The organization whose invitation makes the account. */
  madeIn?: number
  /** Whether the account is an administrator. Default false. */
  isAdministrator?: boolean
}

export function insertProfile(profile: NewProfile): ControlStatement {
  return {
    sql: `insert into control.profiles
        (id, email, first_name, password_hash, email_proved_at, made_in, is_administrator)
      values ($1, $2, $3, $4, case when $5::boolean then now() end, $6, $7)`,
    parameters: [
      profile.id,
      profile.email,
      profile.firstName,
      profile.passwordHash,
      profile.isEmailProved,
      profile.madeIn ?? null,
      profile.isAdministrator ?? false,
    ],
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
