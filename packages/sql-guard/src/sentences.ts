/** What the guard found, as people read it: one sentence a finding, for the command line, CI and any view. */
import type { DangerKind } from './dangers.js'
import type { ReasonKind } from './grammar/reason.js'

/** What a dangerous statement does, without its subject. */
export const dangerSentences: Readonly<Record<DangerKind, string>> = {
  drop: 'drops something',
  delete: 'deletes rows',
  truncate: 'empties a table',
  'drop-column': 'drops a column',
  'update-without-where': 'updates every row: there is no where',
}

/** Why the grammar asks about a statement, without its subject. */
export const reasonSentences: Readonly<Record<ReasonKind, string>> = {
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
