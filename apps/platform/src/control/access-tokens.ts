/** Access tokens for scripts. */
import type { AccessToken } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export function listAccessTokenRows(control: ControlDatabase, profileId: string): Promise<AccessToken[]> {
  return control.select<AccessToken>(
    `select id, name, prefix, created_at as inserted_at, last_used_at, expires_at
     from control.access_tokens where profile_id = $1 order by created_at desc`,
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
}): ControlStatement {
  return {
    sql: `insert into control.access_tokens (id, profile_id, name, token_hash, prefix, expires_at)
      values ($1, $2, $3, $4, $5, $6)`,
    parameters: [
      token.id,
      token.profileId,
      token.name,
      token.hash,
      token.prefix,
      token.expiresAt?.toISOString(),
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
