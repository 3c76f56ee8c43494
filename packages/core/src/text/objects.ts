/** The words of the forms of functions, triggers, indexes and other objects of a database. */
import type { ObjectProblem } from '../rules/structure/object-problems.js'
import type { KeptReason, ObjectKindName } from '../sql/objects/index.js'
import { named } from './named.js'
import { structureText } from './structure.js'
import { plural } from './plural.js'

/** What each kind is called within a sentence. */
const kinds: Readonly<Record<ObjectKindName, string>> = {
  index: 'index',
  function: 'function',
  trigger: 'trigger',
  enum: 'enumerated type',
  composite: 'composite type',
  domain: 'domain',
  range: 'range type',
  view: 'view',
  materializedView: 'materialized view',
  sequence: 'sequence',
  publication: 'publication',
  role: 'role',
  columnPrivilege: 'column privileges',
  subscription: 'subscription',
  slot: 'replication slot',
  extension: 'extension',
}

/** Labels of fields, by their names; a kind may have its own: `view.query`. */
const labels: Readonly<Record<string, string>> = {
  schema: 'Schema',
  table: 'Table',
  name: 'Name',
  comment: 'Comment',
  method: 'Method',
  unique: 'Unique',
  nullsNotDistinct: 'NULLs count as equal',
  keys: 'Columns and expressions',
  of: 'Of',
  value: 'Value',
  'index.value': 'Column or expression',
  order: 'Order',
  nulls: 'NULLs',
  opclass: 'Operator class',
  collation: 'Collation',
  include: 'Included columns',
  where: 'Only rows where',
  options: 'Storage parameters',
  concurrently: 'Build without blocking writes (CONCURRENTLY)',
  kind: 'Kind',
  arguments: 'Arguments',
  mode: 'Mode',
  type: 'Type',
  'slot.type': 'Kind',
  default: 'Default',
  returns: 'Returns',
  language: 'Language',
  body: 'Definition',
  volatility: 'Volatility',
  isDefiner: 'Runs as its owner (SECURITY DEFINER)',
  searchPath: 'Search path',
  isStrict: 'Returns NULL for NULL arguments (STRICT)',
  isLeakproof: 'Reveals nothing of its arguments (LEAKPROOF)',
  parallel: 'Parallel',
  cost: 'Cost',
  rows: 'Rows that it returns',
  settings: 'Settings',
  execute: 'Roles that may run it',
  timing: 'Fires',
  events: 'Events',
  columns: 'Columns',
  level: 'Fires for each',
  when: 'Only when',
  functionSchema: 'Schema of the function',
  function: 'Function',
  isConstraint: 'Constraint trigger',
  deferral: 'Deferral',
  oldTable: 'Name of the table of old rows',
  newTable: 'Name of the table of new rows',
  enabled: 'Enabled',
  labels: 'Labels',
  label: 'Label',
  replacement: 'Rows with a removed label get',
  attributes: 'Attributes',
  base: 'Type',
  notNull: 'NOT NULL',
  checks: 'Conditions',
  expression: 'Condition',
  subtype: 'Type of the bounds',
  difference: 'Difference function',
  multirange: 'Name of the multirange type',
  query: 'Query',
  securityInvoker: 'Checks the rights of who reads it (security invoker)',
  securityBarrier: 'Security barrier',
  checkOption: 'Check option',
  recreate: 'Drop it and create it again',
  withData: 'Filled with rows',
  start: 'Start',
  increment: 'Increment',
  minimum: 'Minimum',
  maximum: 'Maximum',
  cache: 'Cache',
  cycle: 'Begins again after its end',
  restart: 'Continue with',
  ownerTable: 'Belongs to table',
  ownerColumn: 'and column',
  allTables: 'All tables',
  tables: 'Tables',
  schemas: 'All tables of schemas',
  publish: 'Published changes',
  viaRoot: 'Changes of partitions as those of their table',
  login: 'Can log in',
  password: 'Password',
  superuser: 'Superuser',
  createdb: 'May create databases',
  createrole: 'May create roles',
  inherit: 'Has the rights of its groups (INHERIT)',
  replication: 'May replicate',
  bypassrls: 'Bypasses row-level security',
  connectionLimit: 'Connection limit',
  validUntil: 'Password valid until',
  memberOf: 'Member of',
  members: 'Members',
  defaults: 'Default privileges on what it creates',
  objects: 'On new',
  privilege: 'Privilege',
  grantee: 'To',
  role: 'Role',
  column: 'Column',
  select: 'SELECT',
  insert: 'INSERT',
  update: 'UPDATE',
  references: 'REFERENCES',
  connection: 'Connection',
  publications: 'Publications',
  connects: 'Connect now',
  copyData: 'Copy the rows that are there',
  slot: 'Replication slot',
  plugin: 'Output plugin',
  version: 'Version',
}

