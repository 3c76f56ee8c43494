/** The words of the panels that create, change and delete tables, columns and schemas. */
import type { DdlCost } from '../rules/structure/ddl-lock.js'
import type { MeanwhileChange } from '../rules/structure/description-changes.js'
import { NAME_LIMIT_BYTES } from '../rules/structure/object-name.js'
import type { CastColumn, KeptValues } from '../rules/structure/structure-losses.js'
import { COLUMNS_MAX, type TableProblem } from '../rules/structure/table-problems.js'
import { LOCK_WAIT_SECONDS, type LockHolder } from '../sql/lock-holders.js'
import { named } from './named.js'
import { serviceText } from './services.js'
import { waitingTime } from './time.js'
import { plural } from './plural.js'

/** Every sentence of these panels. */
export const structureText = {
  newTable: 'New table',
  newColumn: 'New column',
  newSchema: 'New schema',
  editSchema: 'Edit schema',
  deleteSchema: 'Delete schema',
  schemaFailed: 'The schema could not be read',
  schemaActions: (name: string) => `Actions of the schema ${named(name)}`,
  editTable: 'Edit table',
  duplicateTable: 'Duplicate table',
  deleteTable: 'Delete table',
  editColumn: 'Edit column',
  deleteColumn: 'Delete column',
  menuColumn: 'Actions',
  viewRows: 'View rows',
  viewColumns: 'View columns',
  actionsOf: (name: string) => `Actions of ${named(name)}`,
  titles: {
    newTable: (schema: string) => `New table in ${named(schema)}`,
    editTable: (name: string) => `Edit table ${named(name)}`,
    duplicateTable: (name: string) => `Duplicate table ${named(name)}`,
    newColumn: (table: string) => `New column of ${named(table)}`,
    editColumn: (name: string) => `Edit column ${named(name)}`,
    newSchema: 'New schema',
    editSchema: (name: string) => `Edit schema ${named(name)}`,
  },
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Reading the table…',
  failed: 'The table could not be read',
  missing: 'This table does not exist any more',
  missingColumn: 'This column does not exist any more',
  create: {
    table: 'Create table',
    column: 'Create column',
    schema: 'Create schema',
    copy: 'Duplicate table',
  },
  creating: 'Creating…',
  save: 'Save',
  saving: 'Saving…',
  name: 'Name',
  schema: 'Schema',
  moves: (from: string, to: string) =>
    `The table becomes ${named(to)}. Its indexes and sequences move too, and views and foreign keys follow. Queries, functions and calls of the API that say ${named(from)} fail from then on.`,
  comment: 'Comment',
  columns: 'Columns',
  columnNumber: (number: number) => `Column ${number}`,
  columnsOf: (shown: number, total: number) => `${shown} of ${plural(total, 'column')}`,
  findColumn: 'Find column…',
  moreColumns: 'Show more columns',
  addColumn: 'Add column',
  removeColumn: (name: string) => `Remove column ${named(name)}`,
  moreOf: (name: string) => `More of column ${named(name)}`,
  unnamed: 'without a name',
  columnName: 'Column name',
  type: 'Type',
  default: 'Default',
  defaultHint: `An expression: 0, now() or 'text' in single quotes.`,
  defaultOfIdentity: 'An identity column takes its values from its own sequence.',
  generated: (expression: string) => `Computed from ${expression}`,
  computedFrom: 'Computed from',
  computedFromHint:
    'An expression over other columns of the row, such as price * amount. Its values are stored and can’t be typed. Empty: values are typed.',
  stopComputing: 'Stop computing',
  valuePlaceholders: { typed: '', identity: 'Identity', generated: 'Computed' },
  stopComputingHint: (expression: string) =>
    `Now computed from ${expression}. The values stay as they are, and can then be changed.`,
  virtualHint: (expression: string) =>
    `Computed from ${expression} when it is read. PostgreSQL can’t turn it into a column with values.`,
  primaryKey: 'Primary key',
  nullable: 'Nullable',
  nullableHint: 'The column may hold NULL.',
  unique: 'Unique',
  uniqueHint: 'No two rows have the same value.',
  identity: 'Identity',
  identities: { none: 'No', 'by default': 'By default', always: 'Always' },
  identityHint: 'Numbers the rows. Always: a number of your own is refused.',
  check: 'Check',
  checkHint: 'Each row must meet this condition, such as total >= 0.',
  foreignKeys: 'Foreign keys',
  addForeignKey: 'Add foreign key',
  removeForeignKey: 'Remove foreign key',
  foreignKeyNumber: (number: number) => `Foreign key ${number}`,
  target: 'Referenced table',
  thisTable: 'This table',
  targetHint: 'Type to search. Tables with a primary key or a unique constraint are listed.',
  ownColumn: (target: string) => (target === '' ? 'Column' : `Column that holds ${named(target)}`),
  targetColumn: 'Referenced column',
  chooseColumn: 'Choose a column',
  onDelete: 'When the referenced row is deleted',
  onUpdate: 'When its key changes',
  actions: {
    'no action': 'No action (refuse)',
    restrict: 'Restrict (refuse at once)',
    cascade: 'Cascade (delete or change here too)',
    'set null': 'Set null',
    'set default': 'Set default',
  },
  rls: 'Row-level security',
  rlsHint: 'Other roles than the owner then see only the rows that a policy allows. Recommended.',
  rlsOffHint: (servesTables: boolean) => `It is off. ${serviceText.openTable(servesTables)}`,
  copiesRows: 'Copy the rows too',
  copiesRowsHint: (rows: number | null) =>
    rows === null
      ? 'Without them, the copy is empty.'
      : `About ${plural(rows, 'row')}. Without them, the copy is empty.`,
  copied:
    'The copy has the same columns, defaults, keys, checks, indexes, foreign keys and comments. Policies, triggers and grants are not copied.',
  sql: 'SQL',
  sqlHint: `Runs in one transaction: everything or nothing. It waits at most ${LOCK_WAIT_SECONDS} seconds for a lock.`,
  lockHeld: lockHeldSentence,
  sqlEmpty: 'Nothing changes yet.',
  sqlInvalid: 'Shown when the fields above are complete.',
  copySql: 'Copy the SQL',
  lock: lockSentence,
  problem: problemSentence,
  taken: (name: string, schema: string) =>
    `${named(schema)} has a table, view, sequence, index or type called ${named(name)} already`,
  schemaTaken: (name: string) => `There is a schema called ${named(name)} already`,
  schemaSystem: 'PostgreSQL keeps names that begin with pg_ for itself',
  discardTitle: 'Discard what you typed?',
  discardBody: 'Nothing was changed in the database yet.',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  meanwhileTitle: 'The table was changed since you opened this form',
  meanwhile: meanwhileSentence,
  meanwhileAdvice: 'Load the table as it is now to go on. What you typed here is then discarded.',
  reload: 'Load the table as it is now',
  notSaved: 'Nothing was saved: the table was changed meanwhile. See above.',
  notConfirmed: 'Nothing was saved.',
  done: {
    tableCreated: (name: string) => `Table ${named(name)} created`,
    tableSaved: (name: string) => `Table ${named(name)} saved`,
    tableDeleted: (name: string) => `${named(name)} deleted`,
    columnCreated: (name: string) => `Column ${named(name)} created`,
    columnSaved: (name: string) => `Column ${named(name)} saved`,
    columnDeleted: (name: string) => `Column ${named(name)} deleted`,
    schemaCreated: (name: string) => `Schema ${named(name)} created`,
    schemaChanged: (name: string) => `Schema ${named(name)} saved`,
    schemaDeleted: (name: string) => `Schema ${named(name)} deleted`,
    rls: (isOn: boolean, name: string) => `Row-level security is ${isOn ? 'on' : 'off'} for ${named(name)}`,
    realtime: (isOn: boolean, name: string) =>
      isOn ? `Changes of ${named(name)} are published` : `Changes of ${named(name)} are no longer published`,
  },
  dropTitle: (what: string, name: string) => `Delete ${what} ${named(name)}?`,
  dropKinds: {
    r: 'table',
    p: 'partitioned table',
    v: 'view',
    m: 'materialized view',
    f: 'foreign table',
    column: 'column',
    schema: 'schema',
  },
  dropBody: {
    schema: 'What lies in it goes only with CASCADE. This can’t be undone.',
    r: (rows: number | null) =>
      `The table and ${rows === null ? 'all of its rows' : `its rows (about ${rows})`} are deleted. This can’t be undone.`,
    column: 'The column and all of its values are deleted. This can’t be undone.',
    other: 'This can’t be undone.',
  },
  checking: 'Checking what depends on it…',
  nothingDepends: 'Nothing else depends on it.',
  goesAnyway: (count: number) =>
    `${plural(count, 'object')} that ${count === 1 ? 'belongs' : 'belong'} to it will go too:`,
  cascades: (count: number) =>
    `Also delete ${plural(count, 'object')} that ${count === 1 ? 'depends' : 'depend'} on it (CASCADE)`,
  cascadesHint: 'Without it, PostgreSQL refuses the deletion.',
  needsCascade: 'Other objects depend on it: switch CASCADE on, or delete those first.',
  andMore: (count: number) => `and ${plural(count, 'more object')}`,
  dependentsFailed: 'What depends on it could not be found out',
  deleteAction: 'Delete',
  deleting: 'Deleting…',
  rlsOnTitle: (name: string) => `Turn on row-level security for ${named(name)}?`,
  rlsOffTitle: (name: string) => `Turn off row-level security for ${named(name)}?`,
  rlsOnBody: (policies: number) =>
    policies === 0
      ? 'The table has no policies: other roles than its owner will see no rows, and change none.'
      : `Other roles than the owner will see and change only what ${plural(policies, 'policy').replace('policys', 'policies')} ${policies === 1 ? 'allows' : 'allow'}.`,
  rlsOffBody: (servesTables: boolean) =>
    `${serviceText.openTable(servesTables)} Policies stay, but have no effect.`,
  lossTitle: (name: string) => `Save the changes of ${named(name)}?`,
  lossSave: 'Save and lose it',
  /** @param values null: they could not be counted */
  lostColumn: (name: string, values: number | null) =>
    values === 0
      ? `The column ${named(name)}, which has no values, is deleted.`
      : `The column ${named(name)} and ${values === null ? 'all of its values' : `its ${plural(values, 'value')}`} are deleted. This can’t be undone.`,
  changedValues: (
    { name, to }: CastColumn,
    count: number,
    examples: readonly { before: string; after: string | null }[],
  ) => {
    const shown = examples.map(({ before, after }) => `${before} → ${after ?? 'NULL'}`).join(', ')
    const what = `${plural(count, 'value')} of ${named(name)} ${count === 1 ? 'changes' : 'change'}`
    return `${what} with the type ${to}: ${shown}${count > examples.length ? ', …' : ''}. This can’t be undone.`
  },
  changedUnknown: ({ name, to }: CastColumn, message: string) =>
    `Values of ${named(name)} may change with the type ${to}. How many could not be found out: ${message}`,
  rlsGoes: (body: string) => `Row-level security is turned off. ${body}`,
  keepValues: ({ as, name, type }: KeptValues, old: string) =>
    as === 'same'
      ? `Keep ${named(old)} with its values`
      : as === 'type'
        ? `Keep the values: change the type of ${named(old)} to ${type}`
        : `Keep the values: rename ${named(old)} to ${named(name)}`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  running: 'Running…',
  realtime: 'Realtime',
  realtimeHint: (isOn: boolean, publication: string) =>
    isOn
      ? `Changes of its rows are in the publication ${named(publication)}.`
      : 'Changes of its rows can’t be followed by subscribers.',
  realtimeAll: (publication: string) => `The publication ${named(publication)} has all tables.`,
  realtimeOnTitle: (name: string) => `Publish changes of ${named(name)}?`,
  realtimeOffTitle: (name: string) => `Stop publishing changes of ${named(name)}?`,
  realtimeOnBody: (publication: string) =>
    `Inserted, updated and deleted rows can then be followed by subscribers of the publication ${named(publication)}.`,
  realtimeOffBody: (publication: string) =>
    `Subscribers of the publication ${named(publication)} no longer get its changes.`,
  realtimeNoKey:
    'The table has no primary key. If it were published, PostgreSQL would refuse to update and delete its rows. Add a primary key first.',
  publish: 'Publish',
  stopPublishing: 'Stop publishing',
  onlyTables: 'Only tables can be edited here. Change it in the SQL editor.',
  onlyTablesCopied: 'Only tables can be duplicated.',
}

