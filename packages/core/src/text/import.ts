/** The sentences of an import. */
import type { LineFault } from '../rules/import/csv-lines.js'
import { named } from './named.js'
import type { CellFormat } from '../rules/import/cell-format.js'
import type { HeadDecision } from '../rules/import/csv-head.js'
import type { BetterType } from '../rules/import/csv-inference.js'
import type { ImportLoss } from '../rules/import/import-losses.js'
import { plural } from './plural.js'

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western (Latin-1, Windows-1252)',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'euc-jp': 'Japanese (EUC-JP)',
  'iso-8859-15': 'Western with € (ISO 8859-15)',
  macintosh: 'Western (Mac Roman)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
}

/** The names of types that have a longer one. */
const TYPES: Readonly<Record<string, string>> = {
  varchar: 'character varying',
  bpchar: 'character',
  bool: 'boolean',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  time: 'time without time zone',
  timetz: 'time with time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  varbit: 'bit varying',
}

const LOSSES: Readonly<Record<ImportLoss['loss'], (values: string, isOne: boolean) => string>> = {
  zone: (values, isOne) => `${values} ${isOne ? 'has' : 'have'} a time zone, which this type drops.`,
  time: (values, isOne) => `${values} ${isOne ? 'has' : 'have'} a time of day, which this type drops.`,
  zeros: (values, isOne) => `${values} ${isOne ? 'begins' : 'begin'} with a zero, which this type drops.`,
  keys: (values, isOne) =>
    `${values} ${isOne ? 'has' : 'have'} a repeated key, of which this type keeps the last value.`,
  'no-zone': (values, isOne) =>
    `${values} ${isOne ? 'has' : 'have'} no time zone; that of the database is taken.`,
}