/** What a field means, where its label does not say it; by kind and field, or by field. */
const hints: Readonly<Record<string, string>> = {
  'index.keys': 'An expression, such as lower(email), needs no brackets around it.',
  'index.where': 'Rows that do not meet this condition are not in the index.',
  'index.concurrently':
    'It takes longer, waits for open transactions, and can’t be undone as part of a transaction. If it fails, an invalid index stays, which can be rebuilt or deleted.',
  'index.include': 'Stored in the index, so that queries need not read the table.',
  'function.returns': 'A type, void, trigger, setof a type, or table(id int, name text).',
  'function.body': 'For SQL also: return expression, or begin atomic … end.',
  'function.searchPath':
    'Schemas in which it finds tables and functions. A function that runs as its owner should have one.',
  'function.cost': 'In units of cpu_operator_cost. Default: 100.',
  'function.execute': 'public stands for all roles. Its owner always may.',
  'trigger.name': 'Triggers of the same kind fire in the order of their names.',
  'trigger.columns': 'Fires only when one of them is named in the UPDATE. None: at each UPDATE.',
  'trigger.when': 'A condition with new and old, such as new.total <> old.total.',
  'trigger.enabled': 'Replica: only where changes are replicated. Always: there too.',
  'enum.labels':
    'In the order in which they sort. Removing or moving a label makes the type and its columns again.',
  'enum.replacement': 'One of the labels above. Empty: saving fails where a row has a removed label.',
  'domain.default': `An expression: 0, now() or 'text' in single quotes.`,
  'domain.expression': 'VALUE stands for the value.',
  'view.securityInvoker': 'Otherwise readers see what the view’s owner may see, past row-level security.',
  'view.recreate': 'Needed when columns are removed or change type. It fails while others depend on it.',
  'view.checkOption': 'Whether rows written through the view must be visible in it.',
  'materializedView.query': 'Another query makes the view again, with its indexes and grants.',
  'materializedView.withData': 'Without rows it can’t be queried until it is refreshed.',
  'sequence.restart': 'The next number. Empty: it goes on.',
  'sequence.minimum': 'Empty: the smallest of its type, or 1.',
  'publication.allTables': 'Also of tables created later. Only superusers may publish all tables.',
  'publication.schemas': 'Also of tables created later. Only superusers may publish whole schemas.',
  'publication.columns': 'Names, separated by commas. Empty: all.',
  'role.password': 'Empty: it stays as it is. It is part of the statement below.',
  'role.validUntil': 'A time, such as 2027-01-31. Empty: always.',
  'role.connectionLimit': 'Empty: no limit.',
  'role.defaults': 'Only members of the role may change them.',
  'columnPrivilege.columns': 'In addition to privileges on the whole table. public stands for all roles.',
  'extension.version': 'Empty: the newest that the server has.',
  'extension.schema': 'Not every extension can be moved.',
  'slot.name': 'Lower-case letters, digits and underscores.',
  'slot.plugin':
    'Turns the log into changes; pgoutput comes with PostgreSQL. The server keeps its log until the follower has read it.',
  'subscription.connection': 'host=… dbname=… user=… password=…. It is never shown again.',
  'subscription.slot':
    'On the other server. Empty: the name of the subscription, or none where it does not connect.',
}

