/** Changing the rows of a result where they are shown, when they are rows of one table: staged and saved as in the table editor. */
import { singleTableOf } from '@basedeck/sql-guard/ast'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tableDetailQuery, tableRowsKey } from '../../data/table-rows.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { resultEditing, type SelectedTable } from '../../rules/results/result-editing.js'
import { roleIdentity } from '../../rules/access/role-identity.js'
import type { Impersonation, RunRole } from '../../sessions/account/impersonation.js'
import type { RunState } from '../../sessions/sql/run-state.js'
import type { SqlRun } from '../../sessions/sql/sql-run.js'
import { roleName } from '../../sql/impersonation.js'
import type { RowSet } from '../../sql/row-set.js'
import type { RunResult } from '../../sql/run-result.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import type { Needs } from '../context.js'
import { editedGrid, type EditedGrid } from '../editing/edited-grid.js'
import { createGridEditing, type EditedRows, type GridEditing } from '../editing/grid-editing.js'
import type { ResultTab } from './result-tabs.js'
import type { ShownGrid } from './shown-grid.js'

/** The rows of the open result with what is staged. */
export interface EditedResult {
  /** What they were before. */
  source: ShownGrid
  grid: EditedGrid
  editing: GridEditing
}

/** Whether the open result can be changed, and its changes. */
export interface ResultEditing {
  /** Null: its rows can't be changed. */
  readonly $edited: ReadableAtom<EditedResult | null>
  /** Of which table the rows are, or why they can't be changed; null: there is nothing to say. */
  readonly $editability: ReadableAtom<string | null>
}

interface Candidate {
  result: RunResult
  sql: string
  /** Its oid; undefined: the columns are not of one table. */
  tableId: string | undefined
}

type Verdict =
  | { type: 'editable'; table: TableDetail; whole: TableDetail; result: RunResult }
  | { type: 'refused'; why: string }

export function createResultEditing(
  context: Needs<'host' | 'client' | 'connection' | 'queries' | 'tabs' | 'lazy' | 'impersonation'>,
  run: Pick<SqlRun, 'ref' | '$state'>,
  $tab: ReadableAtom<ResultTab>,
  /** Runs the query again: saved rows are read again. */
  runAgain: () => void,
): ResultEditing & Disposable {
  const { client, queries, impersonation } = context
  const scope = createScope()
  const $candidate = computed(run.$state, candidateOf)
  const $selected = atom<{ of: Candidate; selected: SelectedTable | undefined } | null>(null)
  scope.add(
    $candidate.subscribe((candidate) => {
      if (candidate)
        void singleTableOf(candidate.sql).then((selected) => $selected.set({ of: candidate, selected }))
    }),
  )
  const $detail = queries.follow(
    computed($candidate, (candidate) =>
      candidate?.tableId === undefined ? null : tableDetailQuery(client, run.ref, candidate.tableId),
    ),
  )
  const $verdict = computed(
    [$candidate, $selected, $detail],
    (candidate, selected, detail): Verdict | null => {
      if (!candidate || selected?.of !== candidate) return null
      if (candidate.tableId !== undefined && detail?.status !== 'ready') return null
      const whole = detail?.status === 'ready' ? detail.data : null
      return verdictOf(candidate.result, selected.selected, whole)
    },
  )
  const $editable = computed($verdict, (verdict) => (verdict?.type === 'editable' ? verdict : null))
  /** The open result with its rows in their shown order. */
  const $open = computed([$editable, $tab], (editable, tab) =>
    editable && tab.kind === 'result' && tab.result === editable.result
      ? { ...editable, source: tab.grid, rows: inShownOrder(tab.result.rows, tab.grid) }
      : null,
  )
  const $grid = atom<EditedGrid | null>(null)
  const $editing = atom<(GridEditing & EditedRows & { of: string }) | null>(null)
  scope.add(
    $editable.subscribe((editable) => {
      if (!editable) return $editing.set(null)
      const tableId = editable.whole.id
      const as = roleOf(run, impersonation)
      const of = `${tableId} ${roleIdentity(as?.role ?? null)}`
      if ($editing.get()?.of === of) return
      const editing = createGridEditing(context, {
        ref: run.ref,
        tableId,
        $table: computed($editable, (now) => now && now.table),
        $whole: computed($editable, (now) => now && now.whole),
        $rows: computed($open, (open) => open && open.rows),
        $grid,
        canDuplicate: false,
        as,
        showAs(role) {
          impersonation.act(run.ref, role)
          runAgain()
        },
        refresh() {
          queries.refresh(tableRowsKey(run.ref))
          runAgain()
        },
      })
      $editing.set({ ...editing, of })
    }),
  )
  const $edited = atom<EditedResult | null>(null)
  let stopFollowing = () => {}
  scope.add(() => stopFollowing())
  scope.add(
    $editing.subscribe((editing) => {
      stopFollowing()
      stopFollowing = editing
        ? computed(
            [$open, editing.$edits, editing.$problems, editing.$refused],
            (open, edits, problems, refused) => {
              if (!open) return null
              const { source, table, rows } = open
              // A new row has values that the query does not select: it is shown in the table editor.
              const shown = { table, rows, edits: { ...edits, inserts: [] }, problems, refused }
              return { source, grid: editedGrid(source, shown), editing }
            },
          ).subscribe((edited) => {
            $grid.set(edited && edited.grid)
            $edited.set(edited)
          })
        : () => $edited.set(null)
      if (!editing) $edited.set(null)
    }),
  )

  return {
    $edited,
    $editability: computed([$verdict, $tab], (verdict, tab) => {
      if (!verdict || tab.kind !== 'result') return null
      if (verdict.type === 'refused') return verdict.why
      const { schema, name } = verdict.whole
      return text.editable(schema === 'public' ? name : `${schema}.${name}`)
    }),
    dispose: scope.dispose,
  }
}

