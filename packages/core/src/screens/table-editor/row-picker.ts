/** Choosing the row that a foreign key refers to: rows of the other table, searched in all their columns. SPEC §4 */
import type { Cell } from '@basedeck/platform-client/contract'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tableDetailQuery, tableRowsQuery } from '../../data/table-rows.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { messageOf } from '../../rules/errors.js'
import { readableCell } from '../../rules/readable-cell.js'
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
    computed($choice, (choice) => choice && tableDetailQuery(client, ref, choice.reference.targetId)),
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
  const $rows = computed([$choice, $target, $found], (choice, target, found): PickableRows => {
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
    last = Array.from({ length: Math.min(found.data.length, ROWS) }, (_, row) => {
      const cells = found.data.row(row)
      const values = wanted.map((at) => cells[at] ?? '')
      const label = wanted.map((at) => read(cells, at) ?? '').join(', ')
      const detail = hints.map((at) => read(cells, at) ?? 'NULL').join(' · ')
      return { key: JSON.stringify(values), label, detail, values }
    })
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

/** `users`, with its schema where it is another one than `public`. */
export function nameOf({ targetSchema, targetTable }: TableReference): string {
  return targetSchema === 'public' ? targetTable : `${targetSchema}.${targetTable}`
}
