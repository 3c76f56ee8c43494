/** Every sentence that the command line prints. */
import type { DangerKind } from '../dangers.js'
import type { CannotJudge, Outcome, ReasonKind } from '../grammar/index.js'

export const USAGE = `Usage: sql-guard [--json] [--] [file …]

Says what the SQL of each file may do, without a database. Reads standard input when no file is given, or for "-".

  --json      one JSON value: a list with one entry a file
  -h, --help  this text

Exit code: 0 read-only, 2 would be asked about, 3 dangerous, 1 a syntax error, 64 an unreadable file or unknown option.
Over several files 64 comes before 1, 1 before 3, 3 before 2, 2 before 0.`

export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  'read-only': 'read-only',
  asks: 'asks',
  dangerous: 'dangerous',
  'syntax-error': 'syntax error',
}

export const DANGERS: Readonly<Record<DangerKind, string>> = {
  drop: 'drops something',
  delete: 'deletes rows',
  truncate: 'empties a table',
  'drop-column': 'drops a column',
  'update-without-where': 'updates every row: there is no where',
}

export const CONFIRMATIONS = {
  write: (word: string) => `may write, because of "${word}"`,
  function: (word: string) => `may call a function, because of "${word}"`,
}

export const REASONS: Readonly<Record<ReasonKind, string>> = {
  insert: 'inserts rows',
  update: 'updates rows',
  delete: 'deletes rows',
  merge: 'merges rows',
  'hidden-write': 'writes inside a with',
  'update-without-where': 'updates every row: there is no where',
  'delete-without-where': 'deletes every row: there is no where',
  'tautological-where': 'changes every row: its where is always true',
  truncate: 'empties a table',
  drop: 'drops something',
  'drop-column': 'drops a column',
  'select-into': 'writes a new table',
  'row-lock': 'locks rows',
  'table-lock': 'locks a table',
  function: 'calls a function',
  'attribute-call': 'reads a part of a value, or calls a function by that name',
  'do-block': 'runs code that can’t be judged',
  execute: 'runs a prepared statement that can’t be judged',
  call: 'calls a procedure that can’t be judged',
  'copy-from': 'copies rows into a table',
  'copy-file': 'uses a file on the server',
  'copy-program': 'runs a program on the server',
  'transaction-control': 'begins, ends or changes a transaction',
  'role-change': 'changes the role',
  'search-path-change': 'changes the search path',
  'setting-change': 'changes a setting',
  'schema-change': 'creates or changes an object',
  'permission-change': 'changes permissions',
  maintenance: 'runs maintenance',
  'load-library': 'loads a library',
  notification: 'sends or awaits notifications',
  'session-state': 'uses a cursor or a prepared statement',
  'unknown-statement': 'is no statement known here',
}

export const CANNOT_JUDGE: Readonly<Record<CannotJudge, string>> = {
  'nul-character': 'can’t be judged: it contains a NUL character',
  'too-complex': 'can’t be judged: it is too large or too deeply nested',
  unavailable: 'the grammar could not be loaded; only the words were judged',
  disagreement: 'can’t be judged: its statements are not clear',
}

export const FAILURES = {
  unknownOption: (option: string) => `sql-guard: unknown option ${option}\n${USAGE}`,
  unreadable: (file: string, why: string) => `${file}: can’t be read: ${why}`,
  notText: 'it is no UTF-8 text',
}
