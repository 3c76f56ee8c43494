/** The rows of a table in a branch and its parent: compared, chosen, and merged. */
import { toPlatformError, type RowComparison } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { keyedTablesQuery, rowMerging, comparedRowsOf, type KeyedTable } from '../../data/merge.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { mergeText as text } from '../../text/merge.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

/** What the last comparison of rows found. */
export type RowsState =
  | { status: 'idle' }
  | { status: 'comparing' }
  | { status: 'failed'; message: string }
  | { status: 'done'; rows: RowComparison }

/** The rows of a table on both sides. */
export interface MergeRowsPart extends Disposable {
  /** The tables that have a key. */
  readonly $tables: ReadableAtom<Remote<KeyedTable[]>>
  /** The table that is compared; null: none is chosen. */
  readonly $table: ReadableAtom<KeyedTable | null>
  readonly $state: ReadableAtom<RowsState>
  /** The chosen rows, by their places in the comparison. */
  readonly $chosen: ReadableAtom<ReadonlySet<number>>
  chooseTable(table: KeyedTable): void
  compare(): Promise<void>
  /** Ends a comparison that is under way. */
  stop(): void
  toggle(row: number): void
  toggleAll(): void
  /** Asked with the number of rows. */
  readonly merging: Confirmation<{ rows: number; table: string }>
  /** Opens the question; nothing happens while no row is chosen. */
  askToMerge(): void
}

export function createMergeRows(
  { client, queries, host }: Needs<'client' | 'queries' | 'host'>,
  { ref, gate }: { ref: string; gate: ProjectGate },
): MergeRowsPart {
  const $tables = behindGate<Remote<KeyedTable[]>>(gate, queries.store(keyedTablesQuery(client, ref)), {
    status: 'loading',
  })
  const $table = atom<KeyedTable | null>(null)
  const $state = atom<RowsState>({ status: 'idle' })
  const $chosen = atom<ReadonlySet<number>>(new Set())
  const sending = createMutation(queries, rowMerging(client, ref))
  let aborter = new AbortController()

  function stop(): void {
    aborter.abort()
    if ($state.get().status === 'comparing') $state.set({ status: 'idle' })
  }
  async function compare(): Promise<void> {
    const table = $table.get()
    if (table === null || $state.get().status === 'comparing') return
    aborter = new AbortController()
    const { signal } = aborter
    $state.set({ status: 'comparing' })
    $chosen.set(new Set())
    try {
      const rows = await comparedRowsOf(client, ref, table, signal)
      if (signal.aborted) return
      $state.set({ status: 'done', rows })
      $chosen.set(new Set(rows.rows.keys()))
    } catch (error) {
      if (!signal.aborted) $state.set({ status: 'failed', message: toPlatformError(error).message })
    }
  }
  const merging = createConfirmation<{ rows: number; table: string }>(async () => {
    const now = $state.get()
    if (now.status !== 'done') return { type: 'done', data: null }
    const { schema, table, columns, rows } = now.rows
    const chosen = rows.filter((_row, at) => $chosen.get().has(at))
    const outcome = await sending.run({ schema, table, columns, rows: chosen })
    if (outcome.type === 'failed') return outcome
    const { merged, conflicts } = outcome.data
    const kind = conflicts.length === 0 ? 'success' : 'info'
    host.notifier.notify({ kind, message: text.rowsMerged(merged, conflicts.length) })
    void compare()
    return outcome
  })
  return {
    $tables,
    $table,
    $state,
    $chosen,
    chooseTable(table) {
      stop()
      $table.set(table)
      $state.set({ status: 'idle' })
    },
    compare,
    stop,
    toggle(row) {
      const next = new Set($chosen.get())
      if (!next.delete(row)) next.add(row)
      $chosen.set(next)
    },
    toggleAll() {
      const now = $state.get()
      if (now.status !== 'done') return
      const { rows } = now.rows
      $chosen.set(new Set($chosen.get().size === rows.length ? [] : rows.keys()))
    },
    merging,
    askToMerge() {
      const now = $state.get()
      const rows = $chosen.get().size
      if (now.status === 'done' && rows > 0)
        merging.ask({ rows, table: `${now.rows.schema}.${now.rows.table}` })
    },
    dispose: stop,
  }
}
