/** Reads the schema of a database in one snapshot, for a comparison. */
import { extract } from '@supabase/pg-delta/extract'
import type { FactBase } from '@supabase/pg-delta/core'
import type { Database } from '../engines/engine.js'
import { askAtOnce, type AskingClient } from './ask-at-once.js'
import { withoutOwn } from './own-names.js'
import { columnDetailsIn, COLUMN_DETAILS_SQL, type ColumnDetail } from './column-details.js'

/** The schema of a database. */
export interface Catalogue {
  facts: FactBase
  /** The user who owns what the project makes. */
  owner: string
  /** Objects of kinds that are not compared, by kind. */
  unmodelled: ReadonlyMap<string, readonly string[]>
  columns: readonly ColumnDetail[]
}

const OWNER_SQL = 'select current_user::text as owner'

/** As the owner. @throws DatabaseError, EngineError */
export function readCatalogue(database: Pick<Database, 'batch'>, signal?: AbortSignal): Promise<Catalogue> {
  return askAtOnce(
    database,
    async (asked) => {
      const client = await asked.connect()
      const details = await client.query(COLUMN_DETAILS_SQL)
      const owner = await client.query(OWNER_SQL)
      // Left out here, where it costs little: the library judges each fact by each rule.
      const own = {
        connect: async () => ({ ...client, query: (sql: string) => withoutOwnRows(client, sql) }),
      }
      const { factBase, diagnostics } = await extract(own as unknown as Parameters<typeof extract>[0])
      return {
        facts: factBase,
        owner: String(owner.rows[0]?.['owner'] ?? ''),
        unmodelled: unmodelledIn(diagnostics),
        columns: columnDetailsIn(details.rows),
      }
    },
    signal,
  )
}

async function withoutOwnRows(client: AskingClient, sql: string): ReturnType<AskingClient['query']> {
  const { rows } = await client.query(sql)
  return { rows: withoutOwn(sql, rows) }
}

interface Unmodelled {
  kind?: string
  count?: number
  samples?: string[]
}

function unmodelledIn(diagnostics: readonly { code: string; context?: Record<string, unknown> }[]) {
  const found = new Map<string, string[]>()
  for (const { code, context } of diagnostics) {
    if (code !== 'unmodeled_kind') continue
    const { kind = '', count = 0, samples = [] } = (context ?? {}) as Unmodelled
    const others = count - samples.length
    found.set(kind, others > 0 ? [...samples, `and ${others} more`] : samples)
  }
  return found
}