function problemSentence(problem: TableProblem): string {
  switch (problem.kind) {
    case 'name':
      return {
        empty: 'Enter a name',
        long: `PostgreSQL’s names have at most ${NAME_LIMIT_BYTES} bytes`,
        nul: 'A name can’t contain the character NUL',
        taken: 'Another column has this name',
        system: 'Every table has a system column of this name: choose another',
      }[problem.reason]
    case 'type':
      return problem.reason === 'empty'
        ? 'Choose a type'
        : problem.reason === 'words'
          ? 'Enter only a type; the rest has its own fields'
          : expressionSentences[problem.reason]
    case 'expression':
      return expressionSentences[problem.reason]
    case 'identity':
      return 'Only smallint, integer and bigint can be identity columns'
    case 'target':
      return 'Choose a table from the list'
    case 'pair':
      return 'Choose a column for each column of the referenced key'
    case 'columns':
      return `A table has at most ${COLUMNS_MAX} columns`
  }
}

const expressionSentences = {
  open: 'A quote is not closed',
  bracket: 'A bracket is not closed, or closed without being opened',
  semicolon: 'One expression only: remove the semicolon',
  comment: 'Remove the comment',
}

/** What others notice of a statement. @param table null: only this transaction sees it */
function lockSentence({ lock, work, alsoOn }: DdlCost, table: string | null): string {
  const on = [...new Set([...(table === null ? [] : [table]), ...alsoOn])]
  if (lock === null || on.length === 0) return 'Blocks nothing that others use.'
  const isShort = work === 'none' || table === null
  const what = isShort ? (blocks[lock] === NOT_AT_ALL ? '' : meanwhile.none) : meanwhile[work]
  return `${lock} lock on ${on.map(named).join(' and ')}: ${blocks[lock]}${what}.`
}

