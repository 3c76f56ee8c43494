/** Saving the staged edits of a table: all of them or nothing, and a choice where another person changed the same rows. */
import { toPlatformError, type ImpersonatedRole } from '@basedeck/platform-client'
import type { Cell, QueryErrorBody, ReadableText } from '@basedeck/platform-client/contract'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { currentRows, saveEdits, unchangedReasons } from '../../data/table-edits.js'
import { roleName } from '../../data/table-rows.js'
import { readableCell } from '../../rules/results/readable-cell.js'
import {
  afterBroughtBack,
  afterMineKept,
  afterTheirsTaken,
  conflictsIn,
  hasNoEdits,
  newValueIn,
  withoutSaved,
  type EditConflict,
  type NewValue,
  type StagedEdits,
} from '../../rules/table-editor/staged-edits.js'
import type { TableEdits } from '../../sessions/table-editor/table-edits.js'
import { editPlan, type EditPlan, type EditStatement } from '../../sql/staged-edits.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { tableEditText as text } from '../../text/table-editing.js'
import type { Needs } from '../context.js'
import { NO_PROBLEMS, type RowProblems } from './edited-grid.js'

/** A row that another person changed, as the choice shows it. */
export interface ShownConflict {
  key: string
  title: string
  note?: string
  columns: readonly { name: string; base: ReadableText | null; mine: string; theirs: ReadableText | null }[]
  keepMine: (() => void) | null
  takeTheirs(): void
}

export interface EditSaving {
  /** The save under way; null: there is no save. */
  readonly $saving: ReadableAtom<Promise<void> | null>
  /** Why the last save failed; null after the next change of what is staged. */
  readonly $problem: ReadableAtom<string | null>
  /** What it refused of which row, as long. */
  readonly $problems: ReadableAtom<RowProblems>
  readonly $conflicts: ReadableAtom<readonly ShownConflict[]>
  /** What is staged, and what was saved of rows that were not read again yet. */
  readonly $shownEdits: ReadableAtom<StagedEdits>
  closeConflicts(): void
  save(): Promise<void>
  /** The rows were read again, or can't be. */
  rowsRead(): void
}

export interface EditSavingParts {
  ref: string
  edits: TableEdits
  $table: ReadableAtom<TableDetail | null>
  /** Whom the save acts as; null: the owner. */
  role: ImpersonatedRole | null
  /** Is called when these edits are saved, before they are no longer shown. */
  saved?: ((edits: StagedEdits) => void) | undefined
  /** Reads the rows again. */
  refresh(): void
  /** Is called when there is no such table any more. */
  tableGone?: (() => void) | undefined
  /**
   * Saved rows are shown as they were until `rowsRead` is called, and the save ends then: without them the selected cell
   * would be gone for a moment, and with it the focus and the next key.
   */
  waitsForRows: boolean
}

/** Saved rows that are looked for as the acting role. */
const UNSEEN_ROWS_MAX = 200
/** PostgreSQL's code of a relation that does not exist. */
const UNDEFINED_TABLE = '42P01'

