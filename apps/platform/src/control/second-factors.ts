/** Authenticator apps and recovery codes of the profiles. The apps' secrets are encrypted. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface FactorRow {
  id: string
  name: string
  /** Encrypted. */
  secret: string
  verified: boolean
  last_step: number
  inserted_at: string
}

export function listFactorRows(control: ControlDatabase, profileId: string): Promise<FactorRow[]> {
  return control.select<FactorRow>(
    `select id, name, secret, verified_at is not null as verified, last_step, created_at as inserted_at
     from control.totp_factors where profile_id = $1 order by created_at`,
    [profileId],
  )
}

export async function countRecoveryCodes(control: ControlDatabase, profileId: string): Promise<number> {
  const [row] = await control.select<{ count: number }>(
    'select count(*)::int as count from control.recovery_codes where profile_id = $1',
    [profileId],
  )
  return row?.count ?? 0
}

/** Replaces an app that was never verified. */
export function insertFactor(factor: {
  id: string
  profileId: string
  name: string
  secret: string
}): ControlStatement[] {
  return [
    {
      sql: 'delete from control.totp_factors where profile_id = $1 and verified_at is null',
      parameters: [factor.profileId],
    },
    {
      sql: 'insert into control.totp_factors (id, profile_id, name, secret) values ($1, $2, $3, $4)',
      parameters: [factor.id, factor.profileId, factor.name, factor.secret],
    },
  ]
}

/** Marks a code's time step as used; touches no row when that step or a later one was used before. */
export function takeStep(factorId: string, step: number): ControlStatement {
  return {
    sql: `update control.totp_factors set last_step = $2, verified_at = coalesce(verified_at, now())
      where id = $1 and last_step < $2`,
    parameters: [factorId, step],
    expect: 1,
  }
}

export function deleteFactor(factorId: string, profileId: string): ControlStatement {
  return {
    sql: 'delete from control.totp_factors where id = $1 and profile_id = $2',
    parameters: [factorId, profileId],
    expect: 1,
  }
}

/** Marks a recovery code as used; touches no row when the code is unknown or used. */
export function takeRecoveryCode(profileId: string, codeHash: string): ControlStatement {
  return {
    sql: 'delete from control.recovery_codes where profile_id = $1 and code_hash = $2',
    parameters: [profileId, codeHash],
    expect: 1,
  }
}

export function deleteRecoveryCodes(profileId: string): ControlStatement {
  return { sql: 'delete from control.recovery_codes where profile_id = $1', parameters: [profileId] }
}

export function replaceRecoveryCodes(profileId: string, hashes: readonly string[]): ControlStatement[] {
  return [
    deleteRecoveryCodes(profileId),
    {
      sql: `insert into control.recovery_codes (profile_id, code_hash)
        select $1::uuid, unnest(string_to_array($2, ','))`,
      parameters: [profileId, hashes.join(',')],
    },
  ]
}
