/** The rows of a table in a branch and its parent, side by side: two ordered reads, of which one row each is held. */
import { MERGE_ROWS_MAX, type RowComparison, type RowDifference } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import type { Actor, Database } from '../engines/engine.js'
import { comparedTable, type TableName } from './compared-table.js'
import { RowCursor } from './row-cursor.js'

/** Characters of the values that one comparison gives at most. */
const MOST_CHARACTERS = 5_000_000
/** Rows after which other work has its turn. */
const ROWS_AT_ONCE = 10_000

export interface ComparedRows {
  parent: Pick<Database, 'run' | 'stream'>
  branch: Pick<Database, 'run' | 'stream'>
}

/** @throws DomainError rows_not_comparable; DatabaseError, EngineError */
export async function compareTableRows(
  { parent, branch }: ComparedRows,
  name: TableName,
  { limit = MERGE_ROWS_MAX, as, signal }: { limit?: number | undefined; as: Actor; signal: AbortSignal },
): Promise<RowComparison> {
  const { query, keyOrders, ...table } = await comparedTable(parent, branch, name, as)
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const read = (database: Pick<Database, 'stream'>) =>
    database.stream({ runId: randomUUID(), query, as, timeoutMs: 0, signal: stopped })[Symbol.asyncIterator]()
  const streams = [read(parent), read(branch)] as const
  const found = collected(limit)
  try {
    await alongside(new RowCursor(streams[0], keyOrders), new RowCursor(streams[1], keyOrders), found, signal)
  } finally {
    stop.abort()
    await Promise.all(streams.map((one) => one.return?.().catch(() => {})))
  }
  return { ...table, ...found.counts, rows: found.rows, truncated: found.isTruncated() }
}

type Counts = Record<RowDifference['kind'] | 'equal', number>

function collected(limit: number) {
  const counts: Counts = { added: 0, removed: 0, changed: 0, equal: 0 }
  const rows: RowDifference[] = []
  let characters = 0
  let isFull = false
  return {
    counts,
    rows,
    isTruncated: () => counts.added + counts.removed + counts.changed > rows.length,
    add(kind: RowDifference['kind'], parent: RowCursor | null, branch: RowCursor | null) {
      counts[kind]++
      // A gap among the rows would look like equal rows.
      isFull ||= rows.length >= limit || characters > MOST_CHARACTERS
      if (isFull) return
      const row = { kind, parent: parent?.values() ?? null, branch: branch?.values() ?? null }
      for (const cell of [...(row.parent ?? []), ...(row.branch ?? [])]) characters += cell?.length ?? 0
      rows.push(row)
    },
  }
}

async function alongside(
  parent: RowCursor,
  branch: RowCursor,
  { counts, add }: ReturnType<typeof collected>,
  signal: AbortSignal,
): Promise<void> {
  const forward = async (cursor: RowCursor) => {
    while (!cursor.step()) if (!(await cursor.read())) return
  }
  await Promise.all([forward(parent), forward(branch)])
  for (let done = 1; parent.isAtRow || branch.isAtRow; done++) {
    const by = !branch.isAtRow ? -1 : !parent.isAtRow ? 1 : parent.compareKey(branch)
    if (by < 0) add('removed', parent, null)
    else if (by > 0) add('added', null, branch)
    else if (parent.hasSameValues(branch)) counts.equal++
    else add('changed', parent, branch)
    if (by <= 0 && !parent.step()) await forward(parent)
    if (by >= 0 && !branch.step()) await forward(branch)
    if (done % ROWS_AT_ONCE === 0) {
      signal.throwIfAborted()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
