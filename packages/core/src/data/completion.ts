/** Server data of the editor's help: a project's whole catalogue, fetched in pages and kept until something changes it. */
import type { Client } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import {
  indexCatalogue,
  type KnownRelation,
  type RelationKind,
  type SqlCatalogue,
} from '../rules/sql/sql-catalogue.js'
import {
  COMPLETION_PAGE_SIZE,
  ENUMS_STATEMENT,
  FOREIGN_KEYS_STATEMENT,
  FUNCTIONS_STATEMENT,
  NAMES_STATEMENT,
  relationsStatement,
} from '../sql/catalogue/completion.js'
import type { Statement } from '../sql/index.js'
import { catalogueKey } from './catalogue.js'
import { rowsOf, type Row } from './rows.js'

/** Another client may have changed the database. Milliseconds. */
const STALE_MS = 5 * 60_000

export const completionKey = (ref: string) => [...catalogueKey(ref), 'completion']

export function completionQuery(client: Client, ref: string): QueryData<SqlCatalogue> {
  return {
    key: completionKey(ref),
    staleMs: STALE_MS,
    async fetch(signal) {
      const ask = (statement: Statement) => rowsOf(client, ref, statement, signal)
      // One page after another: on an engine with one session the user's runs must not wait for all of them.
      const names = await ask(NAMES_STATEMENT)
      const relations: KnownRelation[] = []
      for (let after = ''; ;) {
        const rows = await ask(relationsStatement(after))
        relations.push(...rows.map(relationOf))
        if (rows.length < COMPLETION_PAGE_SIZE) break
        after = rows.at(-1)?.[0] ?? ''
      }
      const functions = await ask(FUNCTIONS_STATEMENT)
      const foreignKeys = await ask(FOREIGN_KEYS_STATEMENT)
      const enums = new Map<string, string[]>()
      for (const [type = '', label = ''] of await ask(ENUMS_STATEMENT))
        enums.set(type ?? '', [...(enums.get(type ?? '') ?? []), label ?? ''])
      const named = (kind: string) => names.flatMap(([is, name]) => (is === kind && name ? [name] : []))
      return indexCatalogue({
        schemas: named('schema'),
        searchPath: named('path'),
        types: [...new Set(named('type'))],
        relations,
        functions: functions.map(([schema, name, parameters, result, comment]) => ({
          schema: schema ?? '',
          name: name ?? '',
          parameters: parameters ?? '',
          result: result ?? '',
          comment: comment ?? null,
        })),
        foreignKeys: foreignKeys.map(([schema, name, columns, toSchema, toName, toColumns]) => ({
          schema: schema ?? '',
          name: name ?? '',
          columns: JSON.parse(columns ?? '[]') as string[],
          toSchema: toSchema ?? '',
          toName: toName ?? '',
          toColumns: JSON.parse(toColumns ?? '[]') as string[],
        })),
        enums,
        roles: named('role'),
        sequences: new Set(named('sequence')),
      })
    },
  }
}

function relationOf([, schema, name, kind, comment, columns]: Row): KnownRelation {
  return {
    schema: schema ?? '',
    name: name ?? '',
    kind: (kind ?? 'r') as RelationKind,
    comment: comment ?? null,
    columns: columnsOf(columns ?? null),
  }
}

function columnsOf(json: string | null): KnownRelation['columns'] {
  const columns = JSON.parse(json ?? '[]') as [string, string, boolean, string | null][]
  return columns.map(([name, type, isNotNull, comment]) => ({ name, type, isNullable: !isNotNull, comment }))
}
