/** Server data that an import depends on: tables that take rows, and their columns. */
import type { Client } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import type { ImportColumn } from '../rules/import/import-mapping.js'
import { importColumnsStatement, importTablesStatement } from '../sql/index.js'
import { catalogueKey } from './catalogue.js'
import { rowsOf } from './rows.js'

/** The names of a schema's tables that take rows. */
export function importTablesQuery(client: Client, ref: string, schema: string): QueryData<string[]> {
  return {
    key: [...catalogueKey(ref), 'import-tables', schema],
    fetch: async (signal) =>
      (await rowsOf(client, ref, importTablesStatement(schema), signal)).map(([, name]) => name ?? ''),
  }
}

/** The oid of a table that takes rows; null: it is gone. @throws PlatformError */
export async function importedTableId(
  client: Client,
  ref: string,
  schema: string,
  table: string,
): Promise<string | null> {
  const rows = await rowsOf(client, ref, importTablesStatement(schema), new AbortController().signal)
  return rows.find(([, name]) => name === table)?.[0] ?? null
}

/** The columns of a table, in their order. */
export function importColumnsQuery(
  client: Client,
  ref: string,
  schema: string,
  table: string,
): QueryData<ImportColumn[]> {
  return {
    key: [...catalogueKey(ref), 'import-columns', schema, table],
    fetch: async (signal) =>
      (await rowsOf(client, ref, importColumnsStatement(schema, table), signal)).map(
        ([name, type, isRequired, isGenerated, takesEmpty]) => ({
          name: name ?? '',
          type: type ?? '',
          isRequired: isRequired === 'true',
          isGenerated: isGenerated === 'true',
          takesEmpty: takesEmpty === 'true',
        }),
      ),
  }
}
