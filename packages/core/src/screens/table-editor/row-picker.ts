/** Choosing the row that a foreign key refers to: rows of the other table, searched in all their columns. SPEC §4 */
import type { Cell } from '@basedeck/platform-client/contract'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tableDetailQuery, tableRowsQuery } from '../../data/table-rows.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { messageOf } from '../../rules/help/errors.js'
import { readableCell } from '../../rules/results/readable-cell.js'
import type { TableFilter } from '../../rules/table-editor/table-address.js'
import type { RowSet } from '../../sql/row-set.js'
import type { TableReference } from '../../sql/table-detail.js'
import { tableReferenceText as text } from '../../text/table-references.js'
import type { Needs } from '../context.js'

const ROWS = 100
/** Further columns that tell what a row is. */
const HINTS = 4
const SEARCH_DEBOUNCE_MS = 300

/** A row that can be referred to. */
export interface PickableRow {
  key: string
  /** The values that are referred to. */
  label: string
  detail: string
  /** The other values of the row that the choice sets; absent: none. */
  note?: string
}

/** The rows to choose from. */
export type PickableRows =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | { status: 'empty'; title: string }
  | { status: 'ready'; rows: readonly PickableRow[]; isLoading: boolean; note?: string }

/** The dialog in which a referenced row is chosen. */
export interface RowPicker {
  /** Null: closed. */
  readonly $title: ReadableAtom<string | null>
  readonly $search: ReadableAtom<string>
  readonly $rows: ReadableAtom<PickableRows>
  search(words: string): void
  choose(key: string): void
  /** Takes the row that was found, as soon as the search has ended; with several rows or none nothing is taken. */
  takeOnly(): void
  close(): void
}

export interface RowChoice {
  reference: TableReference
  /**
   * What the row holds now in the other columns of the reference, by column: rows with the same values come first. A column
   * that holds NULL, or whose value is not known, is left out.
   */
  own: Readonly<Record<string, string>>
  /** The column that is chosen for. */
  column: string
  /** Called with the values of `reference.columns`, in their order. */
  chosen(values: readonly string[]): void
}

export interface RowPickerSession extends RowPicker, Disposable {
  open(choice: RowChoice): void
}

