/** Server data of a schema's drawing: its tables and the foreign keys between them. */
import type { Client } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import type { GraphColumn, GraphRelation, SchemaGraph } from '../rules/schema-graph.js'
import { schemaGraphStatement } from '../sql/catalogue/schema-graph.js'
import { catalogueKey } from './catalogue.js'
import { rowsOf } from './rows.js'

/** A schema's drawing, and how many tables the schema has. */
export interface ReadGraph extends SchemaGraph {
  allTables: number
}

const STALE_MS = 10_000

export function schemaGraphQuery(client: Client, ref: string, schema: string): QueryData<ReadGraph> {
  return {
    key: [...catalogueKey(ref), 'schema-graph', schema],
    async fetch(signal) {
      const rows = await rowsOf(client, ref, schemaGraphStatement(schema), signal)
      const tables = rows.map(([id, name, , columns]) => ({
        id: id ?? '',
        name: name ?? '',
        columns: JSON.parse(columns ?? '[]') as GraphColumn[],
      }))
      const drawn = new Set(tables.map(({ id }) => id))
      const relations = rows.flatMap(([from, , , , keys]) =>
        (JSON.parse(keys ?? 'null') ?? ([] as unknown[])).map(
          ({ name, ...key }: Omit<GraphRelation, 'id' | 'from'> & { name: string }) => ({
            ...key,
            id: `${from}.${name}`,
            from: from ?? '',
          }),
        ),
      ) as GraphRelation[]
      return {
        tables,
        relations: relations.filter(({ to }) => drawn.has(to)),
        allTables: Number(rows[0]?.[5] ?? 0),
      }
    },
    staleMs: STALE_MS,
  }
}