/** Whom the run was made as. Its name is that of the chosen role, as long as it is the same. */
function roleOf(
  { ref, $state }: Pick<SqlRun, 'ref' | '$state'>,
  impersonation: Pick<Impersonation, 'of'>,
): RunRole | null {
  const state = $state.get()
  const role = state.status === 'success' ? state.role : undefined
  if (!role) return null
  const chosen = impersonation.of(ref).get()
  const isChosen = chosen !== null && roleIdentity(chosen.role) === roleIdentity(role)
  return { role, label: isChosen ? chosen.label : roleName(role) }
}

/** The single result of a text with rows whose columns are not all computed; its plan and its rows that are gone are none. */
function candidateOf(state: RunState): Candidate | null {
  if (state.status !== 'success' || state.text.explain || state.results.length !== 1) return null
  const [result] = state.results
  if (!result || result.fields.length === 0 || result.letGo !== undefined) return null
  const ids = new Set(result.fields.map(({ tableId }) => tableId ?? 0))
  const [id = 0] = ids
  if (ids.size === 1 && id === 0) return null
  return { result, sql: state.text.sql, tableId: ids.size === 1 ? String(id) : undefined }
}

function verdictOf(
  result: RunResult,
  selected: SelectedTable | undefined,
  whole: TableDetail | null,
): Verdict {
  const labels = result.fields.map(({ name }) => name)
  const editing = resultEditing(selected, labels, whole)
  if (editing.type === 'refused') {
    const why =
      editing.reason === 'key-missing'
        ? text.keyMissing(editing.missing)
        : text.readOnlyResult[editing.reason]
    return { type: 'refused', why }
  }
  if (!whole) return { type: 'refused', why: text.readOnlyResult['not-one-table'] }
  const columns = editing.columns.flatMap((name) => whole.columns.filter((column) => column.name === name))
  return { type: 'editable', table: { ...whole, columns, canInsert: false }, whole, result }
}

function inShownOrder(rows: RowSet, grid: ShownGrid): RowSet {
  const shown: RowSet = {
    get length() {
      return grid.rows.length
    },
    get bytes() {
      return rows.bytes
    },
    cell: (row, column) => rows.cell(grid.sourceRow(row), column),
    row: (row) => rows.row(grid.sourceRow(row)),
    longest: rows.longest,
    *[Symbol.iterator]() {
      for (let row = 0; row < shown.length; row++) yield shown.row(row)
    },
  }
  return shown
}