export function createRowPicker(
  { client, queries, host, impersonation }: Needs<'client' | 'queries' | 'host' | 'impersonation'>,
  ref: string,
): RowPickerSession {
  const scope = createScope()
  const $choice = atom<RowChoice | null>(null)
  const $search = atom('')
  const $words = atom('')
  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  const $target = queries.follow(
    computed(
      [$choice, impersonation.of(ref)],
      (choice, as) => choice && tableDetailQuery(client, ref, choice.reference.targetId, as?.role),
    ),
  )
  const $table = computed($target, (target) => (target?.status === 'ready' ? target.data : null))
  const $found = queries.follow(
    computed([$choice, $table, $words, impersonation.of(ref)], (choice, table, search, role) =>
      choice && table
        ? tableRowsQuery(
            client,
            ref,
            table,
            { sorts: [], filters: [], offset: 0, limit: ROWS, search },
            role?.role ?? null,
          )
        : null,
    ),
  )
  /** Rows with the row's own values in the other columns of the reference. */
  const $own = queries.follow(
    computed([$choice, $table, $words, impersonation.of(ref)], (choice, table, search, role) => {
      const filters = choice ? ownFilters(choice) : []
      return table && filters.length > 0
        ? tableRowsQuery(
            client,
            ref,
            table,
            { sorts: [], filters, offset: 0, limit: ROWS, search },
            role?.role ?? null,
          )
        : null
    }),
  )
  /** The rows that came last stay while others are read. */
  let last: readonly (PickableRow & { values: readonly string[] })[] = []
  /** What they were found by; null: nothing was found yet. */
  let lastWords: string | null = null
  /** Enter was pressed before the search had ended. */
  let takesOnly = false
  const close = () => {
    takesOnly = false
    $choice.set(null)
    last = []
    lastWords = null
  }
  const choose = (key: string) => {
    const row = last.find((one) => one.key === key)
    const choice = $choice.get()
    if (!row || !choice) return
    close()
    choice.chosen(row.values)
  }
  const $rows = computed([$choice, $target, $found, $own], (choice, target, found, own): PickableRows => {
    const failed = target?.status === 'failed' ? target : found?.status === 'failed' ? found : null
    if (failed) {
      const detail = messageOf(failed.error) ?? failed.error.message
      return { status: 'failed', title: text.rowsFailed, detail, retry: failed.retry }
    }
    if (target?.status === 'ready' && target.data === null) return { status: 'empty', title: text.noAccess }
    const table = target?.status === 'ready' ? target.data : null
    if (!choice || !table || found?.status !== 'ready')
      return last.length > 0 ? { status: 'ready', rows: last, isLoading: true } : { status: 'loading' }
    const names = table.columns.map(({ name }) => name)
    const read = (cells: readonly Cell[], at: number) =>
      readableCell(cells[at] ?? null, table.columns[at]?.type)
    const wanted = choice.reference.targetColumns.map((column) => names.indexOf(column))
    const hints = names.flatMap((_, at) => (wanted.includes(at) ? [] : [at])).slice(0, HINTS)
    const first = own?.status === 'ready' ? rowsIn(own.data) : []
    const rowOf = (cells: readonly Cell[]) => {
      const values = wanted.map((at) => cells[at] ?? '')
      const label = wanted.map((at) => read(cells, at) ?? '').join(', ')
      const detail = hints.map((at) => read(cells, at) ?? 'NULL').join(' · ')
      const sets = otherValues(choice, values)
      const note = sets.length > 0 ? { note: text.alsoSets(sets) } : {}
      return { key: JSON.stringify(values), label, detail, values, ...note }
    }
    const rows = new Map([...first, ...rowsIn(found.data)].map(rowOf).map((row) => [row.key, row]))
    last = [...rows.values()].slice(0, ROWS)
    lastWords = $words.get()
    if (last.length === 0) return { status: 'empty', title: text.noRows }
    const hasMore = found.data.length > ROWS
    return {
      status: 'ready',
      rows: last,
      isLoading: false,
      ...(hasMore ? { note: text.firstRows(ROWS) } : {}),
    }
  })
  const takeOnlyWhenFound = () => {
    if (!takesOnly || lastWords !== $search.get().trim()) return
    takesOnly = false
    if (last.length === 1 && last[0]) choose(last[0].key)
  }
  scope.add($rows.listen(takeOnlyWhenFound))

  return {
    $title: computed($choice, (choice) => choice && text.chooseFrom(nameOf(choice.reference))),
    $search,
    $rows,
    search(words) {
      takesOnly = false
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => $words.set(words.trim()))
    },
    choose,
    takeOnly() {
      takesOnly = true
      takeOnlyWhenFound()
    },
    close,
    open(choice) {
      close()
      $search.set('')
      $words.set('')
      $choice.set(choice)
    },
    dispose: scope.dispose,
  }
}

function rowsIn(rows: RowSet): (readonly Cell[])[] {
  return Array.from({ length: Math.min(rows.length, ROWS) }, (_, row) => rows.row(row))
}

function ownFilters({ reference, own }: RowChoice): TableFilter[] {
  return reference.columns.flatMap((column, at): TableFilter[] => {
    const target = reference.targetColumns[at]
    const value = own[column]
    return target === undefined || value === undefined ? [] : [{ column: target, operator: 'eq', value }]
  })
}

/** What a choice sets beside its column, where the row holds something else. */
function otherValues({ reference, own, column }: RowChoice, values: readonly string[]): [string, string][] {
  return reference.columns.flatMap((name, at): [string, string][] => {
    const value = values[at] ?? ''
    return name === column || own[name] === value ? [] : [[name, value]]
  })
}

/** `users`, with its schema where it is another one than `public`. */
export function nameOf({ targetSchema, targetTable }: TableReference): string {
  return targetSchema === 'public' ? targetTable : `${targetSchema}.${targetTable}`
}
