/**
 * Secrets in the project's own database, by the extension supabase_vault: its view `vault.decrypted_secrets`, and its functions
 * `create_secret` and `update_secret`. Values go as parameters, so that no text of SQL has one.
 */
import { randomUUID } from 'node:crypto'
import { SECRETS_MAX, type VaultSecret } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import { DatabaseError, type BatchStatement, type Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { requestText } from '../text/errors.js'
import type { VaultStore } from './vault-store.js'

/** The tenant can make a schema of this name, but no extension. */
const IS_THERE = `select exists (select from pg_catalog.pg_extension where extname = 'supabase_vault')
  and pg_catalog.to_regclass('vault.decrypted_secrets') is not null`

const LIST = `select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
    'id', s.id, 'name', coalesce(s.name, ''), 'description', coalesce(s.description, ''),
    'inserted_at', s.created_at, 'updated_at', s.updated_at, 'made_by', null, 'changed_by', null)
    order by s.name nulls last, s.id), '[]') from vault.secrets s`

const UNIQUE_VIOLATION = '23505'

type Asked = Pick<Database, 'batch'>

/** Whether the extension is in the database. */
export async function hasExtensionVault(database: Asked): Promise<boolean> {
  return (await ask(database, [{ query: IS_THERE }]))[0]?.[0]?.[0] === 't'
}

export function extensionVault(database: Asked, control: Pick<ControlDatabase, 'append'>): VaultStore {
  const list = async () => {
    const [rows] = await ask(database, [{ query: LIST }])
    return JSON.parse(rows?.[0]?.[0] ?? '[]') as VaultSecret[]
  }
  return {
    keptIn: 'extension',
    list,
    async create(secrets, { line }) {
      const there = await list()
      const taken = secrets.find(({ name }) => there.some((one) => one.name === name))
      if (taken) throw new DomainError('secret_taken', requestText.secretTaken(taken.name))
      if (there.length + secrets.length > SECRETS_MAX) throw new DomainError('too_many_secrets')
      await ask(
        database,
        secrets.map(({ name, value, description = '' }) => ({
          query: 'select vault.create_secret($1::text, $2::text, $3::text)',
          parameters: [value, name, description],
        })),
      )
      await control.append([line])
    },
    async update(id, { name, value, description }, { line }) {
      const [rows] = await ask(database, [
        {
          query: `select vault.update_secret(s.id, coalesce($2::text, s.decrypted_secret), coalesce($3::text, s.name),
              coalesce($4::text, s.description)) from vault.decrypted_secrets s where s.id = $1::uuid`,
          parameters: [id, value ?? null, name ?? null, description ?? null],
        },
      ])
      if (rows?.length !== 1) throw new DomainError('not_found', requestText.noSuchSecret)
      await control.append([line])
    },
    async remove(id, { line }) {
      const [rows] = await ask(database, [
        { query: 'delete from vault.secrets s where s.id = $1::uuid returning s.id', parameters: [id] },
      ])
      if (rows?.length !== 1) throw new DomainError('not_found', requestText.noSuchSecret)
      await control.append([line])
    },
    async read(by) {
      const [rows] = await ask(database, [
        {
          query: `select s.name, s.decrypted_secret from vault.decrypted_secrets s
            where ${'id' in by ? 's.id = $1::uuid' : 's.name = $1::text'}`,
          parameters: ['id' in by ? by.id : by.name],
        },
      ])
      const [name, value] = rows?.[0] ?? []
      return value === undefined || value === null ? undefined : { name: name ?? '', value }
    },
  }
}

/** @throws DomainError secret_taken */
async function ask(database: Asked, statements: BatchStatement[]) {
  try {
    const outcome = await database.batch({ runId: `vault-${randomUUID()}`, as: 'owner', statements })
    return outcome.type === 'committed' ? outcome.results.map(({ rows }) => rows) : []
  } catch (error) {
    if (error instanceof DatabaseError && error.report.code === UNIQUE_VIOLATION)
      throw new DomainError('secret_taken', undefined, { cause: error })
    throw error
  }
}
