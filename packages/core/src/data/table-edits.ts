/** The calls that save staged edits, and read what they are compared with. */
import {
  newId,
  queryBatch,
  queryTyped,
  type BatchResponse,
  type Cell,
  type Client,
  type ImpersonatedRole,
} from '@basedeck/platform-client'
import type { RowBase, StagedEdits } from '../rules/table-editor/staged-edits.js'
import {
  DELETED_ROWS_MAX,
  incomingReferencesIn,
  incomingReferencesStatement,
  referringRowsStatement,
  type IncomingReference,
} from '../sql/deletion-impact.js'
import { currentRowsStatement, wholeCellStatement, type EditStatement } from '../sql/staged-edits.js'
import type { ReadTable } from '../sql/read-table.js'
import type { ForeignKeyAction } from '../sql/table-description.js'
import type { TableDetail } from '../sql/table-detail.js'
import {
  unchangedReasonsIn,
  unchangedReasonsStatement,
  type UnchangedReasons,
} from '../sql/unchanged-reason.js'
import { rowsOf } from './rows.js'

/** Saves all, or nothing when one of them does not change as many rows as it is about. @throws PlatformError */
export function saveEdits(
  client: Client,
  ref: string,
  statements: readonly EditStatement[],
  role: ImpersonatedRole | null,
): Promise<BatchResponse> {
  return client.call(queryBatch, {
    params: { ref },
    body: {
      statements: statements.map(({ query, parameters, expectRows }) => ({
        query,
        parameters,
        ...(expectRows === undefined ? {} : { expectRows }),
      })),
      runId: newId(),
      ...(role ? { role } : {}),
    },
  })
}

/** Rows that are asked for at once: a statement has at most 65,535 parameters. */
const ROWS_AT_ONCE = 200

/**
 * What the changed and the deleted rows hold now, by key; a row that is missing is gone.
 * @throws PlatformError
 */
export async function currentRows(
  client: Client,
  ref: string,
  table: ReadTable,
  { updates, deletes }: StagedEdits,
  role: ImpersonatedRole | null,
): Promise<Map<string, Record<string, Cell>>> {
  const staged: readonly { base: RowBase }[] = [...updates, ...deletes]
  const names = new Set([...table.key, ...staged.flatMap(({ base }) => Object.keys(base.values))])
  const columns = table.columns.map(({ name }) => name).filter((name) => names.has(name))
  const found = new Map<string, Record<string, Cell>>()
  for (let at = 0; at < staged.length; at += ROWS_AT_ONCE) {
    const statement = currentRowsStatement(table, staged.slice(at, at + ROWS_AT_ONCE), columns)
    for (const row of await rowsOf(client, ref, statement, new AbortController().signal, role)) {
      const values = Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null]))
      const id =
        table.key.length > 0 ? table.key.map((name) => values[name] ?? null) : row.slice(columns.length)
      found.set(JSON.stringify(id.length > 0 ? id : row), values)
    }
  }
  return found
}

/**
 * The whole value of one cell. `gone`: the row is no longer there; `too-long`: the platform sends only its beginning.
 * @throws PlatformError
 */
export async function wholeCell(
  client: Client,
  ref: string,
  {
    table,
    base,
    column,
    role,
  }: { table: ReadTable; base: RowBase; column: string; role: ImpersonatedRole | null },
): Promise<{ type: 'value'; value: Cell } | { type: 'gone' } | { type: 'too-long'; bytes: number }> {
  const body = { ...wholeCellStatement(table, base, column), readOnly: true, runId: newId() }
  const { results } = await client.call(queryTyped, {
    params: { ref },
    body: { ...body, ...(role ? { role } : {}) },
  })
  const [cut] = results[0]?.cut ?? []
  if (cut) return { type: 'too-long', bytes: cut[2] }
  const row = results[0]?.rows[0]
  return row ? { type: 'value', value: row[0] ?? null } : { type: 'gone' }
}

/**
 * What can have kept rows from being changed.
 * @throws PlatformError
 */
export async function unchangedReasons(
  client: Client,
  ref: string,
  table: TableDetail,
  command: 'insert' | 'update' | 'delete',
  role: ImpersonatedRole | null,
): Promise<UnchangedReasons> {
  const statement = unchangedReasonsStatement(table.id, command)
  const [row] = await rowsOf(client, ref, statement, new AbortController().signal, role)
  return unchangedReasonsIn(row)
}

/** Rows that refer to deleted or changed ones by one foreign key. */
export interface ReferringRows extends IncomingReference {
  /** What happens to them. */
  action: ForeignKeyAction
  /** `update`: the keys of the rows change. */
  event: 'delete' | 'update'
  /** Null: they could not be counted in time. */
  count: number | null
  /** Whether there may be more: rows that refer to these by the same key. */
  hasMore: boolean
}

/** Tables that a deletion is followed through, from one to the next. */
const DEPTH_MAX = 4

/**
 * What refers to the rows to delete, and to those whose keys change, without keys that no row uses; deletions are followed
 * through the tables whose rows go too. The actions of foreign keys do not ask who deletes, so it is read as the owner.
 * @param counting ends the counting; what was not counted then is told all the same
 * @throws PlatformError
 */
export async function referringRows(
  client: Client,
  ref: string,
  table: TableDetail,
  { deletes, updates }: Pick<StagedEdits, 'deletes' | 'updates'>,
  { signal, counting }: { signal: AbortSignal; counting: AbortSignal },
): Promise<ReferringRows[]> {
  const keysOf = async (oid: string) =>
    incomingReferencesIn(await rowsOf(client, ref, incomingReferencesStatement(oid), signal))
  const countOf = async (path: KeyPath, changed: readonly { base: RowBase }[]) => {
    const statement = referringRowsStatement(table, path, changed.slice(0, DELETED_ROWS_MAX))
    const rows = await rowsOf(client, ref, statement, counting).catch(() => null)
    return rows === null ? null : Number(rows[0]?.[0] ?? 0)
  }
  const gone = async (path: KeyPath): Promise<ReferringRows[]> => {
    const key = path.at(-1) ?? path[0]
    const count = await countOf(path, deletes)
    if (count === 0) return []
    const found = { ...key, action: key.onDelete, event: 'delete' as const, count }
    if (key.onDelete !== 'cascade') return [{ ...found, hasMore: false }]
    const next = count === null || path.length === DEPTH_MAX ? [] : await keysOf(key.tableId)
    // A tree is followed one step down.
    const further = next.filter((one) => path.every((known) => !isSameKey(one, known)))
    const below = await Promise.all(further.map((one) => gone([...path, one])))
    return [{ ...found, hasMore: further.length < next.length }, ...below.flat()]
  }
  const keys = await keysOf(table.id)
  const ofDeletes = deletes.length === 0 ? [] : await Promise.all(keys.map((key) => gone([key])))
  const ofUpdates = await Promise.all(
    keys.map(async (key): Promise<ReferringRows[]> => {
      const changed = updates.filter(({ changes }) =>
        key.targetColumns.some((column) => Object.hasOwn(changes, column)),
      )
      const count = changed.length === 0 ? 0 : await countOf([key], changed)
      if (count === 0) return []
      return [{ ...key, action: key.onUpdate, event: 'update', count, hasMore: false }]
    }),
  )
  return [...ofDeletes, ...ofUpdates].flat()
}

type KeyPath = readonly [IncomingReference, ...IncomingReference[]]

function isSameKey(one: IncomingReference, other: IncomingReference): boolean {
  return one.tableId === other.tableId && one.columns.join('\0') === other.columns.join('\0')
}
