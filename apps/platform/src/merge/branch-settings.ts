/** The buckets and the auth settings of a branch and its parent, as texts that are compared. */
import { AUTH_SECRETS, type AuthConfig, type MergeValue } from '@basedeck/platform-client/contract'
import { quoteLiteral } from '@basedeck/core/sql'
import { randomUUID } from 'node:crypto'
import { authConfigOf, authSecretOf } from '../control/auth-settings.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { Database } from '../engines/engine.js'
import type { SecretBox } from '../secrets/secret-box.js'

/** Values by name, as JSON. */
export type NamedTexts = Readonly<Record<string, string>>

const BUCKETS_SQL = `select b.id, pg_catalog.json_build_object('public', b.public, 'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types)::text from storage.buckets b order by b.id collate "C"`

const ARE_THERE_SQL = `select pg_catalog.to_regclass('storage.buckets') is not null`

/** Empty where the database has no storage. @throws DatabaseError, EngineError */
export async function bucketsIn(database: Pick<Database, 'run'>): Promise<NamedTexts> {
  const ask = async (query: string) =>
    (await database.run({ runId: randomUUID(), query, readOnly: true })).results[0]?.rows ?? []
  const [[there] = []] = await ask(ARE_THERE_SQL)
  if (there !== 't') return {}
  return Object.fromEntries((await ask(BUCKETS_SQL)).map(([id, json]) => [id ?? '', json ?? '']))
}

/** Without secrets. */
export function authTexts(config: AuthConfig | undefined): NamedTexts {
  const { version: _version, secrets_set: _secrets, ...settings } = config ?? ({} as AuthConfig)
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]))
}

/** @param base undefined: not known */
export function differingValues(
  base: NamedTexts | undefined,
  parent: NamedTexts,
  branch: NamedTexts,
): MergeValue[] {
  const names = [...new Set([...Object.keys(parent), ...Object.keys(branch)])].sort()
  return names.flatMap((id) => {
    const [o, p, b] = [base?.[id], parent[id], branch[id]]
    const isTheirs = base !== undefined && p !== o
    if (p === b || (isTheirs && b === o)) return []
    return { id, base: o ?? null, parent: p ?? null, branch: b ?? null, conflict: isTheirs, secret: false }
  })
}

export interface Secrets {
  control: Pick<ControlDatabase, 'selectOften'>
  box: Pick<SecretBox, 'open'>
}

/** Secrets whose values differ. */
export async function differingSecrets(
  { control, box }: Secrets,
  parent: string,
  branch: string,
): Promise<MergeValue[]> {
  const set = async (ref: string) => new Set((await authConfigOf(control, ref))?.secrets_set)
  const [inParent, inBranch] = [await set(parent), await set(branch)]
  const found: MergeValue[] = []
  for (const name of AUTH_SECRETS) {
    if (!inParent.has(name) && !inBranch.has(name)) continue
    const [one, other] = [
      await authSecretOf(control, box, parent, name),
      await authSecretOf(control, box, branch, name),
    ]
    if (one === other) continue
    const said = (value: string | undefined) => (value === undefined ? null : '')
    found.push({
      id: name,
      base: null,
      parent: said(one),
      branch: said(other),
      conflict: false,
      secret: true,
    })
  }
  return found
}

/** The statement that makes of one value of a bucket another; it touches one row where the bucket is as it was. */
export function bucketStatement(id: string, from: string | null, to: string | null): string {
  const name = quoteLiteral(id)
  const isAsBefore = from === null ? '' : ` and ${isAs(from)}`
  if (to === null) return `delete from storage.buckets where id = ${name}${isAsBefore}`
  const { is_public, limit, types } = sqlOf(to)
  if (from === null)
    return `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (${name}, ${name}, ${is_public}, ${limit}, ${types})`
  return `update storage.buckets set public = ${is_public}, file_size_limit = ${limit}, allowed_mime_types = ${types}, updated_at = pg_catalog.clock_timestamp() where id = ${name}${isAsBefore}`
}

function isAs(json: string): string {
  const { is_public, limit, types } = sqlOf(json)
  return `public = ${is_public} and file_size_limit is not distinct from ${limit} and allowed_mime_types is not distinct from ${types}`
}

function sqlOf(json: string) {
  const value = JSON.parse(json) as {
    public: boolean
    file_size_limit: number | null
    allowed_mime_types: string[] | null
  }
  const types = value.allowed_mime_types
  return {
    is_public: String(value.public),
    limit: value.file_size_limit === null ? 'null::bigint' : `${value.file_size_limit}::bigint`,
    types: types === null ? 'null::text[]' : `array[${types.map(quoteLiteral).join(', ')}]::text[]`,
  }
}
