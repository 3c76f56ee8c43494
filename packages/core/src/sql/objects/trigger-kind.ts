/** Triggers of tables and views. Those of one kind fire in the order of their names. */
import { qualifiedName, quoteIdentifier, quoteLiteral } from '../quoting.js'
import {
  commentStatements,
  differsIn,
  objectKind,
  objectStatement,
  wordsOf,
  type ObjectStatement,
} from './object-kind.js'

/** A trigger as its form holds it. */
export type TriggerValues = {
  schema: string
  table: string
  name: string
  timing: 'before' | 'after' | 'instead of'
  events: readonly string[]
  columns: readonly { value: string }[]
  level: 'row' | 'statement'
  when: string
  functionSchema: string
  function: string
  arguments: readonly { value: string }[]
  isConstraint: boolean
  deferral: '' | 'deferrable' | 'deferred'
  oldTable: string
  newTable: string
  enabled: string
  comment: string
  isPartition: boolean
}

/** What the catalogue calls each way of being enabled. */
const ENABLED: Readonly<Record<string, string>> = {
  O: 'enable',
  D: 'disable',
  R: 'enable replica',
  A: 'enable always',
}

const DEFINITION = [
  'timing',
  'events',
  'columns',
  'level',
  'when',
  'functionSchema',
  'function',
  'arguments',
  'isConstraint',
  'deferral',
  'oldTable',
  'newTable',
] as const satisfies readonly (keyof TriggerValues)[]

export const triggerKind = objectKind<TriggerValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'table', type: 'text', check: 'name', suggests: 'relations', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'timing', type: 'choice', choices: ['before', 'after', 'instead of'] },
    { name: 'events', type: 'set', choices: ['insert', 'update', 'delete', 'truncate'], isRequired: true },
    {
      name: 'columns',
      type: 'rows',
      columns: [{ name: 'value', type: 'text', check: 'name', suggests: 'columns' }],
      isShown: ({ events }) => Array.isArray(events) && events.includes('update'),
    },
    { name: 'level', type: 'choice', choices: ['row', 'statement'] },
    { name: 'when', type: 'text', check: 'expression' },
    { name: 'functionSchema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'function', type: 'text', check: 'name', suggests: 'functions', isRequired: true },
    {
      name: 'arguments',
      type: 'rows',
      isOrdered: true,
      columns: [{ name: 'value', type: 'text', check: 'none' }],
    },
    { name: 'isConstraint', type: 'flag', isShown: ({ timing }) => timing === 'after' },
    {
      name: 'deferral',
      type: 'choice',
      choices: ['', 'deferrable', 'deferred'],
      isShown: ({ isConstraint, timing }) => isConstraint === true && timing === 'after',
    },
    { name: 'oldTable', type: 'text', check: 'none', isShown: ({ timing }) => timing === 'after' },
    { name: 'newTable', type: 'text', check: 'none', isShown: ({ timing }) => timing === 'after' },
    { name: 'enabled', type: 'choice', choices: ['O', 'D', 'R', 'A'] },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    table: '',
    name: '',
    timing: 'before',
    events: ['insert'],
    columns: [],
    level: 'row',
    when: '',
    functionSchema: schema,
    function: '',
    arguments: [],
    isConstraint: false,
    deferral: '',
    oldTable: '',
    newTable: '',
    enabled: 'O',
    comment: '',
    isPartition: false,
  }),
  read: `select pg_catalog.json_build_object(
  'schema', n.nspname, 'table', c.relname, 'name', t.tgname,
  'timing', case when t.tgtype & 2 <> 0 then 'before' when t.tgtype & 64 <> 0 then 'instead of' else 'after' end,
  'events', pg_catalog.array_remove(array[case when t.tgtype & 4 <> 0 then 'insert' end, case when t.tgtype & 16 <> 0 then 'update' end,
    case when t.tgtype & 8 <> 0 then 'delete' end, case when t.tgtype & 32 <> 0 then 'truncate' end], null),
  'columns', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('value', a.attname) order by k.at), '[]')
    from pg_catalog.unnest(t.tgattr::int2[]) with ordinality k(number, at)
    join pg_catalog.pg_attribute a on a.attrelid = t.tgrelid and a.attnum = k.number),
  'level', case when t.tgtype & 1 <> 0 then 'row' else 'statement' end,
  'when', case when t.tgqual is null then '' else pg_catalog.substring(pg_catalog.pg_get_triggerdef(t.oid, false),
    ' WHEN [(](.*)[)] EXECUTE FUNCTION ') end,
  'functionSchema', f.nspname, 'function', p.proname, 'arguments', pg_catalog.encode(t.tgargs, 'hex'),
  'isConstraint', t.tgconstraint <> 0,
  'deferral', case when t.tginitdeferred then 'deferred' when t.tgdeferrable then 'deferrable' else '' end,
  'oldTable', coalesce(t.tgoldtable, ''), 'newTable', coalesce(t.tgnewtable, ''), 'enabled', t.tgenabled,
  'comment', coalesce(pg_catalog.obj_description(t.oid, 'pg_trigger'), ''),
  'isPartition', t.tgparentid <> 0)::text
from pg_catalog.pg_trigger t
join pg_catalog.pg_class c on c.oid = t.tgrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_proc p on p.oid = t.tgfoid
join pg_catalog.pg_namespace f on f.oid = p.pronamespace
where t.oid = $1::oid and not t.tgisinternal`,
  afterRead: (read) => ({ ...read, arguments: argumentsIn(String(read.arguments)) }),
  catalogue: 'pg_trigger',
  kept: ({ isPartition }) => (isPartition ? { reason: 'partition' } : null),
  create: (values) => [
    createStatement(values, false),
    ...enabledStatements(values, 'O'),
    ...commentStatements(nameOf(values), '', values.comment, lockOf(values)),
  ],
  change(before, after) {
    const isMoved = before.schema !== after.schema || before.table !== after.table
    const isOther = isMoved || differsIn(before, after, DEFINITION)
    const replaces = !isMoved && !before.isConstraint && !after.isConstraint
    if (isOther && !replaces)
      return [
        dropStatement(before, false),
        createStatement(after, false),
        ...enabledStatements(after, 'O'),
        ...commentStatements(nameOf(after), '', after.comment, lockOf(after)),
      ]
    return [
      ...(before.name === after.name
        ? []
        : [
            objectStatement(
              `alter ${nameOf(before)} rename to ${quoteIdentifier(after.name)}`,
              { lock: 'ACCESS EXCLUSIVE', on: [`${after.schema}.${after.table}`] },
              { field: 'name' },
            ),
          ]),
      ...(isOther ? [createStatement(after, true)] : []),
      // A replaced trigger is enabled.
      ...enabledStatements(after, isOther ? 'O' : before.enabled),
      ...commentStatements(nameOf(after), before.comment, after.comment, lockOf(after)),
    ]
  },
  drop: (values, cascades) => [dropStatement(values, cascades)],
  actions: [
    {
      id: 'disable',
      fits: ({ enabled }) => enabled !== 'D',
      statements: (one) => enabledStatements({ ...one, enabled: 'D' }, one.enabled),
    },
    {
      id: 'enable',
      fits: ({ enabled }) => enabled !== 'O',
      statements: (one) => enabledStatements({ ...one, enabled: 'O' }, one.enabled),
    },
    {
      id: 'replica',
      fits: ({ enabled }) => enabled !== 'R',
      statements: (one) => enabledStatements({ ...one, enabled: 'R' }, one.enabled),
    },
  ],
})

