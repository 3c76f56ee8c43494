/** The words of changing rows. */
import type { ForeignKeyAction } from '../sql/table-description.js'
import { named } from './named.js'
import { plural } from './plural.js'

interface Counts {
  cells: number
  changed: number
  inserted: number
  deleted: number
}

/** Rows that refer to rows that change, by one foreign key. */
interface Referring {
  table: string
  columns: readonly string[]
  /** Null: they could not be counted in time; one more than `max`: there are more. */
  count: number | null
  hasMore: boolean
  max: number
  event: 'delete' | 'update'
  action: ForeignKeyAction
}

const countsText = ({ cells, changed, inserted, deleted }: Counts) =>
  [
    cells > 0 ? `${plural(cells, 'change')} in ${plural(changed, 'row')}` : '',
    inserted > 0 ? plural(inserted, 'new row') : '',
    deleted > 0 ? `${plural(deleted, 'row')} to delete` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')

const DONE = { insert: 'inserted', update: 'updated', delete: 'deleted' }

/** Rows that a sentence names one by one. */
const NAMED_ROWS = 5

/** Every sentence about staged edits. */
export const tableEditText = {
  insert: 'Insert row',
  duplicate: (rows: number) => (rows === 1 ? 'Duplicate row' : `Duplicate ${rows} rows`),
  deleteRows: (rows: number) => (rows === 1 ? 'Delete row' : `Delete ${rows} rows`),
  revertRows: (rows: number) =>
    rows === 1 ? 'Undo the changes of this row' : `Undo the changes of ${rows} rows`,
  edit: 'Edit cell',
  setNull: 'Set to NULL',
  setDefault: 'Set to default',
  setEmpty: 'Set to empty text',
  paste: 'Paste',
  generated: 'generated',
  automatic: 'automatic',
  defaultWord: 'default',
  /** A column of a new row that has no default and can't be NULL. */
  required: 'required',
  newRow: 'New row',
  deletedRow: 'Deleted row',
  changedCell: 'changed, not saved',
  bar: (counts: Counts) => `${countsText(counts)}, not saved`,
  /** What another role staged. */
  keptAs: (role: string, counts: Counts) => `Made as ${role}, kept and not saved: ${countsText(counts)}`,
  showAs: (role: string) => `Act as ${role}`,
  /** @param cells changed ones; 0: its values are only compared */
  missingColumn: (column: string, cells: number) =>
    `The column ${named(column)} was renamed or deleted` +
    (cells === 0 ? ', and can’t be compared any more' : `: ${plural(cells, 'change')} of it can’t be saved`),
  carryTo: (column: string) => `Carry the changes of ${named(column)} over to`,
  carryChoice: 'Carry over to…',
  dropColumn: (cells: number) => (cells === 0 ? 'Don’t compare it' : `Drop ${plural(cells, 'change')}`),
  /** Rows of other tables that refer to rows that are deleted, or get another key. */
  referring: ({ table, columns, count, hasMore, max, event, action }: Referring) => {
    const isOne = count === 1 && !hasMore
    const isAtLeast = count !== null && (count > max || hasMore)
    const rows =
      count === null
        ? `Rows of ${named(table)} that refer to them (not counted in time)`
        : `${isAtLeast ? 'At least ' : ''}${plural(Math.min(count, max), 'row')} of ${named(table)}`
    const gets = (value: string) =>
      `${rows} ${isOne ? 'gets' : 'get'} ${value} in ${columns.map(named).join(', ')}`
    switch (action) {
      case 'cascade':
        return event === 'delete' ? `${rows} will be deleted too` : gets('the new key')
      case 'set null':
        return gets('NULL')
      case 'set default':
        return gets('the default')
      default:
        return `${rows} ${isOne ? 'refers' : 'refer'} to the rows ${event === 'delete' ? 'to delete' : 'whose key changes'}, and ${isOne ? 'is' : 'are'} in the way`
    }
  },
  changedElsewhere: 'Another window changed what is staged here.',
  emptiedElsewhere: 'Another window saved or discarded the changes of this table',
  barLabel: 'Changes that are not saved',
  notKept: 'These changes are too large to be kept on this device: a reload loses them.',
  undo: 'Undo',
  redo: 'Redo',
  review: 'Review SQL',
  reviewTitle: 'SQL of the changes',
  reviewLead:
    'Save runs these statements in one transaction, in this order. Each has to change exactly the rows that it names, or nothing is saved.',
  discard: 'Discard',
  save: 'Save',
  saving: 'Saving…',
  saved: (rows: number) => `Saved ${plural(rows, 'row')}`,
  discarded: 'Changes discarded',
  refused: (message: string) => `Nothing was saved: ${message}`,
  refusedIn: (column: string, message: string) => `Nothing was saved. Column ${named(column)}: ${message}`,
  /** The refused row is not among the rows that are shown. */
  refusedElsewhere: (problem: string, row: string) => `${problem} (${row}, which is not on this page)`,
  unknownOutcome:
    'The connection was lost, so it is not known whether the changes were saved. Refresh the rows before you save again.',
  unknownNewRows:
    'The connection is back. What was saved is no longer marked. Look whether the new rows were saved before you save again.',
  notSaved: 'The connection is back. Nothing that is still marked was saved; you can save it now.',
  savedUnheard: 'The connection is back: the changes were saved',
  otherRows: (rows: number) =>
    `Nothing was saved: a statement changed ${plural(rows, 'row')} instead of one. A policy, a trigger or a rule of the table may be the reason.`,
  owner: 'the owner of the table',
  /** Rows by their titles; of many the first ones. */
  rowNames: (titles: readonly string[]) =>
    titles.length <= NAMED_ROWS
      ? titles.join(', ')
      : `${titles.slice(0, NAMED_ROWS).join(', ')} and ${titles.length - NAMED_ROWS} more`,
  /** @param policies the role that they hold for; null: none does */
  unchanged: (
    rows: string,
    count: number,
    {
      command,
      policies,
      triggers,
      rules,
    }: {
      command: 'insert' | 'update' | 'delete'
      policies: string | null
      triggers: readonly string[]
      rules: readonly string[]
    },
  ) => {
    const reasons = [
      ...(policies === null ? [] : [`no policy of the table lets ${policies} ${command} it`]),
      ...triggers.map((name) => `the trigger ${named(name)} passes it over`),
      ...rules.map((name) => `the rule ${named(name)} does something else instead`),
    ]
    const why = reasons.length > 0 ? reasons.join(', or ') : 'PostgreSQL gave no reason'
    return `Nothing was saved. ${rows} ${count === 1 ? 'was' : 'were'} not ${DONE[command]}: ${why}.`
  },
  savedUnseen: (rows: string, count: number, role: string) =>
    `${rows} ${count === 1 ? 'was' : 'were'} saved, but no policy lets ${role} read ${count === 1 ? 'it' : 'them'}: ${count === 1 ? 'it is' : 'they are'} not shown`,
  parkRefused: (rows: string) =>
    `“${rows}” gets this value for a moment only, so that another row can take its own (see Review SQL). Save without it, or change one of the rows by two saves.`,
  tangled: (rows: string) =>
    `These changes wait for each other, and no order of them is possible: ${rows}. Save some of them first.`,
  conflictsTitle: (rows: number) =>
    rows === 1 ? 'A row was changed by someone else' : `${rows} rows were changed by someone else`,
  conflictsLead: 'Nothing was saved. Choose for each row what it should hold, then save again.',
  conflictGone: 'This row was deleted meanwhile, so it can’t be changed.',
  conflictDelete: 'You want to delete this row.',
  column: 'Column',
  base: 'When you read it',
  mine: 'Yours',
  theirs: 'Now',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  dropMine: 'Drop my changes',
  close: 'Close',
  row: (key: string) => `Row ${key}`,
  problems: {
    choice: 'This is not one of the column’s values',
    integer: 'This is not a whole number',
    range: 'This number is too large for the column',
    number: 'This is not a number',
    uuid: 'This is not a UUID',
    json: 'This is not valid JSON',
    bytea: 'Bytes are written as \\x and two hexadecimal digits each',
    notNull: 'This column can’t be NULL',
  },
  cellReadOnly: {
    generated: 'PostgreSQL computes this column',
    identity: 'PostgreSQL numbers this column itself',
    column: 'You can’t change this column',
    hidden: (role: string) => `${role} was not granted to read this column`,
    hiddenKey: (role: string) =>
      `${role} was not granted to read what tells the rows apart, so they can’t be changed`,
    ungranted: (role: string) => `${role} was not granted to write this column`,
    deleted: 'This row will be deleted. Undo its changes to edit it.',
    long: 'Rows without a key that hold long values can’t be changed here',
  },
  readOnly: {
    reader: 'Your role can only read this project',
    kind: 'A materialized view can’t be edited. Edit the tables that it reads.',
    view: 'PostgreSQL can’t change rows through this view',
  },
  tooLong: (bytes: number) => `This value has ${bytes} bytes, which is too long to be edited here`,
  wholeFailed: (message: string) => `The whole value could not be read: ${message}`,
  rowGone: 'This row was deleted meanwhile',
  pasted: (cells: number) => `Pasted ${plural(cells, 'cell')}`,
  pastedPart: (cells: number, left: number) =>
    `Pasted ${plural(cells, 'cell')}; ${plural(left, 'cell')} left out`,
  filledPart: (cells: number, left: number) =>
    `Filled ${plural(cells, 'cell')}; ${plural(left, 'cell')} left out`,
  /** The first cell that was not pasted. */
  leftOut: (value: string, column: string | undefined, why: string) =>
    `“${value.length > 40 ? `${value.slice(0, 40)}…` : value}”${column === undefined ? '' : ` in ${column}`}: ${why}`,
  /** @param first of the cells, with the reason of all of them */
  leftOutCells: (cells: number, first: string) => (cells === 1 ? first : `${cells} cells, as ${first}`),
  savedMeanwhile: 'The new row was being saved: the value was not taken',
  typeAgain: 'type it again',
  notRead: 'The value that is there could not be read',
  nullWord: 'NULL',
  /** Drawn in the place of a value that the acting role may not read. */
  hiddenWord: 'not readable',
  /** The mark of a cell that was left out. */
  notPasted: (why: string) => `Not pasted: ${why}`,
  noColumn: 'There is no column for it',
  nothingPasted: 'There is no text on the clipboard',
  emptyText: 'Empty text',
  pickDate: 'Choose from a calendar',
  loadingValue: 'Reading the whole value…',
  commitKeys: 'Enter keeps the value, Escape drops it',
  commitKeysLines: 'Enter keeps it, Shift Enter breaks the line, Escape drops it',
  noChoice: (letters: string) => `No value begins with “${letters}”`,
  keepValue: 'Keep value',
}
