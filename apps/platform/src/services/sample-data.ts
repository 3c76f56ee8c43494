/** Puts the sample data into a project's database: all of it, or nothing. */
import { randomUUID } from 'node:crypto'
import type { SampleData } from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import { DatabaseError, type Database } from '../engines/engine.js'
import { SAMPLE_POLICIES_SQL, SAMPLE_SQL, SAMPLE_TABLES } from '../seed/sample-sql.js'
import { sampleDataText } from '../text/seed.js'

const DUPLICATE_TABLE = '42P07'
const TIMEOUT_MS = 60_000

const HAS_ROLES_SQL = `select count(*) = 2 from pg_roles where rolname in ('anon', 'authenticated')`
const COUNT_SQL = `select ${SAMPLE_TABLES.map((table) => `(select count(*) from public.${table})`).join(' + ')}`

/** @throws DomainError `sample_data_there` when a name is taken; nothing was changed then */
export async function fillWithSamples(database: Pick<Database, 'run'>): Promise<SampleData> {
  const first = async (query: string) => {
    const { results } = await database.run({ runId: `sample-${randomUUID()}`, query, timeoutMs: TIMEOUT_MS })
    return results.at(-1)?.rows[0]?.[0]
  }
  const hasRoles = (await first(HAS_ROLES_SQL)) === 't'
  try {
    // Several statements in one text are one transaction.
    const rows = await first(`${SAMPLE_SQL}${hasRoles ? SAMPLE_POLICIES_SQL : ''}${COUNT_SQL}`)
    await first(SAMPLE_TABLES.map((table) => `analyze public.${table};`).join(' '))
    return { tables: [...SAMPLE_TABLES], rows: Number(rows) }
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.report.code !== DUPLICATE_TABLE) throw error
    throw new DomainError('sample_data_there', sampleDataText.taken(SAMPLE_TABLES), { cause: error })
  }
}
