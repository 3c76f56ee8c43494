import type { EndedState } from '@basedeck/platform-client/contract'
import type { DangerKind } from '@basedeck/sql-guard'
import type { Reason } from '@basedeck/sql-guard/grammar'
import { dangerSentences, reasonSentences } from '@basedeck/sql-guard/sentences'
import type { PsqlAdvice } from '../rules/import/psql-command.js'
import type { Opened, RunFinding } from '../rules/sql/run-finding.js'
import type { DropImpact } from '../sql/drop-impact.js'
import { plural } from './plural.js'
import { duration } from './time.js'

/** Of results, whose numbers are written as PostgreSQL writes them. */
const resultCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const verb = (count: number, word: string) => `${word}${count === 1 ? 's' : ''}`

const ENDED: Readonly<Record<EndedState['kind'], readonly [one: string, several: string]>> = {
  temporary_table: ['the temporary table', 'the temporary tables'],
  setting: ['the setting', 'the settings'],
  role: ['the role', 'the roles'],
  prepared_statement: ['the prepared statement', 'the prepared statements'],
  cursor: ['the cursor', 'the cursors'],
  channel: ['listening to', 'listening to'],
  advisory_lock: ['the advisory lock', 'the advisory locks'],
}
const NAMED_OF_A_KIND = 3

/** `Ended with this run: the temporary table a, the settings b and c` */
function endedSentence(ended: readonly EndedState[]): string {
  const kinds = [...new Set(ended.map(({ kind }) => kind))]
  const parts = kinds.map((kind) => {
    const names = ended.filter((one) => one.kind === kind).map(({ name }) => name)
    const named = names.slice(0, NAMED_OF_A_KIND)
    const more = names.length - named.length
    const list = more > 0 ? [...named, `${more} more`] : named
    const last = list.at(-1) ?? ''
    const joined = list.length > 1 ? `${list.slice(0, -1).join(', ')} and ${last}` : last
    return `${ENDED[kind][names.length > 1 ? 1 : 0]} ${joined}`
  })
  return `Ended with this run: ${parts.join(', ')}. Every run has a new session`
}