/** Words of choices, by field and value; a value without one is shown as it is. */
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  of: { column: 'Column', expression: 'Expression' },
  order: { '': 'Ascending', desc: 'Descending' },
  nulls: { '': 'Default', first: 'First', last: 'Last' },
  kind: { function: 'Function', procedure: 'Procedure' },
  mode: { in: 'IN', out: 'OUT', inout: 'INOUT', variadic: 'VARIADIC' },
  volatility: {
    volatile: 'Volatile: may change data, or give another result each time',
    stable: 'Stable: the same result within one statement',
    immutable: 'Immutable: always the same result',
  },
  parallel: { unsafe: 'Unsafe', restricted: 'Restricted', safe: 'Safe' },
  timing: { before: 'Before', after: 'After', 'instead of': 'Instead of (views)' },
  events: { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE', truncate: 'TRUNCATE' },
  publish: { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE', truncate: 'TRUNCATE' },
  level: { row: 'Row', statement: 'Statement' },
  deferral: {
    '': 'At once',
    deferrable: 'Can be deferred',
    deferred: 'Deferred to the end of the transaction',
  },
  type: { logical: 'Logical', physical: 'Physical' },
  enabled: { O: 'Yes', D: 'No', R: 'Replica', A: 'Always' },
  checkOption: { '': 'None', local: 'Local', cascaded: 'Cascaded' },
}

/** Menu entries beside edit, duplicate and delete, with the question before them. */
const actions: Readonly<
  Record<string, { label: string; title(name: string): string; body: string; done(name: string): string }>
> = {
  rebuild: {
    label: 'Rebuild',
    title: (name) => `Rebuild ${named(name)}?`,
    body: 'The index is built again beside the old one, which is used until then.',
    done: (name) => `${named(name)} rebuilt`,
  },
  refresh: {
    label: 'Refresh',
    title: (name) => `Refresh ${named(name)}?`,
    body: 'Its query runs again, and its rows are replaced.',
    done: (name) => `${named(name)} refreshed`,
  },
  refreshBeside: {
    label: 'Refresh without blocking readers',
    title: (name) => `Refresh ${named(name)}?`,
    body: 'Its query runs again, and only rows that differ are replaced. It takes longer.',
    done: (name) => `${named(name)} refreshed`,
  },
  enable: {
    label: 'Enable',
    title: (name) => `Enable ${named(name)}?`,
    body: '',
    done: (name) => `${named(name)} enabled`,
  },
  disable: {
    label: 'Disable',
    title: (name) => `Disable ${named(name)}?`,
    body: 'It does nothing until it is enabled again.',
    done: (name) => `${named(name)} disabled`,
  },
  replica: {
    label: 'Enable for replicas only',
    title: (name) => `Enable ${named(name)} for replicas only?`,
    body: 'It then fires only for changes that are applied as a replica.',
    done: (name) => `${named(name)} enabled for replicas`,
  },
  refreshPublication: {
    label: 'Refresh its tables',
    title: (name) => `Refresh the tables of ${named(name)}?`,
    body: 'Tables that were added to its publications are followed from then on.',
    done: (name) => `${named(name)} refreshed`,
  },
}

/** What a new function may begin with. */
const templates: Readonly<Record<string, string>> = {
  plpgsql: 'PL/pgSQL',
  sql: 'SQL expression',
  rows: 'Rows of a query',
  trigger: 'Trigger function',
  definer: 'With the rights of its owner',
  procedure: 'Procedure',
}

/** Every sentence of these forms. */
export const objectsText = {
  kinds,
  /** @param field its name */
  label: (kind: string, field: string): string => labels[`${kind}.${field}`] ?? labels[field] ?? field,
  hint: (kind: string, field: string): string | undefined => hints[`${kind}.${field}`] ?? hints[field],
  choice: (field: string, value: string): string =>
    choices[field]?.[value] ?? (value === '' ? 'None' : value),
  action: (id: string) => actions[id],
  newOne: (kind: ObjectKindName) =>
    kind === 'columnPrivilege' ? 'Grant column privileges' : `New ${kinds[kind]}`,
  edit: 'Edit',
  duplicate: 'Duplicate',
  remove: 'Delete',
  revokeAll: 'Revoke all',
  run: 'Run',
  moreNew: 'More to create',
  title: {
    create: (kind: ObjectKindName) =>
      kind === 'columnPrivilege' ? 'Grant column privileges' : `New ${kinds[kind]}`,
    edit: (kind: ObjectKindName, name: string) =>
      kind === 'columnPrivilege'
        ? `Column privileges of ${named(name)}`
        : `Edit ${kinds[kind]} ${named(name)}`,
    copy: (kind: ObjectKindName, name: string) => `Duplicate ${kinds[kind]} ${named(name)}`,
    run: (name: string) => `Run ${named(name)}`,
  },
  create: 'Create',
  creating: structureText.creating,
  save: structureText.save,
  saving: structureText.saving,
  actionUnfit: 'It can’t be done as it is now: see its details.',
  done: {
    created: (kind: ObjectKindName, name: string) => `${capital(kinds[kind])} ${named(name)} created`,
    saved: (kind: ObjectKindName, name: string) => `${capital(kinds[kind])} ${named(name)} saved`,
    deleted: (kind: ObjectKindName, name: string) => `${capital(kinds[kind])} ${named(name)} deleted`,
  },
  dropTitle: (kind: ObjectKindName, name: string) =>
    kind === 'columnPrivilege'
      ? `Revoke all column privileges on ${named(name)}?`
      : `Delete ${kinds[kind]} ${named(name)}?`,
  dropBody: 'This can’t be undone.',
  roleOwns: (count: number) => `Give ${plural(count, 'object')} to the current role and take its privileges`,
  roleOwnsHint:
    'What it owns in this database then belongs to the role that runs this, and what it was granted is revoked. Without it, PostgreSQL refuses the deletion.',
  missing: 'It does not exist any more',
  failed: 'It could not be read',
  meanwhileTitle: 'It was changed since you opened this form',
  meanwhileGone: 'It was deleted since you opened this form',
  reload: 'Load it as it is now',
  notSaved: 'Nothing was saved: it was changed meanwhile. See above.',
  add: (field: string) => `Add to ${field.toLowerCase()}`,
  removeRow: (field: string, number: number) => `Remove ${number} of ${field.toLowerCase()}`,
  moveUp: (field: string, number: number) => `Move ${number} of ${field.toLowerCase()} up`,
  moveDown: (field: string, number: number) => `Move ${number} of ${field.toLowerCase()} down`,
  rowNumber: (field: string, number: number) => `${field} ${number}`,
  none: 'None',
  problem: problemSentence,
  kept: keptSentence,
  /** @param line of the field, from 1 */
  atLine: (line: number, message: string) => `Line ${line}: ${message}`,
  partlyDone: (done: number, message: string) =>
    `${message} The first ${plural(done, 'statement')} had run before and stay.`,
  invalidIndex: 'An invalid index stays: rebuild or delete it in the list.',
  building: (phase: string, percent: number | null) =>
    percent === null ? `PostgreSQL: ${phase}` : `PostgreSQL: ${phase}, ${percent} %`,
  cancelRun: 'Cancel',
  beginWith: 'Begin with',
  template: (name: string): string => templates[name] ?? name,
  dependents: 'What depends on it',
  dependentsOf: {
    role: 'What it owns and was granted',
    extension: 'What it adds, and what depends on that',
  } as Readonly<Record<string, string>>,
  runArguments: 'Arguments',
  runNoArguments: 'It takes no arguments.',
  runHow: { value: 'Value', null: 'NULL', default: 'Default' },
  runHowLabel: (name: string) => `How ${named(name)} is given`,
  runRole: 'Run as',
  runOwner: 'The owner of the database',
  runKeeps: 'Keep what it changes',
  runKeepsHint: 'Otherwise everything is rolled back at the end.',
  runReadOnly: 'Your role is read-only here: it runs READ ONLY.',
  running: 'Running…',
  runResult: 'Result',
  runRows: (shown: number, count: number, ms: number) =>
    `${shown < count ? `${shown} of ` : ''}${plural(count, 'row')} in ${Math.round(ms)} ms`,
  runKept: 'What it changed stays.',
  runRolledBack: 'What it changed was rolled back.',
  runTrigger: 'A trigger function runs only through its trigger.',
  argument: (position: number) => `Argument ${position}`,
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function problemSentence(problem: ObjectProblem): string {
  switch (problem.kind) {
    case 'name':
    case 'type':
    case 'expression':
      return structureText.problem(problem)
    case 'required':
      return 'Needed'
    case 'number':
      return 'Enter a number'
    case 'nul':
      return 'It can’t contain the character NUL'
  }
}

function keptSentence(kept: KeptReason): string {
  switch (kept.reason) {
    case 'constraint':
      return `It belongs to the constraint ${named(kept.name)}: change that in the table.`
    case 'identity':
      return `It numbers the identity column ${named(kept.name)}: change that in the table.`
    case 'language':
      return 'It is written in C or built in, and can only be changed in the SQL editor.'
    case 'aggregate':
      return 'An aggregate can only be changed in the SQL editor.'
    case 'extension':
      return 'It belongs to an extension, which updates it.'
    case 'system':
      return 'It is one of PostgreSQL’s own.'
    case 'owner':
      return 'It belongs to a superuser: remove it, and install it again for another version.'
    case 'partition':
      return 'It follows that of the partitioned table: change it there.'
  }
}
