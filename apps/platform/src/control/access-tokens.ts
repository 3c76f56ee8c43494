/** Access tokens for scripts. */
import type { AccessToken, TokenAccess } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export function listAccessTokenRows(control: ControlDatabase, profileId: string): Promise<AccessToken[]> {
  return control.select<AccessToken>(
    `select t.id, t.name, t.access, o.slug as organization_slug, p.ref as project_ref, t.prefix,
       t.created_at as inserted_at, t.last_used_at, t.expires_at
     from control.access_tokens t left join control.organizations o on o.id = t.organization_id
       left join control.projects p on p.id = t.project_id
     where t.profile_id = $1 order by t.created_at desc`,
    [profileId],
  )
}

export function insertAccessToken(token: {
  id: string
  profileId: string
  name: string
  hash: string
  prefix: string
  expiresAt: Date | undefined
  access: TokenAccess
  organizationId: number | undefined
  projectId: number | undefined
}): ControlStatement {
  return {
    sql: `insert into control.access_tokens
        (id, profile_id, name, token_hash, prefix, expires_at, access, organization_id, project_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    parameters: [
      token.id,
      token.profileId,
      token.name,
      token.hash,
      token.prefix,
      token.expiresAt?.toISOString(),
      token.access,
      token.organizationId,
      token.projectId,
    ],
  }
}

export function deleteAccessTokenRow(id: string, profileId: string): ControlStatement {
  return {
    sql: 'delete from control.access_tokens where id = $1 and profile_id = $2',
    parameters: [id, profileId],
    expect: 1,
  }
}
