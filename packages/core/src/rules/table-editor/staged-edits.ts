/**
 * What a user has changed in the rows of a table and not yet saved: changed cells, new rows, rows to delete. Each
 * changed row keeps what it held when it was read, so that a save notices what others changed meanwhile.
 * @rule grid.staged-edits  @spec §4
 */
import type { Cell } from '@basedeck/platform-client/contract'

/** What a cell will hold. NULL, the column's default and an empty text are three different things. */
export type NewValue = { type: 'text'; text: string } | { type: 'null' } | { type: 'default' }

/** A row as it was read. */
export interface RowBase {
  /** Its key, in the order of the key's columns; of a table without a key its position (`ctid`). */
  id: readonly Cell[]
  /** The values that it must still have when it is saved, by column. */
  values: Readonly<Record<string, Cell>>
}

/** Changed cells of one row. */
export interface StagedUpdate {
  /** Tells the row apart from the table's other rows. */
  key: string
  base: RowBase
  /** By column. */
  changes: Readonly<Record<string, NewValue>>
}

/** A row to delete. */
export interface StagedDelete {
  key: string
  base: RowBase
}

/** A new row. A column that is not named gets its default. */
export interface StagedInsert {
  id: string
  values: Readonly<Record<string, NewValue>>
}

/** All changes of one table that are not saved. */
export interface StagedEdits {
  updates: readonly StagedUpdate[]
  deletes: readonly StagedDelete[]
  inserts: readonly StagedInsert[]
}

/** No changes. */
export const NO_EDITS: StagedEdits = { updates: [], deletes: [], inserts: [] }

/** A row of the table, as far as an edit needs it. */
export interface EditedRow {
  key: string
  id: readonly Cell[]
  /** Values that are compared in addition to the changed ones: all, where neither key nor position is certain. */
  compared: Readonly<Record<string, Cell>>
}

/** Whether there is nothing to save. */
export function hasNoEdits({ updates, deletes, inserts }: StagedEdits): boolean {
  return updates.length + deletes.length + inserts.length === 0
}

/**
 * A cell gets a value. The value that it had when it was read is no change.
 * @param before the whole value as it was read
 */
export function afterCellEdited(
  edits: StagedEdits,
  row: EditedRow,
  column: string,
  { before, value }: { before: Cell; value: NewValue },
): StagedEdits {
  const known = edits.updates.find(({ key }) => key === row.key)
  const base: RowBase = known?.base ?? { id: row.id, values: row.compared }
  const old = Object.hasOwn(base.values, column) ? held(base.values, column) : before
  const { [column]: _replaced, ...others } = known?.changes ?? {}
  const changes = isSameValue(value, old) ? others : { ...others, [column]: value }
  const rest = edits.updates.filter(({ key }) => key !== row.key)
  if (Object.keys(changes).length === 0) return { ...edits, updates: rest }
  const values = { ...base.values, [column]: old }
  const update = { key: row.key, base: { ...base, values: onlyCompared(values, row, changes) }, changes }
  const at = edits.updates.findIndex(({ key }) => key === row.key)
  return { ...edits, updates: at === -1 ? [...rest, update] : edits.updates.with(at, update) }
}

/** A cell that gets a value. */
export interface CellEdit {
  row: EditedRow
  column: string
  /** The whole value as it was read. */
  before: Cell
  value: NewValue
}

/** Cells of many rows get values; as one by one, without looking through all changes for each. */
export function afterCellsEdited(edits: StagedEdits, cells: readonly CellEdit[]): StagedEdits {
  const byRow = new Map<string, CellEdit[]>()
  for (const cell of cells) {
    const others = byRow.get(cell.row.key)
    if (others) others.push(cell)
    else byRow.set(cell.row.key, [cell])
  }
  const updates = new Map(edits.updates.map((update) => [update.key, update]))
  for (const [key, ofRow] of byRow) {
    const known = updates.get(key)
    const alone: StagedEdits = { ...NO_EDITS, updates: known ? [known] : [] }
    const edited = ofRow.reduce(
      (from, { row, column, ...values }) => afterCellEdited(from, row, column, values),
      alone,
    )
    const [update] = edited.updates
    if (update) updates.set(key, update)
    else updates.delete(key)
  }
  return { ...edits, updates: [...updates.values()] }
}

/** The row loses its changes. */
export function afterRowReverted(edits: StagedEdits, key: string): StagedEdits {
  return {
    updates: edits.updates.filter((update) => update.key !== key),
    deletes: edits.deletes.filter((deleted) => deleted.key !== key),
    inserts: edits.inserts.filter(({ id }) => id !== key),
  }
}

