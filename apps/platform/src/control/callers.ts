/** Finds the person behind a session or an access token, and their memberships, in one query. */
import type { TokenAccess } from '@basedeck/platform-client/contract'
import type { Caller, Membership } from '../access/caller.js'
import type { ControlDatabase } from './control-database.js'
import { REQUIRES_MFA_EVERYWHERE } from './installation-settings.js'

/** Sessions end after this time without use. */
export const SESSION_IDLE_DAYS = 7

interface CallerRow {
  id: string
  first_name: string
  email: string | null
  is_mfa_enabled: boolean
  is_administrator: boolean
  created_at: string
  credential_id: string
  awaits_second_factor: boolean
  /** Whether the time of last use should be updated. */
  is_stale: boolean
  memberships: Membership[]
  /** Of a token. */
  access?: TokenAccess
  token_name?: string
  organization_id?: number | null
  project_ref?: string | null
  project_organization_id?: number | null
}

export type FoundCaller =
  | { status: 'signed-in'; caller: Caller; isStale: boolean }
  | { status: 'second-factor-needed'; profileId: string; sessionId: string; email: string }

/** @param more which of the person's organizations count */
const membershipsWhere = (more: string) => `
  coalesce((
    select json_agg(json_build_object(
      'organizationId', o.id, 'slug', o.slug, 'roleId', m.role,
      'requiresMfa', o.requires_mfa or ${REQUIRES_MFA_EVERYWHERE}) order by o.id)
    from control.members m join control.organizations o on o.id = m.organization_id
    where m.profile_id = p.id ${more}
  ), '[]') as memberships`

const MEMBERSHIPS = membershipsWhere('')

/** Without those that an administrator there refused the token. */
const TOKEN_MEMBERSHIPS = membershipsWhere(`and not exists (
      select from control.refused_tokens r where r.token_id = t.id and r.organization_id = m.organization_id)`)

const PROFILE = `p.id, p.first_name, p.email, p.created_at, p.is_administrator,
  exists (select from control.totp_factors f where f.profile_id = p.id and f.verified_at is not null)
    as is_mfa_enabled`

const sessionWhere = (condition: string) => `
  select ${PROFILE}, s.id as credential_id, s.awaits_second_factor,
    s.last_seen_at < now() - interval '5 minutes' as is_stale, ${MEMBERSHIPS}
  from control.sessions s join control.profiles p on p.id = s.profile_id
  where ${condition} and s.expires_at > now() and p.disabled_at is null
    and s.last_seen_at > now() - interval '${SESSION_IDLE_DAYS} days'`

const tokenWhere = (condition: string) => `
  select ${PROFILE}, t.id as credential_id, false as awaits_second_factor,
    coalesce(t.last_used_at < now() - interval '5 minutes', true) as is_stale, ${TOKEN_MEMBERSHIPS},
    t.access, t.name as token_name, t.organization_id, j.ref as project_ref, j.organization_id as project_organization_id
  from control.access_tokens t join control.profiles p on p.id = t.profile_id
    left join control.projects j on j.id = t.project_id
  where ${condition} and (t.expires_at is null or t.expires_at > now()) and p.disabled_at is null`

const BY_SESSION = sessionWhere('s.token_hash = $1')
const BY_TOKEN = tokenWhere('t.token_hash = $1')
const BY_CREDENTIAL = {
  session: sessionWhere('s.id = $1'),
  token: tokenWhere('t.id = $1'),
}

const LOCAL = `
  select ${PROFILE}, null as credential_id, false as awaits_second_factor, false as is_stale, ${MEMBERSHIPS}
  from control.profiles p where p.is_local`

export async function callerOfSession(
  control: ControlDatabase,
  tokenHash: string,
): Promise<FoundCaller | undefined> {
  const [row] = await control.selectOften<CallerRow>(BY_SESSION, [tokenHash])
  if (!row) return undefined
  if (!row.awaits_second_factor) return { status: 'signed-in', ...callerOf(row, 'session') }
  return {
    status: 'second-factor-needed',
    profileId: row.id,
    sessionId: row.credential_id,
    email: row.email ?? '',
  }
}

export async function callerOfToken(
  control: ControlDatabase,
  tokenHash: string,
): Promise<FoundCaller | undefined> {
  const [row] = await control.selectOften<CallerRow>(BY_TOKEN, [tokenHash])
  return row && { status: 'signed-in', ...callerOf(row, 'token') }
}

/** The caller whose session or token has this id; undefined: it ended, or waits for the second factor. */
export async function callerOfCredential(
  control: Pick<ControlDatabase, 'selectOften'>,
  via: 'session' | 'token',
  id: string,
): Promise<Caller | undefined> {
  const [row] = await control.selectOften<CallerRow>(BY_CREDENTIAL[via], [id])
  return row && !row.awaits_second_factor ? callerOf(row, via).caller : undefined
}

/** The fixed profile of a platform without accounts. */
export async function localCaller(
  control: Pick<ControlDatabase, 'selectOften'>,
): Promise<Caller | undefined> {
  const [row] = await control.selectOften<CallerRow>(LOCAL)
  return row && callerOf(row, 'local').caller
}

/** Updates the time of last use of a session or token. */
export async function markUsed(control: ControlDatabase, caller: Caller): Promise<void> {
  const sql =
    caller.via === 'session'
      ? 'update control.sessions set last_seen_at = now() where id = $1'
      : 'update control.access_tokens set last_used_at = now() where id = $1'
  await control.write([{ sql, parameters: [caller.credentialId] }])
}

function callerOf(row: CallerRow, via: Caller['via']): { caller: Caller; isStale: boolean } {
  const { access, organization_id = null, project_ref = null, project_organization_id = null } = row
  const only = project_organization_id ?? organization_id
  return {
    isStale: row.is_stale,
    caller: {
      id: row.id,
      name: row.first_name,
      email: row.email,
      isMfaEnabled: row.is_mfa_enabled,
      isAdministrator: row.is_administrator,
      createdAt: row.created_at,
      via,
      credentialId: row.credential_id,
      token: via === 'token' ? { id: row.credential_id, name: row.token_name ?? '' } : null,
      scope: access === undefined ? null : { access, projectRef: project_ref, isNarrow: only !== null },
      memberships: row.memberships.filter(({ organizationId }) => only === null || organizationId === only),
    },
  }
}
