/** The words of foreign keys in the table editor, and of one row as a form. */
import { named } from './named.js'

/** Every sentence about referenced rows. */
export const tableReferenceText = {
  show: (table: string) => `Show the row of ${table}`,
  open: (table: string) => `Open the row in ${table}`,
  choose: (table: string) => `Choose a row of ${table}…`,
  chooseFrom: (table: string) => `Choose a row of ${table}`,
  /** Columns that a choice changes beside the one that is chosen for, with their values. */
  alsoSets: (values: readonly (readonly [string, string])[]) =>
    `also sets ${values.map(([column, value]) => `${named(column)} to ${value}`).join(', ')}`,
  find: 'Find in all columns…',
  rows: 'Rows to choose from',
  /** Under the field of a cell. */
  rowsOf: (table: string) => `Rows of ${table} to choose from`,
  rowsFailed: 'The rows could not be read',
  noAccess: 'This table is gone, or your role can’t read it',
  noRows: 'No rows found',
  firstRows: (count: number) => `The first ${count} rows. Search to find others.`,
  peekTitle: (table: string) => `Row of ${table}`,
  peekNone: 'The selected row refers to no row of this table.',
  peekMissing: 'There is no such row. It was deleted, or your role can’t read it.',
  peekFailed: 'The row could not be read',
  filterBy: 'Filter by this value',
  filterOut: 'Exclude this value',
  editRow: 'Edit row',
  viewRow: 'View row',
  rowTitle: (number: number) => (number < 0 ? `Row ${-number} from the end` : `Row ${number}`),
  newRowTitle: 'New row',
  previousRow: 'Previous row',
  nextRow: 'Next row',
  closePanel: 'Close',
  key: 'Primary key',
  notNull: 'Required',
  cut: 'Only the beginning is shown. Click to read the whole value.',
  valueMenu: (column: string) => `More for ${column}`,
}