/** The sentences of an import. */
export const importText = {
  open: 'Import CSV',
  title: 'Import CSV',
  titleInto: (table: string) => `Import CSV into ${named(table)}`,
  close: 'Close',
  mayNotWrite: 'Your role is read-only here.',

  file: 'File',
  drop: 'Drop a CSV file here, choose one, or paste rows.',
  dropHere: 'Drop the file to read it',
  choose: 'Choose a file…',
  paste: 'Paste rows',
  pasteHint: 'Rows of CSV, or cells copied from a spreadsheet',
  takePasted: 'Use these rows',
  remove: 'Choose another file',
  pastedName: 'Pasted rows',
  empty: 'This file is empty.',
  blank: 'This file has only empty lines.',
  longLine: (line: number, most: string) =>
    `Line ${line} is longer than ${most}. A CSV file has a row on each line: look at its line breaks and quotes.`,
  changed: 'The file has changed or was moved since it was chosen. Choose it again.',
  noRows: 'This file has no rows besides its header.',
  unreadable: 'This file can’t be read. It may have been moved or deleted.',
  tooManyColumns: (most: number) => `A file has at most ${most} columns.`,
  tooLarge: (size: string, reason: string) => `The file has ${size}. ${reason}`,

  reading: 'How the file is read',
  encoding: 'Encoding',
  encodings: ENCODINGS,
  delimiter: 'Delimiter',
  delimiters: { ',': 'Comma ,', ';': 'Semicolon ;', '\t': 'Tab', '|': 'Pipe |' },
  quote: 'Quotes',
  quotes: { '"': 'Double "', "'": "Single '", '': 'None' },
  otherDelimiter: 'Other…',
  otherDelimiterLabel: 'Another delimiter',
  header: 'The first row is the head',
  headReasons: {
    'above-values': 'It has names above numbers, dates or other values.',
    years: 'Its numbers are years above other numbers.',
    'like-the-others': 'It looks like data: its values are like those below.',
    repeated: 'It looks like data: a value of it comes again below.',
    names: 'All of its cells could be names.',
    'no-names': 'It looks like data: its cells are no names.',
  } satisfies Readonly<Record<HeadDecision['reason'], string>>,
  unnamedColumns: (columns: readonly number[]) =>
    columns.length === 1
      ? `Column ${columns[0]} has no name in the file; one was made.`
      : `${columns.length > 5 ? `${columns.length} columns` : `Columns ${columns.join(', ')}`} have no name in the file; names were made.`,
  namedTwice: (names: readonly string[]) =>
    `${names.slice(0, 5).map(named).join(', ')} ${names.length === 1 ? 'names' : 'name'} more than one column; numbers were added.`,
  moreReading: 'More about how it is written',
  skipLines: 'Lines before the head',
  comment: 'Comments begin with',
  comments: { '': 'None', '#': '#', '//': '//', '--': '--', ';': ';', '%': '%' },
  escapes: 'Backslash',
  escapesAs: { '': 'A sign like others', quotes: 'Escapes quotes: \\"', text: 'Escapes: \\n, \\t, \\N' },
  nullText: 'NULL is written as',
  nullTextHint: 'Nothing',
  nullCell: 'NULL',
  skipsBlanks: 'Leave out blanks before cells',
  endsInDelimiter: 'Each line ends in a delimiter',
  preview: 'Preview',
  previewOf: (rows: number) => `The first ${plural(rows, 'row')}`,
  line: 'Line',
  unnamed: (column: number) => `Column ${column}`,

  target: 'Where it goes',
  newTable: 'A new table',
  existingTable: 'An existing table',
  schema: 'Schema',
  tableName: 'Table name',
  table: 'Table',
  chooseTable: 'Choose a table',
  tablesFailed: 'The tables could not be retrieved',
  key: 'Primary key',
  keys: { identity: 'A new column “id” that counts up', none: 'None' },
  rowSecurity: 'Row-level security',
  rowSecurityHint: 'Other roles than the owner then see only the rows that a policy allows. Recommended.',
  keyIs: (column: string) => `${column}: each value differs`,
  columns: 'Columns',
  column: (name: string) => `Column of the table for ${named(name)}`,
  columnName: (name: string) => `Name of the column for ${named(name)}`,
  columnFormat: (name: string) => `Format of the values of ${named(name)}`,
  asItIs: 'As PostgreSQL reads it',
  formats: {
    'decimal-point': '1,234.50',
    'decimal-comma': '1.234,50',
    'percent-point': '12.5 % is 0.125',
    'percent-comma': '12,5 % is 0.125',
    dmy: '31.12.2026',
    mdy: '12/31/2026',
    ymd: '2026/12/31',
    clock: '9:30 pm',
  } satisfies Readonly<Record<CellFormat, string>>,
  fits: ({ type, format, fits, of }: BetterType): string =>
    `${fits === of ? `All ${of}` : `${fits} of ${of}`} values that were looked at fit ${TYPES[type] ?? type}${format ? `, written ${importText.formats[format]}` : ''}.`,
  useType: (type: string) => `Use ${TYPES[type] ?? type}`,
  losses: ({ loss, values }: ImportLoss): string => LOSSES[loss](plural(values, 'value'), values === 1),
  columnType: (name: string) => `Type of the column for ${named(name)}`,
  include: (name: string) => `Import ${named(name)}`,
  leaveOut: 'Don’t import',
  types: TYPES,
  manyColumns: (shown: number, all: number) =>
    `The first ${shown} of ${all} columns are listed; the others go where their names fit.`,

  options: 'Options',
  emptyCells: 'Empty cells',
  emptyAs: {
    quoted: 'NULL, or an empty text where it is quoted',
    null: 'NULL',
    text: 'Empty text in columns of text, else NULL',
  },
  badRows: 'Rows that can’t be imported',
  onBadRows: {
    refuse: 'Import nothing, and list them',
    skip: 'Skip them, and keep them in a file',
  },
  asRole: (role: string) => `Rows are imported as ${named(role)}.`,

  start: 'Import',
  startRows: (about: string) => `Import about ${about} rows`,
  cancel: 'Cancel',
  leaving: 'Cancel the import?',
  leavingBody: 'The import is still running. If you close it now, nothing is saved.',
  leave: 'Cancel the import',
  stay: 'Go on',
  skipList: 'Rows that were not imported',
  problems: {
    noFile: 'Choose a file first.',
    noTable: 'Choose a table.',
    noName: 'Enter a name for the table.',
    longName: 'A name has at most 63 bytes.',
    loading: 'The columns of the table are being read.',
    nothing: 'Choose at least one column.',
    twice: (column: string) => `Two columns go into ${named(column)}.`,
    required: (columns: string[]) =>
      `${columns.map(named).join(', ')} ${columns.length === 1 ? 'needs' : 'need'} a value, and the file has no column for ${columns.length === 1 ? 'it' : 'them'}.`,
    emptyName: 'A column has no name.',
    columnTwice: (column: string) => `Two columns are called ${named(column)}.`,
  },

  phases: {
    reading: 'Reading the file',
    sending: 'Sending',
    saving: 'Saving',
    checking: 'Checking each row',
  },
  bytesOf: (done: string, all: string) => `${done} of ${all}`,
  rowsOf: (done: number, all: number) => `${done} of ${plural(all, 'row')}`,

  imported: (rows: number, table: string) => `${plural(rows, 'row')} imported into ${named(table)}`,
  skipped: (rows: number) => `${plural(rows, 'row')} skipped`,
  behind: (columns: readonly string[]) =>
    `New rows may get values of ${columns.map(named).join(', ')} that were imported: the role has no UPDATE on the sequence, so it was not moved.`,
  refused: (rows: number) =>
    `Nothing was imported: ${plural(rows, 'row')} can’t be saved. Correct the file, or skip ${rows === 1 ? 'it' : 'them'}.`,
  failed: 'Nothing was imported',
  uncertain: 'The connection broke off: look at the table to see whether the rows were saved',
  cancelled: 'The import was cancelled; nothing was saved',
  wrongEncoding: (line: number, encoding: string) =>
    `Near line ${line} the file is not ${ENCODINGS[encoding] ?? encoding}. Choose another encoding.`,
  listed: (listed: number, all: number) =>
    listed < all ? `The first ${listed} of ${plural(all, 'row')}` : plural(all, 'row'),
  value: 'Value',
  reason: 'Reason',
  atColumn: 'Column',
  downloadRejected: 'Download the skipped rows',
  rejectedName: (name: string) => `${name} – skipped rows.csv`,
  openTable: 'Open the table',
  again: 'Import another file',
  faultOf(fault: LineFault, columns: number): string {
    if (fault.reason === 'cells')
      return `It has ${plural(fault.cells, 'cell')}, and the file has ${plural(columns, 'column')}.`
    if (fault.reason === 'quotes') return 'Its quotes don’t match.'
    return 'It contains the character NUL, which PostgreSQL can’t store.'
  },
}
