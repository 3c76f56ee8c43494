/** Server data of a schema's drawing: its tables and views, and what joins them. */
import type { Client } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import type { GraphColumn, GraphRelation, SchemaGraph } from '../rules/structure/schema-graph.js'
import { schemaGraphStatement, type GraphPart } from '../sql/catalogue/schema-graph.js'
import type { EntityType } from '../sql/entity-types.js'
import { catalogueKey } from './catalogue.js'
import { rowsOf } from './rows.js'

/** A drawing, how many tables and views the schema has, and how many of them were found. */
export interface ReadGraph extends SchemaGraph {
  allTables: number
  found: number
}

interface KeyRow {
  name: string
  to: string
  columns: readonly string[]
  toColumns: readonly string[]
}

const STALE_MS = 10_000

export function schemaGraphQuery(client: Client, ref: string, part: GraphPart): QueryData<ReadGraph> {
  return {
    key: [...catalogueKey(ref), 'schema-graph', part.schema, part.words, part.around],
    async fetch(signal) {
      const rows = await rowsOf(client, ref, schemaGraphStatement(part), signal)
      const tables = rows.map(([id, name, kind, columns]) => ({
        id: id ?? '',
        name: name ?? '',
        kind: (kind ?? 'r') as EntityType,
        columns: JSON.parse(columns ?? '[]') as GraphColumn[],
      }))
      const drawn = new Set(tables.map(({ id }) => id))
      const relations = rows.flatMap(([id, , , , keys, , , sources]) =>
        relationsOf(id ?? '', keys ?? null, sources ?? null),
      )
      return {
        tables,
        relations: relations.filter(({ to }) => drawn.has(to)),
        allTables: Number(rows[0]?.[5] ?? 0),
        found: Number(rows[0]?.[6] ?? 0),
      }
    },
    staleMs: STALE_MS,
  }
}

function relationsOf(from: string, keys: string | null, sources: string | null): GraphRelation[] {
  return [
    ...((JSON.parse(keys ?? '[]') ?? []) as KeyRow[]).map(({ name, ...key }): GraphRelation => ({
      ...key,
      id: `${from}.${name}`,
      kind: 'key',
      from,
    })),
    ...((JSON.parse(sources ?? '[]') ?? []) as string[]).map((to): GraphRelation => ({
      id: `${from} reads ${to}`,
      kind: 'source',
      from,
      to,
      columns: [],
      toColumns: [],
    })),
  ]
}
