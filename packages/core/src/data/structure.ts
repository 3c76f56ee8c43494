/** Server data of the structure of tables: what a table is, what names are taken, what would go, and the change itself. */
import {
  cancelQuery,
  newId,
  PlatformError,
  queryBatch,
  queryTyped,
  toPlatformError,
  type Client,
  type DatabaseErrorReport,
} from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import type { CastColumn } from '../rules/structure/structure-losses.js'
import type { DdlStatement, TableName } from '../sql/column-ddl.js'
import { dropListIn, dropListStatement, type Dropped, type DropList } from '../sql/drop-list.js'
import type { LockMode } from '../rules/structure/ddl-lock.js'
import {
  LOCK_WAIT_STATEMENT,
  lockHoldersIn,
  lockHoldersStatement,
  type LockHolder,
} from '../sql/lock-holders.js'
import {
  foreignKeyTargetsStatement,
  OWN_SCHEMAS_STATEMENT,
  OWN_TYPES_STATEMENT,
  relationIdStatement,
  relationTakenStatement,
  schemaCommentStatement,
  schemaTakenStatement,
} from '../sql/structure-lookups.js'
import {
  changedValuesIn,
  changedValuesStatement,
  valueCountStatement,
  type ChangedValues,
} from '../sql/structure-losses.js'
import {
  tableDescriptionIn,
  tableDescriptionStatement,
  type ReadDescription,
} from '../sql/table-description.js'
import { catalogueKey } from './catalogue.js'
import { rowsOf } from './rows.js'

const STALE_MS = 10_000

/** Null: the database has no such table, or shows it to others only. */
export function tableDescriptionQuery(
  client: Client,
  ref: string,
  oid: string,
): QueryData<ReadDescription | null> {
  return {
    key: [...catalogueKey(ref), 'description', oid],
    fetch: async (signal) =>
      tableDescriptionIn(oid, await rowsOf(client, ref, tableDescriptionStatement(oid), signal)),
    staleMs: STALE_MS,
  }
}

/** Types of the database beside PostgreSQL's own. */
export function ownTypesQuery(client: Client, ref: string): QueryData<string[]> {
  return {
    key: [...catalogueKey(ref), 'own-types'],
    fetch: async (signal) =>
      (await rowsOf(client, ref, OWN_TYPES_STATEMENT, signal)).flatMap(([name]) => name ?? []),
    staleMs: STALE_MS,
  }
}

/** Schemas that a table can be moved into. */
export function ownSchemasQuery(client: Client, ref: string): QueryData<string[]> {
  return {
    key: [...catalogueKey(ref), 'own-schemas'],
    fetch: async (signal) =>
      (await rowsOf(client, ref, OWN_SCHEMAS_STATEMENT, signal)).flatMap(([name]) => name ?? []),
    staleMs: STALE_MS,
  }
}

/** A table that a foreign key may refer to. */
export interface ForeignKeyTarget {
  schema: string
  name: string
  /** Columns of its unique keys, the primary key first. */
  keys: readonly (readonly string[])[]
}

export function foreignKeyTargetsQuery(
  client: Client,
  ref: string,
  words: string,
): QueryData<ForeignKeyTarget[]> {
  return {
    key: [...catalogueKey(ref), 'foreign-key-targets', words],
    fetch: async (signal) =>
      (await rowsOf(client, ref, foreignKeyTargetsStatement(words), signal)).map(([schema, name, keys]) => ({
        schema: schema ?? '',
        name: name ?? '',
        keys: JSON.parse(keys ?? '[]') as string[][],
      })),
    staleMs: STALE_MS,
  }
}

/** What goes together with a table, or with one of its columns. */
export function dropListQuery(client: Client, ref: string, dropped: Dropped): QueryData<DropList> {
  return {
    key: [...catalogueKey(ref), 'drop-list', dropped],
    fetch: async (signal) => dropListIn(await rowsOf(client, ref, dropListStatement(dropped), signal)),
  }
}

/** How many values of a column are not NULL. @throws PlatformError */
export async function valueCount(
  client: Client,
  ref: string,
  table: TableName,
  column: string,
): Promise<number> {
  const [row] = await rowsOf(client, ref, valueCountStatement(table, column), new AbortController().signal)
  return Number(row?.[0] ?? 0)
}

/** PostgreSQL's code of a cast that does not exist. */
const CANNOT_COERCE = '42846'

/** Values that a new type of their column changes. @throws PlatformError */
export async function changedValues(
  client: Client,
  ref: string,
  table: TableName,
  cast: CastColumn,
): Promise<ChangedValues> {
  const read = async (goesBack: boolean) =>
    changedValuesIn(
      await rowsOf(client, ref, changedValuesStatement(table, cast, goesBack), new AbortController().signal),
    )
  try {
    return await read(true)
  } catch (error) {
    if (toPlatformError(error).code !== CANNOT_COERCE) throw error
    return read(false)
  }
}