export function createEditSaving(
  { host, client, connection }: Needs<'host' | 'client' | 'connection'>,
  { ref, edits, $table, role, saved, refresh, tableGone, waitsForRows }: EditSavingParts,
): EditSaving {
  const $saving = atom<Promise<void> | null>(null)
  /** A refusal is of these edits; of any others nothing is known. */
  const $refusal = atom<{ of: StagedEdits; message: string; rows: RowProblems } | null>(null)
  const $current = computed([$refusal, edits.$edits], (refusal, now) =>
    refusal?.of === now ? refusal : null,
  )
  const refused = (message: string, rows = NO_PROBLEMS) =>
    $refusal.set({ of: edits.$edits.get(), message, rows })
  const $unread = atom<StagedEdits | null>(null)
  let endWaiting = () => {}
  const rowsRead = () => {
    $unread.set(null)
    endWaiting()
  }
  const $conflictList = atom<readonly EditConflict[]>([])

  /** Rows are as they were read, and a statement did not change them. */
  const tellUnchanged = async (table: TableDetail, statement: EditStatement | undefined, rows: number) => {
    if (!statement || rows > 0 || statement.type === 'defer') return refused(text.otherRows(rows))
    const command = statement.type === 'park' ? 'update' : statement.type
    const { hasPolicies, triggers, rules } = await unchangedReasons(client, ref, table, command, role)
    const message = text.unchanged(text.rowNames(statement.rows.map(rowTitle)), statement.rows.length, {
      command,
      policies: hasPolicies ? (role ? roleName(role) : text.owner) : null,
      triggers,
      rules,
    })
    refused(message, new Map(statement.rows.map((row) => [row, { message, column: null }])))
  }
  /** Reads what the staged rows hold now, and shows which of them another changed. */
  const findConflicts = async (
    table: TableDetail,
    sent: StagedEdits,
    statement: EditStatement | undefined,
    rows: number,
  ): Promise<void> => {
    const current = await currentRows(client, ref, table, sent, role)
    const left = withoutSaved(sent, current)
    // Another window may have staged more meanwhile.
    const now = edits.$edits.get()
    const kept = withoutSaved(now, current)
    if (kept !== now) edits.change(kept)
    const conflicts = conflictsIn(left, current)
    if (conflicts.length > 0) $conflictList.set(conflicts)
    else if (left === sent) await tellUnchanged(table, statement, rows)
  }
  /** The platform answers again: what it saved without telling is no longer staged. */
  const lookAgain = async (table: TableDetail, sent: StagedEdits): Promise<void> => {
    const current = await currentRows(client, ref, table, sent, role)
    // Another save has taken over.
    if ($refusal.get()?.message !== text.unknownOutcome) return
    const left = withoutSaved(edits.$edits.get(), current)
    edits.change(left)
    if (hasNoEdits(left)) host.notifier.notify({ kind: 'success', message: text.savedUnheard })
    else refused(left.inserts.length > 0 ? text.unknownNewRows : text.notSaved)
    refresh()
  }
  /** Policies may let a role write rows that they don't let it read. */
  const tellUnseen = async (table: TableDetail, sent: StagedEdits): Promise<void> => {
    if (!role || table.rls?.isOn !== true) return
    const ids = savedIds(table, sent).slice(0, UNSEEN_ROWS_MAX)
    if (ids.length === 0) return
    const rows = ids.map((id) => ({ key: JSON.stringify(id), base: { id, values: {} } }))
    const seen = await currentRows(client, ref, table, { updates: [], inserts: [], deletes: rows }, role)
    const unseen = rows.filter(({ key }) => !seen.has(key)).map(({ key }) => rowTitle(key))
    if (unseen.length > 0)
      host.notifier.notify({
        kind: 'info',
        message: text.savedUnseen(text.rowNames(unseen), unseen.length, roleName(role)),
      })
  }
  let stopWaiting = () => {}
  const lookWhenBack = (table: TableDetail, sent: StagedEdits) => {
    stopWaiting()
    stopWaiting = connection.$state.listen(({ status }) => {
      if (status !== 'here') return
      stopWaiting()
      lookAgain(table, sent).catch((error: unknown) =>
        host.log?.(`Staged rows were not read again: ${(error as Error).message}`),
      )
    })
  }
  const failed = (
    error: unknown,
    table: TableDetail,
    { statements, tangled }: EditPlan,
    sent: StagedEdits,
  ) => {
    const { kind, message, body, code } = toPlatformError(error)
    if (code === UNDEFINED_TABLE) tableGone?.()
    if (kind === 'network') {
      refused(text.unknownOutcome)
      return lookWhenBack(table, sent)
    }
    const { statementIndex, column, detail } = (body ?? {}) as Partial<QueryErrorBody>
    const statement = statementIndex === undefined ? undefined : statements[statementIndex]
    if (!statement) return refused(text.refused(message))
    const rows = refusedRows(statement, detail, table)
    const named = column ?? keyColumnIn(detail, table) ?? namedIn(message, rows[0] ?? '', sent)
    const isSaid = named === null || message.includes(`"${named}"`)
    const told = isSaid ? text.refused(message) : text.refusedIn(named, message)
    refused(
      [
        told,
        ...(statement.type === 'park' ? [text.parkRefused(text.rowNames(statement.rows.map(rowTitle)))] : []),
        ...(tangled.length > 0 ? [text.tangled(text.rowNames(tangled.map(rowTitle)))] : []),
      ].join(' '),
      new Map(rows.map((row) => [row, { message, column: named }])),
    )
  }
  const send = async (): Promise<void> => {
    const table = $table.get()
    const sent = edits.$edits.get()
    if (!table || hasNoEdits(sent)) return
    const plan = editPlan(table, sent)
    try {
      const outcome = await saveEdits(client, ref, plan.statements, role)
      if (outcome.type === 'mismatch')
        return await findConflicts(table, sent, plan.statements[outcome.index], outcome.rows)
      saved?.(sent)
      if (waitsForRows) $unread.set(sent)
      edits.saved(sent)
      host.notifier.notify({
        kind: 'success',
        message: text.saved(sent.updates.length + sent.deletes.length + sent.inserts.length),
      })
      tellUnseen(table, sent).catch((error: unknown) =>
        host.log?.(`Saved rows were not looked for: ${(error as Error).message}`),
      )
      const read = new Promise<void>((resolve) => (endWaiting = resolve))
      refresh()
      if (waitsForRows) await read
    } catch (error) {
      failed(error, table, plan, sent)
    }
  }
  const settle = (
    conflict: EditConflict,
    next: (edits: StagedEdits, conflict: EditConflict) => StagedEdits,
  ) => {
    edits.change(next(edits.$edits.get(), conflict))
    $conflictList.set($conflictList.get().filter(({ key }) => key !== conflict.key))
    if ($conflictList.get().length === 0) refresh()
  }

  return {
    $saving,
    $problem: computed($current, (refusal) => refusal?.message ?? null),
    $problems: computed($current, (refusal) => refusal?.rows ?? NO_PROBLEMS),
    $shownEdits: computed([edits.$edits, $unread], (staged, unread) =>
      unread ? afterBroughtBack(staged, unread) : staged,
    ),
    rowsRead,
    $conflicts: computed($conflictList, (conflicts) =>
      conflicts.map((conflict): ShownConflict => {
        const { key, type, columns } = conflict
        const isDelete = edits.$edits.get().deletes.some((deleted) => deleted.key === key)
        return {
          key,
          title: rowTitle(key),
          ...(type === 'gone' ? { note: text.conflictGone } : isDelete ? { note: text.conflictDelete } : {}),
          columns: columns.map(({ column, base, mine, theirs }) => {
            const type = $table.get()?.columns.find(({ name }) => name === column)?.type
            return {
              name: column,
              base: readableCell(base, type),
              theirs: readableCell(theirs, type),
              mine: mine === null ? '' : shownNew(mine, type),
            }
          }),
          keepMine: type === 'gone' ? null : () => settle(conflict, afterMineKept),
          takeTheirs: () => settle(conflict, afterTheirsTaken),
        }
      }),
    ),
    closeConflicts: () => $conflictList.set([]),
    async save() {
      if ($saving.get()) return
      $refusal.set(null)
      const saving = send().finally(() => $saving.set(null))
      $saving.set(saving)
      await saving
    },
  }
}

