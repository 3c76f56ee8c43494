/** What acts in an organization without signing in, as rows. */
import type { HeldKey, HeldTemporaryKeys, HeldToken } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface HeldTokenRow extends HeldToken {
  /** The role of its holder. */
  role_id: string
}

/** Tokens that work in the organization now. The latest use first. */
export function heldTokens(control: ControlDatabase, organizationId: number): Promise<HeldTokenRow[]> {
  return control.select<HeldTokenRow>(
    `select t.id, t.name, t.prefix, t.access, j.ref as project_ref, m.role as role_id,
       json_build_object('profile_id', p.id, 'first_name', p.first_name, 'email', p.email) as holder,
       case when j.id is not null then 'project' when t.organization_id is not null then 'organization'
         else 'everywhere' end as reach,
       t.created_at as inserted_at, t.last_used_at, t.expires_at
     from control.access_tokens t join control.profiles p on p.id = t.profile_id
       join control.members m on m.profile_id = p.id and m.organization_id = $1
       left join control.projects j on j.id = t.project_id
     where coalesce(j.organization_id, t.organization_id, $1) = $1
       and (t.expires_at is null or t.expires_at > now()) and p.disabled_at is null
       and not exists (select from control.refused_tokens r where r.token_id = t.id and r.organization_id = $1)
     order by t.last_used_at desc nulls last, t.created_at desc`,
    [organizationId],
  )
}

export function heldKeys(control: ControlDatabase, organizationId: number): Promise<HeldKey[]> {
  return control.select<HeldKey>(
    `select k.id, p.ref as project_ref, p.name as project_name, k.name, k.type, k.prefix,
       k.created_at as inserted_at, k.last_used_at, k.ends_at
     from control.api_keys k join control.projects p on p.id = k.project_id
     where p.organization_id = $1 and (k.ends_at is null or k.ends_at > now())
     order by lower(p.name), p.ref, array_position(array['publishable', 'secret', 'legacy'], k.type), k.created_at`,
    [organizationId],
  )
}

/** Temporary keys are kept nowhere: the audit log tells of each, and they live for an hour at most. */
export function heldTemporaryKeys(
  control: ControlDatabase,
  organizationId: number,
): Promise<HeldTemporaryKeys[]> {
  return control.select<HeldTemporaryKeys>(
    `select json_build_object('profile_id', a.actor_id, 'first_name', min(a.actor_name)) as holder, a.project_ref,
       count(*)::int as count, max(a.occurred_at) as last_made_at,
       max(a.occurred_at + make_interval(secs => (a.detail->>'seconds')::int)) as ends_at
     from control.audit_log a
     where a.organization_id = $1 and a.action = 'api_key.temporary' and a.occurred_at > now() - interval '1 hour'
       and a.actor_id is not null and a.project_ref is not null
       and a.occurred_at + make_interval(secs => (a.detail->>'seconds')::int) > now()
     group by a.actor_id, a.project_ref order by max(a.occurred_at) desc`,
    [organizationId],
  )
}

/** The token works nowhere from then on. */
export function endToken(id: string): ControlStatement {
  return { sql: 'delete from control.access_tokens where id = $1', parameters: [id], expect: 1 }
}

/** The token stays, and does not work in the organization. */
export function refuseToken(id: string, organizationId: number): ControlStatement {
  return {
    sql: `insert into control.refused_tokens (token_id, organization_id) values ($1, $2) on conflict do nothing`,
    parameters: [id, organizationId],
  }
}
