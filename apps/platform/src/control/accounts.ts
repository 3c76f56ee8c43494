/** All accounts of the installation, and the changes that administrators make to them. */
import type { InstallationAccount, InstallationOrganization } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { endCredentials } from './credentials.js'
import { deleteRecoveryCodes } from './second-factors.js'

export type AccountRow = Omit<InstallationAccount, 'is_you'>

export interface Page {
  search: string | undefined
  limit: number
  offset: number
}

const ACCOUNT = `p.id, p.first_name, p.email, p.email_proved_at is not null as is_email_proved, p.is_administrator,
  p.disabled_at is not null as is_disabled, p.created_at as inserted_at,
  exists (select from control.totp_factors f where f.profile_id = p.id and f.verified_at is not null)
    as is_mfa_enabled,
  greatest(
    (select max(s.last_seen_at) from control.sessions s where s.profile_id = p.id),
    (select max(a.occurred_at) from control.audit_log a where a.actor_id = p.id)) as last_seen_at,
  (select count(*)::int from control.members m where m.profile_id = p.id) as organizations`

const FITTING = `not p.is_local and ($1::text is null
  or strpos(lower(p.first_name), lower($1)) > 0 or strpos(lower(p.email), lower($1)) > 0)`

export async function listAccountRows(
  control: ControlDatabase,
  { search, limit, offset }: Page,
): Promise<{ accounts: AccountRow[]; count: number }> {
  const words = search === '' ? undefined : search
  const [accounts, [total]] = await Promise.all([
    control.select<AccountRow>(
      `select ${ACCOUNT} from control.profiles p where ${FITTING}
       order by p.created_at desc, p.id limit $2 offset $3`,
      [words, limit, offset],
    ),
    control.select<{ count: number }>(
      `select count(*)::int as count from control.profiles p where ${FITTING}`,
      [words],
    ),
  ])
  return { accounts, count: total?.count ?? 0 }
}

export async function accountRow(control: ControlDatabase, id: string): Promise<AccountRow | undefined> {
  const [row] = await control.select<AccountRow>(
    `select ${ACCOUNT} from control.profiles p where p.id = $1 and not p.is_local`,
    [id],
  )
  return row
}

/** The account can't sign in, and its sessions and tokens end. */
export function disableAccount(id: string): ControlStatement[] {
  return [
    ...keepAnAdministrator(id),
    {
      sql: 'update control.profiles set disabled_at = coalesce(disabled_at, now()) where id = $1',
      parameters: [id],
      expect: 1,
    },
    ...endCredentials(id),
  ]
}

export function enableAccount(id: string): ControlStatement {
  return {
    sql: 'update control.profiles set disabled_at = null where id = $1',
    parameters: [id],
    expect: 1,
  }
}

export function setAdministrator(id: string, isOne: boolean): ControlStatement[] {
  return [
    ...(isOne ? [] : keepAnAdministrator(id)),
    {
      sql: 'update control.profiles set is_administrator = $2 where id = $1',
      parameters: [id, isOne],
      expect: 1,
    },
  ]
}

export function deleteAccountRow(id: string): ControlStatement[] {
  return [
    ...keepAnAdministrator(id),
    { sql: 'delete from control.profiles where id = $1', parameters: [id], expect: 1 },
  ]
}

/** Where `keepAnAdministrator` refuses. */
export const ADMINISTRATOR_CHECK = 1

/** Another administrator who can sign in must remain. Changes are serialized, so that two at once can't remove both. */
function keepAnAdministrator(id: string): ControlStatement[] {
  return [
    { sql: 'lock table control.profiles in share row exclusive mode' },
    {
      sql: `select to_json(1) where exists (select from control.profiles
          where id <> $1 and is_administrator and disabled_at is null)
        or not exists (select from control.profiles where id = $1 and is_administrator)`,
      parameters: [id],
      expect: 1,
    },
  ]
}

export function resetFactors(id: string): ControlStatement[] {
  return [
    { sql: 'delete from control.totp_factors where profile_id = $1', parameters: [id] },
    deleteRecoveryCodes(id),
    ...endCredentials(id),
  ]
}

/** Names of the organizations whose only owner is this account. */
export async function onlyOwnerOf(control: ControlDatabase, id: string): Promise<string[]> {
  const rows = await control.select<{ name: string }>(
    `select o.name from control.organizations o
       join control.members m on m.organization_id = o.id and m.profile_id = $1 and m.role = 'owner'
     where not exists (select from control.members other
       where other.organization_id = o.id and other.role = 'owner' and other.profile_id <> $1)
     order by lower(o.name)`,
    [id],
  )
  return rows.map(({ name }) => name)
}

export async function listAllOrganizationRows(
  control: ControlDatabase,
  { search, limit, offset }: Page,
): Promise<{ organizations: InstallationOrganization[]; count: number }> {
  const words = search === '' ? undefined : search
  const found = `($1::text is null or strpos(lower(o.name), lower($1)) > 0 or strpos(o.slug, lower($1)) > 0)`
  const [organizations, [total]] = await Promise.all([
    control.select<InstallationOrganization>(
      `select o.slug, o.name, o.requires_mfa, o.created_at as inserted_at,
         (select count(*)::int from control.members m where m.organization_id = o.id) as members,
         (select count(*)::int from control.projects j where j.organization_id = o.id) as projects
       from control.organizations o where ${found}
       order by lower(o.name), o.id limit $2 offset $3`,
      [words, limit, offset],
    ),
    control.select<{ count: number }>(
      `select count(*)::int as count from control.organizations o where ${found}`,
      [words],
    ),
  ])
  return { organizations, count: total?.count ?? 0 }
}