/** `trigger "stamp" on "shop"."orders"` */
function nameOf({ schema, table, name }: TriggerValues): string {
  return `trigger ${quoteIdentifier(name)} on ${qualifiedName(schema, table)}`
}

function lockOf({ schema, table }: TriggerValues) {
  return { lock: 'SHARE UPDATE EXCLUSIVE' as const, on: [`${schema}.${table}`] }
}

function createStatement(values: TriggerValues, replaces: boolean): ObjectStatement {
  const { schema, table, name, timing, level, when, oldTable, newTable } = values
  const columns = wordsOf(values.columns)
  const events = values.events.map((event) =>
    event === 'update' && columns.length > 0 ? `update of ${columns.map(quoteIdentifier).join(', ')}` : event,
  )
  const isAfter = timing === 'after'
  const isConstraint = isAfter && values.isConstraint
  const transitions = [
    ...(isAfter && oldTable !== '' ? [`old table as ${quoteIdentifier(oldTable)}`] : []),
    ...(isAfter && newTable !== '' ? [`new table as ${quoteIdentifier(newTable)}`] : []),
  ]
  const sql = [
    `create ${replaces ? 'or replace ' : ''}${isConstraint ? 'constraint ' : ''}trigger ${quoteIdentifier(name)}`,
    `${timing} ${events.join(' or ')} on ${qualifiedName(schema, table)}`,
    ...(isConstraint && values.deferral !== ''
      ? [values.deferral === 'deferred' ? 'deferrable initially deferred' : 'deferrable']
      : []),
    ...(transitions.length === 0 ? [] : [`referencing ${transitions.join(' ')}`]),
    `for each ${level}`,
    ...(when.trim() === '' ? [] : [`when (${when.trim()})`]),
    `execute function ${qualifiedName(values.functionSchema, values.function)}(${values.arguments
      .map(({ value }) => quoteLiteral(value))
      .join(', ')})`,
  ]
  return objectStatement(
    sql.join('\n  '),
    { lock: 'SHARE ROW EXCLUSIVE', on: [`${schema}.${table}`] },
    { field: 'function' },
  )
}

function enabledStatements(
  { schema, table, name, enabled }: TriggerValues,
  before: string,
): ObjectStatement[] {
  const word = ENABLED[enabled]
  if (enabled === before || word === undefined) return []
  return [
    objectStatement(
      `alter table ${qualifiedName(schema, table)} ${word} trigger ${quoteIdentifier(name)}`,
      { lock: 'SHARE ROW EXCLUSIVE', on: [`${schema}.${table}`] },
      { field: 'enabled' },
    ),
  ]
}

function dropStatement(values: TriggerValues, cascades: boolean): ObjectStatement {
  return objectStatement(`drop ${nameOf(values)}${cascades ? ' cascade' : ''}`, {
    lock: 'ACCESS EXCLUSIVE',
    on: [`${values.schema}.${values.table}`],
  })
}

/** The catalogue ends each argument with a zero byte. */
function argumentsIn(hex: string): { value: string }[] {
  const bytes = new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
  const texts = new TextDecoder().decode(bytes).split('\0')
  return texts.slice(0, -1).map((value) => ({ value }))
}
