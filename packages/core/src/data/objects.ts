/** Server data of the objects that have a form: one as its form holds it, what depends on it, and names to choose from. */
import { newId, queryTyped, type Client, type ImpersonatedRole } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { dropListIn, dropListStatement, type DropList } from '../sql/drop-list.js'
import {
  objectIn,
  objectKinds,
  objectStatementOf,
  type ObjectKind,
  type ObjectKindName,
  type ObjectValues,
  type Suggestions,
} from '../sql/objects/index.js'
import { suggestionsStatement, type SuggestionPlace } from '../sql/objects/suggestions.js'
import { catalogueKey } from './catalogue.js'
import { rowsOf } from './rows.js'
import { ownSchemasQuery, ownTypesQuery } from './structure.js'

const STALE_MS = 10_000

/** Null: the database has no such object, or shows it to others only. */
export function objectQuery(
  client: Client,
  ref: string,
  kind: ObjectKindName,
  oid: string,
): QueryData<ObjectValues | null> {
  return {
    key: [...catalogueKey(ref), 'object', kind, oid],
    fetch: async (signal) => objectIn(kind, await rowsOf(client, ref, objectStatementOf(kind, oid), signal)),
    staleMs: STALE_MS,
  }
}

/** What goes with an object; null: nothing can depend on one of this kind. */
export function objectDropListQuery(
  client: Client,
  ref: string,
  name: ObjectKindName,
  oid: string,
): QueryData<DropList> | null {
  const { catalogue, dependents }: ObjectKind = objectKinds[name]
  const statement =
    dependents !== undefined
      ? { query: dependents, parameters: [oid] }
      : catalogue && dropListStatement({ type: 'object', catalogue, id: oid })
  return (
    statement && {
      key: [...catalogueKey(ref), 'object-drop-list', name, oid],
      fetch: async (signal) => dropListIn(await rowsOf(client, ref, statement, signal)),
    }
  )
}

/** Names of one kind, in the order in which they are offered. */
export function suggestionsQuery(
  client: Client,
  ref: string,
  what: Suggestions,
  place: SuggestionPlace,
): QueryData<string[]> {
  if (what === 'types') return ownTypesQuery(client, ref)
  if (what === 'schemas') return ownSchemasQuery(client, ref)
  return {
    key: [...catalogueKey(ref), 'suggestions', what, place],
    fetch: async (signal) =>
      (await rowsOf(client, ref, suggestionsStatement(what, place), signal)).flatMap(([name]) => name ?? []),
    staleMs: STALE_MS,
  }
}

/** How far the index is that is being built on a table; null: none is, or it is not told. @throws PlatformError */
export async function indexProgress(
  client: Client,
  ref: string,
  { schema, table }: SuggestionPlace,
  signal: AbortSignal,
): Promise<{ phase: string; done: number; total: number } | null> {
  const query = `select p.phase, greatest(p.blocks_done, p.tuples_done, p.lockers_done)::text,
  greatest(p.blocks_total, p.tuples_total, p.lockers_total)::text
from pg_catalog.pg_stat_progress_create_index p
join pg_catalog.pg_class c on c.oid = p.relid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relname = $2 limit 1`
  const [row] = await rowsOf(client, ref, { query, parameters: [schema, table] }, signal)
  return row ? { phase: row[0] ?? '', done: Number(row[1] ?? 0), total: Number(row[2] ?? 0) } : null
}

/** Result rows of a function that are shown. */
export const FUNCTION_ROWS_MAX = 100

/** How a function runs. */
export interface FunctionCall {
  query: string
  /** Null: the owner. */
  role: ImpersonatedRole | null
  /** Whether what it changes stays. */
  keeps: boolean
  runId?: string
}

/** What a function gave. */
export interface FunctionOutcome {
  columns: readonly string[]
  rows: readonly (readonly (string | null)[])[]
  /** Rows in all. */
  count: number
  durationMs: number
}

/** Runs a function as a role. @throws PlatformError */
export async function runFunction(
  client: Client,
  ref: string,
  { query, role, keeps, runId = newId() }: FunctionCall,
): Promise<FunctionOutcome> {
  const body = {
    query,
    runId,
    maxRows: FUNCTION_ROWS_MAX,
    ...(role ? { role } : {}),
    ...(keeps ? {} : { discard: true }),
  }
  const { results, durationMs } = await client.call(queryTyped, { params: { ref }, body })
  const last = results.at(-1)
  return {
    columns: last?.fields.map(({ name }) => name) ?? [],
    rows: last?.rows ?? [],
    count: last?.rowCount ?? last?.rows.length ?? 0,
    durationMs,
  }
}

/** The oids of the functions of that name, at most two. @throws PlatformError */
export async function routineIds(
  client: Client,
  ref: string,
  { schema, name }: { schema: string; name: string },
): Promise<string[]> {
  const query = `select p.oid::text from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where n.nspname = $1 and p.proname = $2 limit 2`
  const rows = await rowsOf(client, ref, { query, parameters: [schema, name] }, new AbortController().signal)
  return rows.flatMap(([id]) => id ?? [])
}