/** The keys that changed and new rows have now, as far as they are known. */
function savedIds({ key }: TableDetail, { updates, inserts }: StagedEdits): Cell[][] {
  const ids = [
    ...updates.map(({ base, changes }) =>
      key.map((column, at) => valueIn(newValueIn(changes, column)) ?? base.id[at] ?? null),
    ),
    ...inserts.map(({ values }) => key.map((column) => valueIn(newValueIn(values, column)))),
  ]
  return ids.filter((id) => id.length > 0 && id.every((part) => part !== null))
}

function valueIn(value: NewValue | undefined): Cell {
  return value?.type === 'text' ? value.text : null
}

/** A staged value as one reads it. */
function shownNew(value: NewValue, type: string | undefined): string {
  if (value.type === 'default') return text.defaultWord
  return (value.type === 'text' ? readableCell(value.text, type) : null) ?? 'NULL'
}

/** How a staged row is called; of a new row the key is its id. */
export function rowTitle(key: string): string {
  if (!key.startsWith('[')) return text.newRow
  return text.row((JSON.parse(key) as Cell[]).map((part) => part ?? 'NULL').join(', '))
}

/** The rows that a refused statement is about; of several the one whose key PostgreSQL names in its detail, if it does. */
function refusedRows(
  { rows }: EditStatement,
  detail: string | undefined,
  table: TableDetail,
): readonly string[] {
  if (rows.length <= 1 || table.key.length !== 1) return rows
  const value = /^Key \([^)]+\)=\((.*)\) is still referenced/.exec(detail ?? '')?.[1]
  const named = rows.filter((row) => value !== undefined && row === JSON.stringify([value]))
  return named.length > 0 ? named : rows
}

/** The only column of the key that PostgreSQL names in its detail: `Key (email)=(a@b) already exists.` */
function keyColumnIn(detail: string | undefined, table: TableDetail | null): string | null {
  const name = /^Key \(([^)]+)\)=/.exec(detail ?? '')?.[1]?.replace(/^"(.*)"$/, '$1')
  return table?.columns.find((column) => column.name === name)?.name ?? null
}

/** The column whose value the message quotes; of a single changed column that one. Null: it can't be told. */
function namedIn(message: string, row: string, { updates, inserts }: StagedEdits): string | null {
  const changes =
    updates.find(({ key }) => key === row)?.changes ?? inserts.find(({ id }) => id === row)?.values ?? {}
  const columns = Object.keys(changes)
  if (columns.length === 1) return columns[0] ?? null
  const quoted = columns.filter((column) => {
    const value = changes[column]
    return value?.type === 'text' && value.text !== '' && message.includes(`"${value.text}"`)
  })
  return quoted.length === 1 ? (quoted[0] ?? null) : null
}
