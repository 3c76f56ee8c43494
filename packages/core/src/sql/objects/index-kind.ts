/** Indexes: columns and expressions, method, condition, built at once or beside running work. */
import { nameWithEnd } from '../../rules/structure/object-name.js'
import { qualifiedName, quoteIdentifier } from '../quoting.js'
import {
  commentStatements,
  differsIn,
  objectKind,
  objectStatement,
  wordsOf,
  type ObjectStatement,
  type StatementCost,
} from './object-kind.js'

/** A column or an expression of an index. */
type IndexKey = {
  of: 'column' | 'expression'
  value: string
  order: string
  nulls: string
  opclass: string
  collation: string
}

/** An index as its form holds it. */
export type IndexValues = {
  schema: string
  table: string
  name: string
  method: string
  unique: boolean
  nullsNotDistinct: boolean
  keys: readonly IndexKey[]
  include: readonly { value: string }[]
  where: string
  options: readonly { name: string; value: string }[]
  concurrently: boolean
  comment: string
  /** The constraint that it belongs to. */
  constraint: string
  isPartition: boolean
  isValid: boolean
}

/** What only another index can have. */
const DEFINITION = [
  'table',
  'method',
  'unique',
  'nullsNotDistinct',
  'keys',
  'include',
  'where',
] as const satisfies readonly (keyof IndexValues)[]

export const indexKind = objectKind<IndexValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isFixed: true, isRequired: true },
    { name: 'table', type: 'text', check: 'name', suggests: 'relations', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    {
      name: 'keys',
      type: 'rows',
      isOrdered: true,
      isRequired: true,
      columns: [
        { name: 'of', type: 'choice', choices: ['column', 'expression'] },
        { name: 'value', type: 'text', check: 'expression', suggests: 'columns', isRequired: true },
        { name: 'order', type: 'choice', choices: ['', 'desc'] },
        { name: 'nulls', type: 'choice', choices: ['', 'first', 'last'] },
        { name: 'opclass', type: 'text', check: 'expression' },
        { name: 'collation', type: 'text', check: 'expression' },
      ],
    },
    { name: 'method', type: 'text', check: 'name', suggests: 'methods', isRequired: true },
    { name: 'unique', type: 'flag' },
    { name: 'nullsNotDistinct', type: 'flag', since: 15, isShown: ({ unique }) => unique === true },
    {
      name: 'include',
      type: 'rows',
      columns: [{ name: 'value', type: 'text', check: 'name', suggests: 'columns' }],
    },
    { name: 'where', type: 'text', check: 'expression' },
    {
      name: 'options',
      type: 'rows',
      columns: [
        { name: 'name', type: 'text', check: 'name', isRequired: true },
        { name: 'value', type: 'text', check: 'none', isRequired: true },
      ],
    },
    { name: 'concurrently', type: 'flag' },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    table: '',
    name: '',
    method: 'btree',
    unique: false,
    nullsNotDistinct: false,
    keys: [{ of: 'column', value: '', order: '', nulls: '', opclass: '', collation: '' }],
    include: [],
    where: '',
    options: [],
    concurrently: true,
    comment: '',
    constraint: '',
    isPartition: false,
    isValid: true,
  }),
  read: `select pg_catalog.json_build_object(
  'schema', n.nspname, 'table', c.relname, 'name', x.relname, 'method', m.amname, 'unique', i.indisunique,
  'nullsNotDistinct', coalesce((pg_catalog.to_jsonb(i) ->> 'indnullsnotdistinct')::bool, false),
  'keys', (select pg_catalog.json_agg(pg_catalog.json_build_object(
      'of', case when a.attname is null then 'expression' else 'column' end,
      'value', coalesce(a.attname, pg_catalog.pg_get_indexdef(x.oid, k.at, true)),
      'order', case when i.indoption[k.at - 1] & 1 = 1 then 'desc' else '' end,
      'nulls', case i.indoption[k.at - 1] & 3 when 2 then 'first' when 1 then 'last' else '' end,
      'opclass', case when o.opcdefault then '' else pg_catalog.format('%I.%I', (select nspname from pg_catalog.pg_namespace where oid = o.opcnamespace), o.opcname) end,
      'collation', case when coalesce(l.oid, 0) in (0, 100, coalesce(a.attcollation, 0)) then ''
        else pg_catalog.format('%I.%I', (select nspname from pg_catalog.pg_namespace where oid = l.collnamespace), l.collname) end
    ) order by k.at)
    from pg_catalog.generate_series(1, i.indnkeyatts::int) k(at)
    left join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[k.at - 1] and a.attnum <> 0
    left join pg_catalog.pg_opclass o on o.oid = i.indclass[k.at - 1]
    left join pg_catalog.pg_collation l on l.oid = i.indcollation[k.at - 1]),
  'include', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('value', a.attname) order by k.at), '[]')
    from pg_catalog.generate_series(i.indnkeyatts + 1, i.indnatts::int) k(at)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[k.at - 1]),
  'where', coalesce(pg_catalog.pg_get_expr(i.indpred, i.indrelid), ''),
  'options', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', o.option_name, 'value', o.option_value)), '[]')
    from pg_catalog.pg_options_to_table(x.reloptions) o),
  'concurrently', false,
  'comment', coalesce(pg_catalog.obj_description(x.oid, 'pg_class'), ''),
  'constraint', coalesce((select o.conname from pg_catalog.pg_constraint o where o.conindid = x.oid and o.contype in ('p', 'u', 'x') limit 1), ''),
  'isPartition', x.relispartition, 'isValid', i.indisvalid)::text
from pg_catalog.pg_class x
join pg_catalog.pg_index i on i.indexrelid = x.oid
join pg_catalog.pg_class c on c.oid = i.indrelid
join pg_catalog.pg_am m on m.oid = x.relam
join pg_catalog.pg_namespace n on n.oid = x.relnamespace
where x.oid = $1::oid`,
  catalogue: 'pg_class',
  kept: ({ constraint, isPartition }) =>
    constraint !== ''
      ? { reason: 'constraint', name: constraint }
      : isPartition
        ? { reason: 'partition' }
        : null,
  create: (values) => [
    createStatement(values, values.name),
    ...commentStatements(`index ${nameOf(values)}`, '', values.comment),
  ],
  change(before, after) {
    if (differsIn(before, after, DEFINITION)) return remade(before, after)
    const on = [`${before.schema}.${before.table}`]
    return [
      ...(before.name === after.name ? [] : [renameStatement(before, before.name, after.name)]),
      ...optionStatements(before, after, on),
      ...commentStatements(`index ${nameOf(after)}`, before.comment, after.comment),
    ]
  },
  drop: (values, cascades) => [dropStatement(values, values.name, cascades)],
  actions: [
    {
      id: 'rebuild',
      statements: (values) => [
        objectStatement(
          `reindex index concurrently ${nameOf(values)}`,
          { lock: 'SHARE UPDATE EXCLUSIVE', work: 'index', on: [`${values.schema}.${values.table}`] },
          { isAlone: true },
        ),
      ],
    },
  ],
})

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return qualifiedName(schema, name)
}