/** Rows are marked as deleted; their changes are dropped. A new row is gone at once. */
export function afterRowsDeleted(edits: StagedEdits, rows: readonly EditedRow[]): StagedEdits {
  const keys = new Set(rows.map(({ key }) => key))
  const known = new Set(edits.deletes.map(({ key }) => key))
  const added = rows.filter(({ key }) => !known.has(key) && edits.inserts.every(({ id }) => id !== key))
  return {
    updates: edits.updates.filter(({ key }) => !keys.has(key)),
    deletes: [
      ...edits.deletes,
      ...added.map(({ key, id, compared }) => ({ key, base: { id, values: compared } })),
    ],
    inserts: edits.inserts.filter(({ id }) => !keys.has(id)),
  }
}

/** Adds new rows behind those that were added before. */
export function afterInserted(edits: StagedEdits, ...rows: StagedInsert[]): StagedEdits {
  return { ...edits, inserts: [...edits.inserts, ...rows] }
}

/** A cell of a new row gets a value; its default is what it has without one. */
export function afterInsertEdited(
  edits: StagedEdits,
  id: string,
  column: string,
  value: NewValue,
): StagedEdits {
  const inserts = edits.inserts.map((insert) => {
    if (insert.id !== id) return insert
    const { [column]: _replaced, ...others } = insert.values
    return { ...insert, values: value.type === 'default' ? others : { ...others, [column]: value } }
  })
  return { ...edits, inserts }
}

/** What a column of a row gets; undefined: nothing new. */
export function newValueIn(
  changes: Readonly<Record<string, NewValue>> | undefined,
  column: string,
): NewValue | undefined {
  return changes && (held(changes, column) ?? undefined)
}

/** How much there is to save. */
export interface EditCounts {
  /** Changed cells. */
  cells: number
  /** Rows with changed cells. */
  changed: number
  inserted: number
  deleted: number
}

/** Counts what a save would do. */
export function editCounts({ updates, deletes, inserts }: StagedEdits): EditCounts {
  return {
    cells: updates.reduce((sum, { changes }) => sum + Object.keys(changes).length, 0),
    changed: updates.length,
    inserted: inserts.length,
    deleted: deletes.length,
  }
}

/** A staged row that another changed or deleted since it was read. */
export interface EditConflict {
  key: string
  type: 'changed' | 'gone'
  /** The columns that both changed, or that make the row another one. */
  columns: readonly { column: string; base: Cell; mine: NewValue | null; theirs: Cell }[]
}

/**
 * The staged rows that are no longer as they were read.
 * @param current what the rows hold now, by key; a row that is missing is gone
 */
export function conflictsIn(
  edits: StagedEdits,
  current: ReadonlyMap<string, Readonly<Record<string, Cell>>>,
): EditConflict[] {
  const rows: readonly (StagedUpdate | StagedDelete)[] = [...edits.updates, ...edits.deletes]
  return rows.flatMap((staged): EditConflict[] => {
    const now = current.get(staged.key)
    if (!now) return [{ key: staged.key, type: 'gone', columns: [] }]
    const changes: Readonly<Record<string, NewValue>> = 'changes' in staged ? staged.changes : {}
    const columns = Object.entries(staged.base.values).flatMap(([column, base]) => {
      const theirs = held(now, column)
      return theirs === base ? [] : [{ column, base, mine: held(changes, column), theirs }]
    })
    return columns.length === 0 ? [] : [{ key: staged.key, type: 'changed', columns }]
  })
}

/**
 * Without the changes that the rows hold already: they were saved, and the answer was lost.
 * @param current what the rows hold now, by key
 */
export function withoutSaved(
  edits: StagedEdits,
  current: ReadonlyMap<string, Readonly<Record<string, Cell>>>,
): StagedEdits {
  const updates = edits.updates.filter(({ key, changes }) => {
    const now = current.get(key)
    return !now || !Object.entries(changes).every(([column, value]) => isSameValue(value, held(now, column)))
  })
  return updates.length === edits.updates.length ? edits : { ...edits, updates }
}

/**
 * What is left when a save has ended: changes that another window staged while it ran. They stand over what was saved.
 * @param sent what was saved
 */
export function afterSaved(edits: StagedEdits, sent: StagedEdits): StagedEdits {
  if (edits === sent) return NO_EDITS
  return {
    updates: edits.updates.flatMap((update) => {
      const saved = sent.updates.find(({ key }) => key === update.key)
      return saved ? overSaved(update, saved) : [update]
    }),
    deletes: edits.deletes.filter(({ key }) => sent.deletes.every((deleted) => deleted.key !== key)),
    // A new row that was changed further is inserted already: it stays in sight, so that no value is lost.
    inserts: edits.inserts.filter(({ id, values }) => {
      const saved = sent.inserts.find((insert) => insert.id === id)
      return !saved || !hasSameValues(values, saved.values)
    }),
  }
}