/** @param tables that the change needs, as others name them */
function lockHeldSentence(tables: readonly string[], holders: readonly LockHolder[]): string {
  const [first] = holders
  const on =
    tables.length === 0 ? 'A lock that the change needs' : `A lock on ${tables.map(named).join(' or ')}`
  const waited = `Nothing was changed. ${on} was not free within ${LOCK_WAIT_SECONDS} seconds, because another session uses it.`
  if (!first) return `${waited} Try again in a moment.`
  const others = holders.length - 1
  const more =
    others === 0 ? '' : ` ${plural(others, 'other session')} ${others === 1 ? 'uses' : 'use'} it too.`
  return `${waited} ${holderSentence(first)}${more} Try again when it has ended, or end it: select pg_terminate_backend(${first.pid}).`
}

function holderSentence({ pid, user, application, state, seconds }: LockHolder): string {
  const who = [application, user].filter((word) => word !== '').map(named)
  const known = who.length === 0 ? '' : ` (${who.join(', ')})`
  const since = seconds === null ? '' : ` for ${waitingTime(seconds)}`
  const does = state === 'active' ? 'is running a query' : state === '' ? 'holds it' : `is ${state}`
  return `Session ${pid}${known} ${does}${since}.`
}

const NOT_AT_ALL = 'others read and write it as before'

