/** The words around a result: its cells, and its way into a file. */
import type { SelectionFigures } from '../rules/results/selection-figures.js'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The footer has one line. */
const shortened = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value)

/** The sentences around a result. */
export const sqlResultsText = {
  letGo: 'Run again to see the rows',
  letGoDetail: 'They were dropped because the results of other queries needed the memory.',
  copyRow: 'Copy row',
  copyRange: 'Copy selected cells',
  copiedCells: (count: number) => `${plural(count, 'cell')} copied`,
  copiedRow: 'Row copied',
  /** Of some values the platform sent only the beginning. */
  copiedCut: (values: number) =>
    values === 1
      ? 'Only the beginning of a long value was copied. An export of the whole result has it whole.'
      : `Of ${plural(values, 'long value')} only the beginning was copied. An export of the whole result has them whole.`,
  copiedAsText: {
    nulls: 'The selection is too large for the exact form: pasted from here, NULL is an empty text.',
    borders:
      'The value is too large for the exact form: pasted into cells, its tabs and line breaks begin new cells.',
  },
  tooManyLong: (values: number) =>
    `Nothing was copied: ${plural(values, 'value')} of the selection are too long. Select fewer rows, or export them.`,
  copyAs: 'Copy as',
  copyFormats: {
    header: 'Text with headers',
    csv: 'CSV',
    json: 'JSON',
    markdown: 'Markdown',
    sql: 'SQL inserts',
    in: 'IN list',
  },
  copiedAs: (format: string) => `Copied as ${format}`,
  nothingCopied: (format: string) => `Nothing to copy as ${format}`,
  onlyNulls: 'Every selected row has a NULL, which equals no value. Use IS NULL to find these rows.',
  nullsLeftOut: (rows: number) =>
    `${plural(rows, 'row')} with NULL ${rows === 1 ? 'was' : 'were'} left out: NULL equals no value. Use IS NULL to find ${rows === 1 ? 'it' : 'them'}.`,

  tools: 'Filter, find, columns',
  filter: 'Filter',
  hideFilters: 'Hide the filter fields',
  filterOf: (column: string) => `Filter ${column}`,
  filterHint: 'Text, > 5, = x, /regular expression/, null',
  clearFilters: 'Clear filters',
  noMatch: 'No row matches the filters',
  noMatchCut:
    'Of long values only the beginning is here, so only the beginning is compared. Filter them in the query.',
  matching: (shown: number, all: number) => `${shown} of ${plural(all, 'row')}`,
  onlyOfTheseRows: 'Sorting, filters and search work on the rows that are here, not on the whole result.',
  find: 'Find',
  findLabel: 'Find in the result',
  found: (at: number, total: number) => `${at} of ${total}`,
  notFound: 'Not found',
  /** Beside what was found in a result past its cap. */
  inPart: (rows: number) => `in the first ${plural(rows, 'row')}`,
  sortsPart: (rows: number) => `Sorts the first ${plural(rows, 'row')}: more exist.`,
  findNext: 'Next',
  findPrevious: 'Previous',
  findClose: 'Close search',
  columns: 'Columns',
  columnsLabel: 'Columns of the result',
  searchColumns: 'Go to a column',
  noColumn: 'No column has this name',
  resetColumns: 'Reset columns',
  show: (column: string) => `Show ${column}`,
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  sortNone: 'Remove sort',
  byCharacters: 'By characters. The collation of the database may order texts differently.',
  noOrder: {
    unordered: (type: string) => `PostgreSQL has no order for values of ${type}`,
    unknown: (type: string) => `Only the database knows the order of ${type}: use ORDER BY in the query`,
  },
  unreadOrder: (column: string) => `The rows were not sorted by ${column}`,
  unreadOrderDetail:
    'Its values are written in another style than PostgreSQL’s usual one (DateStyle, IntervalStyle). Use ORDER BY in the query.',
  filterProblem: {
    value: (value: string, type: string) => `“${shortened(value)}” is not a value of ${type}`,
    order: (type: string) => `Values of ${type} can be compared by = and != only`,
  },
  values: 'Filter by value…',
  valuesOf: (column: string) => `Values of ${column}`,
  valuesMore: (count: number) => `${plural(count, 'more value')} not listed`,
  searchValues: 'Find a value',
  allListed: 'All listed values',
  anyValue: 'Any value',
  apply: 'Apply',
  freeze: 'Freeze column',
  unfreeze: 'Unfreeze column',
  frozen: 'Frozen',
  hide: 'Hide column',
  marks: {
    key: 'Primary key',
    reference: 'Refers to another table',
    made: 'Made by the database',
    required: 'Not null',
  },
  columnMenu: (column: string) => `Options of ${column}`,
  figures: ({ cells, nulls, distinct, sum, min, max }: SelectionFigures) =>
    [
      plural(cells, 'cell'),
      `${distinct} distinct`,
      ...(nulls > 0 ? [`${nulls} NULL`] : []),
      ...(sum === undefined ? [] : [`sum ${sum}`]),
      ...(min === undefined || max === undefined ? [] : [`min ${shortened(min)}`, `max ${shortened(max)}`]),
    ].join(' · '),

  views: { view: 'View', markdown: 'Markdown' },
  viewsLabel: 'How the value is shown',
  emptyValue: 'Empty text',
  emptyBytes: 'No bytes',
  valueLength: {
    characters: (count: number) => plural(count, 'character'),
    bytes: (count: number) => plural(count, 'byte'),
  },
  partOfValue: 'Only the beginning of the value is shown.',
  showAll: 'Show all',
  resizeValue: 'Resize the value',
  findInValue: 'Find in the value',
  foldValue: (name: string) => (name === '' ? 'Members' : `Members of ${name}`),
  folded: (count: number) => plural(count, 'member'),
  copyValue: 'Copy value',
  wholeValue: 'Get the whole value',
  gettingValue: 'Getting the value…',
  wholeHint:
    'Runs the statement again in a READ ONLY transaction and saves the value of this row as a file. Without an order by, it may be the value of another row.',
  wholeImpossible:
    'The whole value is available for a single select only. Run a select of this column to see more of it.',
  wholeSaved: 'The value was saved as a file',
  wholeGone: 'The result has changed: the cell no longer exists',
  wholeFailed: 'The value could not be fetched',

  export: 'Export',
  shown: 'Rows shown',
  noneShown: 'No rows are shown',
  whole: 'Whole result',
  formats: {
    csv: 'CSV',
    json: 'JSON',
    ndjson: 'JSON lines',
    markdown: 'Markdown',
    sql: 'SQL inserts',
    xlsx: 'Excel',
  },
  formatNotes: {
    xlsx: 'Numbers of more than 15 digits are written as text, as are dates before 1900-03-01, times finer than a millisecond, and times with a zone. More than 1,048,576 rows go on in a further sheet. A value of more than 32,767 characters stops the export before it starts; to find one, the statement runs twice.',
  } as Partial<Record<string, string>>,
  exportShown: (format: string) => `Rows shown as ${format}`,
  exportWhole: (format: string) => `Whole result as ${format}…`,
  wholeOnly: {
    several: 'Only for a run of a single select',
    'no-select': 'Only for a select: the statement would run again',
    empty: 'There is nothing to run again',
    explain: 'A plan is exported as shown',
  },
  wholeTitle: 'Export the whole result',
  wholeRemark:
    'The statement runs again, in a READ ONLY transaction and without a row limit, and its rows go straight into a file. The result may differ from the one shown when the data has changed.',
  wholeAs: (name: string) => `It runs as ${name}.`,
  fileName: 'File name',
  table: 'Table of the INSERT statements',
  header: 'First line with the names of the columns',
  delimiter: 'Delimiter',
  delimiters: [
    { value: ',', label: 'Comma' },
    { value: ';', label: 'Semicolon' },
    { value: '\t', label: 'Tab' },
    { value: '|', label: 'Vertical bar' },
  ] as const,
  quote: 'Quote',
  quotes: [
    { value: '"', label: 'Double quote' },
    { value: "'", label: 'Single quote' },
  ] as const,
  nullText: 'Text for NULL',
  nullHint: 'Empty: NULL is an empty field, and an empty text is a pair of quotes',
  repeatedNames: (names: string) => `Several columns have the same name in the file: ${names}.`,
  madeDistinct: (names: string) =>
    `Several columns have the same name: ${names}. In the file the second one ends in _2, the third one in _3.`,
  editable: (table: string) => `Rows of ${table} can be edited`,
  readOnlyResult: {
    'not-one-table': 'Read-only: only rows of one table, without computed columns, can be edited',
    'no-key': 'Read-only: the table has no primary key',
    repeated: 'Read-only: a column is selected twice',
  },
  keyMissing: (columns: readonly string[]) => `Read-only: select ${columns.join(', ')} to edit rows`,
  begin: 'Export',
  beginning: 'Starting…',
  cutValues: (count: number) =>
    `${plural(count, 'value')} longer than 1 MB ${count === 1 ? 'is' : 'are'} cut in this file; export the whole result to get them`,
  saved: (name: string) => `Saved ${name}`,
  exporting: (name: string) => `Exporting ${name}`,
  progress: (rows: number, size: string) => `${plural(rows, 'row')}, ${size}`,
  waiting: 'The download begins…',
  cancelExport: 'Cancel',
  done: (name: string) => `${name} is complete`,
  cancelled: (name: string) => `The export of ${name} was cancelled`,
  failed: (name: string) => `The export of ${name} failed; the file is incomplete`,
  beginFailed: 'The export could not start',
}
