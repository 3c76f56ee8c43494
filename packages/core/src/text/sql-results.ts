/** The words around a result: its cells, and its way into a file. */
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The sentences around a result. */
export const sqlResultsText = {
  copyRow: 'Copy row',
  copyRange: 'Copy selected cells',
  copiedCells: (count: number) => `${plural(count, 'cell')} copied`,
  copiedRow: 'Row copied',

  views: { view: 'View', markdown: 'Markdown' },
  viewsLabel: 'How the value is shown',
  emptyValue: 'Empty text',
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
    xlsx: 'Numbers of more than 15 digits, dates and times are written as text. More than 1,048,576 rows go on in a further sheet. A value of more than 32,767 characters stops the export before it starts; to find one, the statement runs twice.',
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