const blocks = {
  'ACCESS EXCLUSIVE': 'others can’t read or write it meanwhile',
  EXCLUSIVE: 'others can read it, but not write it meanwhile',
  'SHARE ROW EXCLUSIVE': 'others can read it, but not write it meanwhile',
  SHARE: 'others can read it, but not write it meanwhile',
  'SHARE UPDATE EXCLUSIVE': NOT_AT_ALL,
  'ACCESS SHARE': NOT_AT_ALL,
}

const meanwhile = {
  none: ', which takes a moment',
  scan: ', while all of its rows are read to check them',
  index: ', while all of its rows are read and an index is built',
  copy: ', while all of its rows are copied',
  'may-rewrite': '; its rows may have to be rewritten',
  rewrite: ', while the whole table is rewritten',
}

function meanwhileSentence(change: MeanwhileChange): string {
  switch (change.kind) {
    case 'gone':
      return 'The table was deleted.'
    case 'renamed':
      return `It is called ${named(change.to)} now.`
    case 'moved':
      return `It is in the schema ${named(change.to)} now.`
    case 'column-added':
      return `It has a new column ${named(change.column)}.`
    case 'column-gone':
      return `Its column ${named(change.column)} was deleted.`
    case 'column-changed':
      return `Its column ${named(change.column)} was changed.`
    case 'keys':
      return 'Its keys were changed.'
    case 'comment':
      return 'Its comment was changed.'
    case 'rls':
      return 'Its row-level security was changed.'
  }
}