/** Every sentence of the SQL editor. */
export const sqlText = {
  editorLabel: 'SQL',
  toolbar: 'Run',
  rowNumber: 'Row',
  untitled: 'Untitled',
  run: 'Run',
  runSelection: 'Run selected',
  running: 'Running…',
  runningFor: (time: string) => `Running for ${time}`,
  busy: (time: string) => `Database busy, ${time}`,
  cancel: 'Cancel',
  cancelling: 'Cancelling…',
  timeout: 'Timeout',
  timeouts: { 60000: '60 s', 10000: '10 s', 600000: '10 min', 0: 'None' },
  limit: 'Limit',
  limits: { '-1': 'No limit', 100: '100 rows', 500: '500 rows', 1000: '1000 rows' } as Record<string, string>,
  readOnlyRole: 'Your role runs SQL read-only: the database refuses writes.',
  readOnly: 'read-only transaction',
  readOnlyHint: 'Runs without a confirmation are read-only: the database refuses writes.',
  success: 'Success. No rows returned',
  affected: (command: string, rows: number) => `${command}, ${resultCount(rows, 'row')} affected`,
  rows: (count: number) => resultCount(count, 'row'),
  cancelledAfter: (count: number) => `Cancelled after ${resultCount(count, 'row')}`,
  brokenOffAfter: (count: number) => `Broken off after ${resultCount(count, 'row')}`,
  limited: (limit: number) => `(Limited to only ${limit} rows)`,
  capped: (total: number | null) =>
    total === null
      ? 'More rows exist; add a limit or a filter to see others'
      : `The statement returned ${total} rows`,
  bytesCapped: 'The result was cut at the size limit',
  duration,
  result: (index: number, total: number) => (total === 1 ? 'Result' : `Result ${index + 1}`),
  /** Of a result past its cap. */
  partOf: (label: string) => `${label} (part)`,
  messages: 'Messages',
  noMessages: 'PostgreSQL sent no messages',
  error: 'Error',
  results: 'Results',
  emptyTitle: 'Run a query to see its rows here',
  startTitle: 'Start from a template, or write your own query',
  emptyBody: 'Select a part of the text to run only that part.',
  errorTitle: 'Error running SQL query',
  failed: (message: string) => `Failed to execute SQL: ${message}`,
  cancelled: 'Cancelled',
  cancelledDetail: 'The statement was stopped in the database. Uncommitted changes were rolled back.',
  tooLarge: 'Query is too large to be run via the SQL Editor',
  tooLargeDetail:
    'Runs are limited to 0.98 MB of text. Your text is kept; run a selection of it, or use psql.',
  lost: 'The connection to the platform was lost while the query ran',
  lostDetail: 'The platform cancels such a run. Earlier changes of the query may have been kept.',
  notKept: 'Rolled back. No rows returned',
  notKeptRows: (sentence: string) => `${sentence}, then rolled back`,
  rolledBack: 'Its transaction was left open and rolled back: nothing after the last COMMIT was kept',
  rolledBackByText: 'The text rolled it back: it was not kept',
  rolledBackLabel: 'ROLLED BACK',
  endedLabel: 'ENDED',
  ended: endedSentence,
  warnings: {
    write: 'This query contains write operations.',
    function: 'This query involves running a function.',
  },
  confirmQuestion: 'Are you sure you want to execute it?',
  confirmCare: 'Make sure you are not accidentally removing something important.',
  found: (finding: RunFinding) =>
    foundSentence(finding) + (finding.isHarmless ? '; nothing in it writes' : ''),
  dropImpact: { counting: 'Checking what is affected…', sentence: impactSentence },
  notSent: 'Nothing was run.',
  failedStatement: ({ index, count }: { index: number; count: number }, line: number, statement: string) =>
    `Statement ${index + 1} of ${count}, line ${line}: ${statement}`,
  failedLine: (line: number, text: string) => `Line ${line} of the text: ${text}`,
  restNotRun: 'The statements after it were not run.',
  remains: {
    kept: 'Committed changes of the statements before it were kept.',
    rolled_back: 'Changes of the statements before it were rolled back.',
    unknown: 'Changes of the statements before it may have been kept.',
  },
  parameters: 'Parameters',
  parameterValue: (name: string) => `Value of ${name}`,
  parameterNull: (name: string) => `${name} is NULL`,
  parameterMissing: 'needs a value',
  parameterEmpty: 'empty text',
  null: 'NULL',
  needsValues: (names: readonly string[]) =>
    names.length === 1
      ? `The parameter ${names[0]} needs a value`
      : `The parameters ${names.join(', ')} need values`,
  needsValuesDetail: 'Enter it above the results: as text, as PostgreSQL writes it, or choose NULL.',
  severalWithValues: 'Parameters work with one statement at a time',
  severalWithValuesDetail:
    'Select the statement that should run, or put the cursor into it and press Ctrl Shift Enter.',
  runAnyway: 'Run anyway',
  psql: (command: string) => `${command} is a command of psql, not SQL`,
  psqlAdvice: {
    include: 'Open that file here instead: More › Open a .sql file.',
    copy: 'Import the file into its table instead: table editor › Import.',
    catalogue: 'The database pages list tables, functions, roles and more; the completion knows their names.',
    other: 'Commands that begin with a backslash work only in the program psql.',
  } satisfies Record<PsqlAdvice, string>,
  skipped: (commands: readonly string[]) =>
    `Left out, since only psql knows them: ${commands.slice(0, 10).join(' · ')}${commands.length > 10 ? ` and ${commands.length - 10} more` : ''}`,
  skippedLabel: 'LEFT OUT',
  needsOwnTransaction:
    'The statements of one text are one transaction, and this one can’t run inside a transaction.',
  runSeparately: 'Run one statement at a time',
  runSeparatelyHint:
    'One statement at a time, each is a transaction of its own: the first error ends the run, and what ran is kept.',
  refusedStatements: (count: number) =>
    count === 1
      ? '1 statement is refused here; nothing was kept:'
      : `${count} statements are refused here; nothing was kept:`,
  refusedStatement: (line: number, statement: string, message: string) =>
    `Line ${line}: ${statement} – ${message}`,
  refusedMore: (count: number) => `and ${count} more`,
  runWithout: (count: number) => (count === 1 ? 'Run without it' : `Run without these ${count}`),
  confirmTitle: 'Confirm to run this query',
  runReadOnly: 'Run read-only',
  runReadOnlyHint: 'In a read-only run the database refuses writes.',
  keepUnasked: 'Run this read-only without asking',
  keepUnaskedHint: 'Only for you, in this project, and while the text stays exactly as it is.',
  askAgain: 'Ask again before this query runs',
  askAgainAll: (count: number) => `Ask again for all queries that run unasked (${count})`,
  asksAgain: (count: number) =>
    count === 1 ? 'You will be asked before it runs' : 'You will be asked before they run',
  readOnlyRefused: (message: string) => `The database refused it in a read-only transaction: ${message}`,
  danger: (statement: string, kind: DangerKind) => `${statement} – ${dangerSentences[kind]}`,
  reason: ({ reason, name }: Reason) => reasonSentences[reason] + (name === undefined ? '' : ` (${name})`),
  otherWindow: 'This text was changed in another window.',
  takeTheirs: 'Use that text',
  keepMine: 'Keep mine',
  copyCell: 'Copy cell content',
  viewCell: 'View cell content',
  cellTitle: (column: string) => `Viewing cell details on column: ${column}`,
  cellNull: 'NULL',
  cellCut: (bytes: number) => `The value is ${bytes} bytes long; only its beginning is shown here.`,
  copied: 'Copied',
  close: 'Close',
  resizeResults: 'Resize the results',
}