/** @throws PlatformError */
export async function isRelationTaken(
  client: Client,
  ref: string,
  { schema, name }: { schema: string; name: string },
  signal: AbortSignal,
): Promise<boolean> {
  return (await rowsOf(client, ref, relationTakenStatement(schema, name), signal)).length > 0
}

/** Finds the oid of a relation by its name. Returns null when there is no such relation. @throws PlatformError */
export async function relationId(
  client: Client,
  ref: string,
  { schema, name }: { schema: string; name: string },
): Promise<string | null> {
  const statement = relationIdStatement(schema, name)
  const [row] = await rowsOf(client, ref, statement, new AbortController().signal)
  return row?.[0] ?? null
}

/** @throws PlatformError */
export async function isSchemaTaken(
  client: Client,
  ref: string,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await rowsOf(client, ref, schemaTakenStatement(name), signal)).length > 0
}

/** The statements that run before those of a change, in the same transaction. */
const BEFORE = [LOCK_WAIT_STATEMENT]

/** A statement that changes the structure; one that `isAlone` can't run inside a transaction. */
type Runnable = DdlStatement & { isAlone?: boolean }

/** How a change runs. */
export interface DdlRun {
  /** Names the run, to cancel it. Default: a new one. */
  runId?: string
}

/**
 * All statements in one transaction: all of them, or none. It gives up when another session holds a lock for longer than
 * `LOCK_WAIT_SECONDS`, with PostgreSQL's code 55P03. Statements that PostgreSQL refuses in a transaction divide it: what came
 * before them stays, also when one of them fails.
 * @throws PlatformError whose `statementIndex` counts all statements after those of `BEFORE`
 */
export async function runDdl(
  client: Client,
  ref: string,
  statements: readonly Runnable[],
  { runId = newId() }: DdlRun = {},
): Promise<void> {
  let done = 0
  for (const part of transactionsOf(statements)) {
    try {
      await runPart(client, ref, part, runId)
    } catch (error) {
      throw done === 0 ? error : laterBy(done, toPlatformError(error))
    }
    done += part.length
  }
}

async function runPart(client: Client, ref: string, part: readonly Runnable[], runId: string): Promise<void> {
  const [first] = part
  if (first?.isAlone) {
    // It waits for older transactions, and may take as long as it needs.
    const body = { query: first.sql, runId, timeoutMs: 0 }
    await client.call(queryTyped, { params: { ref }, body }).catch((error: unknown) => {
      throw laterBy(BEFORE.length, toPlatformError(error))
    })
    return
  }
  const queries = [...BEFORE, ...part.map(({ sql }) => sql)]
  await client.call(queryBatch, {
    params: { ref },
    body: { statements: queries.map((query) => ({ query })), runId },
  })
}

function transactionsOf(statements: readonly Runnable[]): Runnable[][] {
  const parts: Runnable[][] = []
  for (const statement of statements) {
    const last = parts.at(-1)
    if (last && !statement.isAlone && !last[0]?.isAlone) last.push(statement)
    else parts.push([statement])
  }
  return parts
}

/** The error of a statement that came after others. */
function laterBy(count: number, error: PlatformError): PlatformError {
  const body = (error.body ?? {}) as Partial<DatabaseErrorReport>
  return new PlatformError(error.kind, error.message, {
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.code === undefined ? {} : { code: error.code }),
    body: { ...body, statementIndex: (body.statementIndex ?? 0) + count },
    cause: error,
  })
}

/** Ends a change that is under way. @throws PlatformError */
export async function cancelDdl(client: Client, ref: string, runId: string): Promise<void> {
  await client.call(cancelQuery, { params: { ref, runId } })
}

/** The statement of a change that failed; undefined: the error belongs to no statement. */
export function failedStatement<Statement extends DdlStatement>(
  error: PlatformError,
  statements: readonly Statement[],
): Statement | undefined {
  const { statementIndex } = (error.body ?? {}) as Partial<DatabaseErrorReport>
  return statementIndex === undefined ? undefined : statements[statementIndex - BEFORE.length]
}

/** @throws PlatformError */
export async function lockHolders(
  client: Client,
  ref: string,
  { tables, lock }: { tables: readonly string[]; lock: LockMode },
): Promise<LockHolder[]> {
  const { signal } = new AbortController()
  return lockHoldersIn(await rowsOf(client, ref, lockHoldersStatement(tables, lock), signal))
}

/** The comment of a schema; null: it has none. @throws PlatformError */
export async function schemaComment(
  client: Client,
  ref: string,
  name: string,
  signal: AbortSignal,
): Promise<string | null> {
  return (await rowsOf(client, ref, schemaCommentStatement(name), signal))[0]?.[0] ?? null
}
