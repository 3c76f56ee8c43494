/** The types of a project's database, for typed clients: the file that `basedeck types` writes and the dashboard downloads. */
import { databaseTypes, dataSchemaOf, schemaStatement } from '@basedeck/data-api'
import { randomUUID } from 'node:crypto'
import { DomainError } from '../kernel/domain-error.js'
import type { Database } from '../engines/engine.js'
import { UNLIMITED } from '../engines/wire/limits.js'

/** @throws DomainError schema_not_found, DatabaseError, EngineError */
export async function typesOfDatabase(
  database: Pick<Database, 'run'>,
  schemas: readonly string[],
): Promise<string> {
  const run = (query: string, parameters: readonly (string | null)[]) =>
    database.run({
      runId: randomUUID(),
      query,
      parameters: [...parameters],
      readOnly: true,
      limits: UNLIMITED,
    })
  const known = await run('select nspname from pg_catalog.pg_namespace', [])
  const names = new Set(known.results[0]?.rows.map(([name]) => name))
  const missing = schemas.find((name) => !names.has(name))
  if (missing !== undefined) throw new DomainError('schema_not_found', `There is no schema ${missing}`)
  const { text, values } = schemaStatement({ schemas, extraSearchPath: [] })
  const { results } = await run(text, values)
  return databaseTypes(dataSchemaOf(results[0]?.rows[0]?.[0] ?? ''), schemas)
}