function impactSentence({ destruction, exists, objects, rows }: DropImpact): string {
  const { act, kind, schema, name } = destruction
  const what = (kind === 'schema' ? 'schema ' : '') + (schema === undefined ? name : `${schema}.${name}`)
  if (!exists) return `There is no ${kind === 'schema' ? what : `table ${what}`}`
  if (act === 'empty') {
    const counted = rows === null ? '' : ` (about ${plural(rows, 'row')})`
    return (
      `Empties ${what}${counted}` +
      (objects === 0 ? '' : ` and ${plural(objects, 'table')} that ${verb(objects, 'refer')} to it`)
    )
  }
  if (kind === 'schema')
    return objects === 0
      ? `Drops ${what}; nothing is in it`
      : `Drops ${what} and ${plural(objects, 'object')} in it`
  return objects === 0
    ? `Drops ${what}; nothing depends on it`
    : `Drops ${what} and ${plural(objects, 'object')} that ${verb(objects, 'depend')} on it`
}

const OPENED: Readonly<Record<Opened, string>> = {
  window: 'a window',
  'sub-select': 'a sub-select',
  list: 'a list',
  condition: 'a condition',
  value: 'a value',
  size: 'the size of a type',
}

function foundSentence(finding: RunFinding): string {
  switch (finding.type) {
    case 'bracket':
      return 'It begins with a bracket, not with select'
    case 'psql':
      return 'It looks like a command of psql, which PostgreSQL does not know'
    case 'beginning':
      return `A statement begins with ${finding.word.toUpperCase()}, not with select`
    case 'word':
      return `It contains the word “${finding.word}”`
    case 'no-call':
      return `“${finding.word} (” opens ${OPENED[finding.opened]} and calls no function`
  }
}
