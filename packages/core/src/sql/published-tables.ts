/** The tables whose changes realtime tells. */
import type { Statement } from './catalogue/statements.js'

/** Publication that realtime reads, as the family names it. */
export const REALTIME_PUBLICATION = 'supabase_realtime'

/** Schema and name of each table in the publication, ordered. */
export const PUBLISHED_TABLES_STATEMENT: Statement = {
  parameters: [],
  query: `select schemaname, tablename from pg_catalog.pg_publication_tables
where pubname = '${REALTIME_PUBLICATION}'
order by schemaname, tablename`,
}
