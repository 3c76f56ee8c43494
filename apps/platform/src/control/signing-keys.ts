/** Signing keys of projects as rows. What signs is encrypted, and erased when the key is revoked. */
import { SIGNING_KEY_ORDER } from '@basedeck/core/rules'
import type { SigningAlgorithm, SigningKey, SigningKeyState } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface SigningKeyRow extends Omit<SigningKey, 'public_jwk'> {
  /** JSON. */
  public_jwk: string | null
  /** Encrypted. Null: it was revoked, or it is the legacy one. */
  value: string | null
}

export interface NewSigningKey {
  id: string
  ref: string
  algorithm: SigningAlgorithm
  state: SigningKeyState
  origin: SigningKey['origin']
  public_jwk?: string | undefined
  /** Encrypted. */
  value?: string | undefined
}

const OF_PROJECT = `select k.id, k.algorithm, k.state, k.origin, k.public_jwk, k.value,
    k.created_at as inserted_at, k.updated_at
  from control.signing_keys k join control.projects p on p.id = k.project_id where p.ref = $1`

export function listSigningKeyRows(control: ControlDatabase, ref: string): Promise<SigningKeyRow[]> {
  const order = SIGNING_KEY_ORDER.map((state) => `'${state}'`).join(', ')
  return control.select<SigningKeyRow>(
    `${OF_PROJECT} order by array_position(array[${order}], k.state), k.updated_at desc, k.id`,
    [ref],
  )
}

/** Those whose tokens are accepted. */
export function verifyingKeyRows(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
): Promise<SigningKeyRow[]> {
  return control.selectOften<SigningKeyRow>(`${OF_PROJECT} and k.state <> 'revoked' order by k.created_at`, [
    ref,
  ])
}

export function insertSigningKey(key: NewSigningKey): ControlStatement {
  return {
    sql: `insert into control.signing_keys (id, project_id, algorithm, state, origin, public_jwk, value)
      select $1::uuid, id, $3, $4, $5, $6, $7 from control.projects where ref = $2`,
    parameters: [key.id, key.ref, key.algorithm, key.state, key.origin, key.public_jwk, key.value],
    expect: 1,
  }
}

/** The current one, if there is one, verifies from now on; the standby one signs. */
export function rotateSigningKeyRows(ref: string, standbyId: string): ControlStatement[] {
  const from = `update control.signing_keys k set state = $2, updated_at = now() from control.projects p
    where p.id = k.project_id and p.ref = $1`
  return [
    { sql: `${from} and k.state = 'current'`, parameters: [ref, 'previous'] },
    {
      sql: `${from} and k.state = 'standby' and k.id = $3`,
      parameters: [ref, 'current', standbyId],
      expect: 1,
    },
  ]
}

export function revokeSigningKeyRow(id: string, ref: string): ControlStatement {
  return {
    sql: `update control.signing_keys k set state = 'revoked', value = null, updated_at = now() from control.projects p
      where p.id = k.project_id and p.ref = $2 and k.id = $1 and k.state in ('standby', 'previous')`,
    parameters: [id, ref],
    expect: 1,
  }
}

/** What stands on the legacy secret goes with it: anon and service_role, and the secret itself. */
export function endLegacyKeys(ref: string): ControlStatement[] {
  const ofProject = `using control.projects p where p.id = x.project_id and p.ref = $1`
  return [
    { sql: `delete from control.api_keys x ${ofProject} and x.type = 'legacy'`, parameters: [ref] },
    {
      sql: `delete from control.project_secrets x ${ofProject} and x.name = 'jwt_secret'`,
      parameters: [ref],
    },
  ]
}

/** Projects in which no key signs: an older Basedeck made them. */
export async function refsWithoutCurrentKey(control: ControlDatabase): Promise<string[]> {
  const rows = await control.select<{ ref: string }>(
    `select ref from control.projects p where not exists (
       select from control.signing_keys k where k.project_id = p.id and k.state = 'current')`,
  )
  return rows.map(({ ref }) => ref)
}

/** Another process may have been faster. */
export function insertFirstSigningKey(key: NewSigningKey): ControlStatement {
  const { sql, parameters = [] } = insertSigningKey(key)
  return { sql: `${sql} on conflict do nothing`, parameters }
}