function createStatement(values: IndexValues, name: string): ObjectStatement {
  const { schema, table, method, unique, concurrently, where } = values
  const cost: StatementCost = {
    lock: concurrently ? 'SHARE UPDATE EXCLUSIVE' : 'SHARE',
    work: 'index',
    on: [`${schema}.${table}`],
  }
  const include = wordsOf(values.include)
  const sql = [
    `create ${unique ? 'unique ' : ''}index ${concurrently ? 'concurrently ' : ''}${quoteIdentifier(name)}`,
    `on ${qualifiedName(schema, table)} using ${quoteIdentifier(method)} (${values.keys.map(keyText).join(', ')})`,
    ...(include.length === 0 ? [] : [`include (${include.map(quoteIdentifier).join(', ')})`]),
    ...(unique && values.nullsNotDistinct ? ['nulls not distinct'] : []),
    ...(values.options.length === 0 ? [] : [`with (${values.options.map(optionText).join(', ')})`]),
    ...(where.trim() === '' ? [] : [`where ${where.trim()}`]),
  ]
  return objectStatement(sql.join('\n  '), cost, { field: 'keys', ...(concurrently && { isAlone: true }) })
}

function keyText({ of, value, order, nulls, opclass, collation }: IndexKey): string {
  const parts = [of === 'column' ? quoteIdentifier(value) : `(${value.trim()})`]
  if (collation.trim() !== '') parts.push(`collate ${collation.trim()}`)
  if (opclass.trim() !== '') parts.push(opclass.trim())
  if (order !== '') parts.push(order)
  if (nulls !== '') parts.push(`nulls ${nulls}`)
  return parts.join(' ')
}

function optionText({ name, value }: { name: string; value: string }): string {
  return `${quoteIdentifier(name)} = '${value.replaceAll("'", "''")}'`
}

function optionStatements(before: IndexValues, after: IndexValues, on: readonly string[]): ObjectStatement[] {
  if (!differsIn(before, after, ['options'])) return []
  const kept = new Set(after.options.map(({ name }) => name))
  const gone = before.options.filter(({ name }) => !kept.has(name))
  const alter = (action: string) =>
    objectStatement(
      `alter index ${nameOf(after)} ${action}`,
      { lock: 'SHARE UPDATE EXCLUSIVE', on },
      { field: 'options' },
    )
  return [
    ...(gone.length === 0
      ? []
      : [alter(`reset (${gone.map(({ name }) => quoteIdentifier(name)).join(', ')})`)]),
    ...(after.options.length === 0 ? [] : [alter(`set (${after.options.map(optionText).join(', ')})`)]),
  ]
}

function renameStatement({ schema, table }: IndexValues, from: string, to: string): ObjectStatement {
  return objectStatement(
    `alter index ${qualifiedName(schema, from)} rename to ${quoteIdentifier(to)}`,
    { lock: 'SHARE UPDATE EXCLUSIVE', on: [`${schema}.${table}`] },
    { field: 'name' },
  )
}

function dropStatement(values: IndexValues, name: string, cascades: boolean): ObjectStatement {
  const { schema, table, concurrently } = values
  // CONCURRENTLY knows no CASCADE.
  const isBeside = concurrently && !cascades
  return objectStatement(
    `drop index ${isBeside ? 'concurrently ' : ''}${qualifiedName(schema, name)}${cascades ? ' cascade' : ''}`,
    { lock: isBeside ? 'SHARE UPDATE EXCLUSIVE' : 'ACCESS EXCLUSIVE', on: [`${schema}.${table}`] },
    isBeside ? { isAlone: true } : {},
  )
}

/** The new one is built before the old one goes, so that queries always have one. */
function remade(before: IndexValues, after: IndexValues): ObjectStatement[] {
  const isSameName = before.name === after.name
  const built = isSameName ? nameWithEnd(after.name, '_new') : after.name
  return [
    createStatement(after, built),
    dropStatement({ ...before, concurrently: after.concurrently }, before.name, false),
    ...(isSameName ? [renameStatement(after, built, after.name)] : []),
    ...commentStatements(`index ${nameOf(after)}`, '', after.comment),
  ]
}