function overSaved(update: StagedUpdate, { changes: saved }: StagedUpdate): StagedUpdate[] {
  const changes = Object.fromEntries(
    Object.entries(update.changes).filter(([column, value]) => !isSameNew(value, newValueIn(saved, column))),
  )
  if (Object.keys(changes).length === 0) return []
  const values = Object.entries(update.base.values).flatMap(([column, value]) => {
    const now = newValueIn(saved, column)
    if (!now || now.type === 'default') return [[column, value] as const]
    if (!Object.hasOwn(changes, column)) return []
    return [[column, now.type === 'text' ? now.text : null] as const]
  })
  return [{ ...update, base: { ...update.base, values: Object.fromEntries(values) }, changes }]
}

/** Discarded changes come back beside those that were staged since, which win where both are about one cell or row. */
export function afterBroughtBack(edits: StagedEdits, discarded: StagedEdits): StagedEdits {
  const deleted = new Set(edits.deletes.map(({ key }) => key))
  const touched = new Set([...deleted, ...edits.updates.map(({ key }) => key)])
  const updates = discarded.updates.flatMap((update) => {
    if (deleted.has(update.key)) return []
    const newer = edits.updates.find(({ key }) => key === update.key)
    if (!newer) return [update]
    const values = { ...update.base.values, ...newer.base.values }
    return [{ ...newer, base: { ...newer.base, values }, changes: { ...update.changes, ...newer.changes } }]
  })
  const inserts = discarded.inserts.map((insert) => {
    const newer = edits.inserts.find(({ id }) => id === insert.id)
    return newer ? { ...newer, values: { ...insert.values, ...newer.values } } : insert
  })
  const back = new Set([...updates.map(({ key }) => key), ...inserts.map(({ id }) => id)])
  return {
    updates: [...updates, ...edits.updates.filter(({ key }) => !back.has(key))],
    deletes: [...discarded.deletes.filter(({ key }) => !touched.has(key)), ...edits.deletes],
    inserts: [...inserts, ...edits.inserts.filter(({ id }) => !back.has(id))],
  }
}

/** My changes stay, over what the row holds now. A row that is gone can't be changed: its changes go. */
export function afterMineKept(edits: StagedEdits, { key, type, columns }: EditConflict): StagedEdits {
  if (type === 'gone') return afterRowReverted(edits, key)
  const now = Object.fromEntries(columns.map(({ column, theirs }) => [column, theirs]))
  const rebased = <Staged extends StagedDelete>(staged: Staged): Staged =>
    staged.key === key
      ? { ...staged, base: { ...staged.base, values: { ...staged.base.values, ...now } } }
      : staged
  return { ...edits, updates: edits.updates.map(rebased), deletes: edits.deletes.map(rebased) }
}

/** What the row holds now stays; of its other cells my changes stay. A row to delete is kept. */
export function afterTheirsTaken(edits: StagedEdits, conflict: EditConflict): StagedEdits {
  const { key, columns } = conflict
  if (edits.deletes.some((deleted) => deleted.key === key)) return afterRowReverted(edits, key)
  const names = new Set(columns.map(({ column }) => column))
  const updates = afterMineKept(edits, conflict).updates.flatMap((update) => {
    if (update.key !== key) return [update]
    const changes = Object.fromEntries(Object.entries(update.changes).filter(([name]) => !names.has(name)))
    return Object.keys(changes).length === 0 ? [] : [{ ...update, changes }]
  })
  return { ...edits, updates }
}

/** A column may be called as what every object has: `constructor`. */
function held<Value>(of: Readonly<Record<string, Value>>, column: string): Value | null {
  return Object.hasOwn(of, column) ? (of[column] ?? null) : null
}

function isSameValue(value: NewValue, cell: Cell): boolean {
  if (value.type === 'text') return value.text === cell
  return value.type === 'null' && cell === null
}

function isSameNew(one: NewValue, other: NewValue | undefined): boolean {
  if (one.type !== 'text' || other?.type !== 'text') return one.type === other?.type
  return one.text === other.text
}

function hasSameValues(
  one: Readonly<Record<string, NewValue>>,
  other: Readonly<Record<string, NewValue>>,
): boolean {
  const columns = Object.entries(one)
  return (
    columns.length === Object.keys(other).length &&
    columns.every(([column, value]) => isSameNew(value, newValueIn(other, column)))
  )
}

/** A column that is no longer changed is no longer compared, unless all are. */
function onlyCompared(
  values: Readonly<Record<string, Cell>>,
  { compared }: EditedRow,
  changes: Readonly<Record<string, NewValue>>,
): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([column]) => Object.hasOwn(changes, column) || Object.hasOwn(compared, column),
    ),
  )
}
