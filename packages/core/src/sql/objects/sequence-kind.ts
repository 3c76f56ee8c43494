/** Sequences: which numbers they give, and the column that they belong to. */
import { qualifiedName, quoteIdentifier } from '../quoting.js'
import { commentStatements, differsIn, objectKind, objectStatement } from './object-kind.js'
import { movedStatements } from './type-parts.js'

/** A sequence as its form holds it. Numbers are texts: they may be larger than a double holds. */
export type SequenceValues = {
  schema: string
  name: string
  type: string
  start: string
  increment: string
  minimum: string
  maximum: string
  cache: string
  cycle: boolean
  restart: string
  ownerTable: string
  ownerColumn: string
  comment: string
  /** `table.column` of an identity column. */
  identity: string
}

const OPTIONS = ['type', 'start', 'increment', 'minimum', 'maximum', 'cache', 'cycle'] as const

export const sequenceKind = objectKind<SequenceValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'type', type: 'choice', choices: ['bigint', 'integer', 'smallint'] },
    { name: 'start', type: 'text', check: 'number' },
    { name: 'increment', type: 'text', check: 'number', isRequired: true },
    { name: 'minimum', type: 'text', check: 'number' },
    { name: 'maximum', type: 'text', check: 'number' },
    { name: 'cache', type: 'text', check: 'number', isRequired: true },
    { name: 'cycle', type: 'flag' },
    { name: 'restart', type: 'text', check: 'number', isShown: (_values, isNew) => !isNew },
    { name: 'ownerTable', type: 'text', check: 'none', suggests: 'relations' },
    { name: 'ownerColumn', type: 'text', check: 'none', isShown: ({ ownerTable }) => ownerTable !== '' },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    type: 'bigint',
    start: '',
    increment: '1',
    minimum: '',
    maximum: '',
    cache: '1',
    cycle: false,
    restart: '',
    ownerTable: '',
    ownerColumn: '',
    comment: '',
    identity: '',
  }),
  read: `select pg_catalog.json_build_object('schema', n.nspname, 'name', c.relname,
  'type', pg_catalog.format_type(s.seqtypid, null), 'start', s.seqstart::text, 'increment', s.seqincrement::text,
  'minimum', s.seqmin::text, 'maximum', s.seqmax::text, 'cache', s.seqcache::text, 'cycle', s.seqcycle, 'restart', '',
  'ownerTable', coalesce(o.relname, ''), 'ownerColumn', coalesce(o.attname, ''),
  'comment', coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), ''),
  'identity', case when o.deptype = 'i' then o.relname || '.' || o.attname else '' end)::text
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_sequence s on s.seqrelid = c.oid
left join lateral (select t.relname, a.attname, d.deptype from pg_catalog.pg_depend d
  join pg_catalog.pg_class t on t.oid = d.refobjid
  join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype in ('a', 'i')
    and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjsubid > 0 limit 1) o on true
where c.oid = $1::oid`,
  catalogue: 'pg_class',
  kept: ({ identity }) => (identity === '' ? null : { reason: 'identity', name: identity }),
  copied: (values) => ({ ...values, ownerTable: '', ownerColumn: '' }),
  create: (values) => [
    objectStatement(
      `create sequence ${nameOf(values)}\n  ${optionsOf(values).join('\n  ')}`,
      {},
      { field: 'start' },
    ),
    ...(values.ownerTable === '' ? [] : [ownedStatement(values)]),
    ...commentStatements(`sequence ${nameOf(values)}`, '', values.comment),
  ],
  change(before, after) {
    const on = [`${after.schema}.${after.name}`]
    const cost = { lock: 'SHARE ROW EXCLUSIVE' as const, on }
    const restart = after.restart.trim()
    return [
      ...movedStatements('sequence', before, after, [`${before.schema}.${before.name}`]),
      ...(differsIn(before, after, OPTIONS)
        ? [
            objectStatement(`alter sequence ${nameOf(after)}\n  ${optionsOf(after).join('\n  ')}`, cost, {
              field: 'start',
            }),
          ]
        : []),
      ...(restart === ''
        ? []
        : [
            objectStatement(`alter sequence ${nameOf(after)} restart with ${restart}`, cost, {
              field: 'restart',
            }),
          ]),
      ...(differsIn(before, after, ['ownerTable', 'ownerColumn']) ? [ownedStatement(after)] : []),
      ...commentStatements(`sequence ${nameOf(after)}`, before.comment, after.comment),
    ]
  },
  drop: (values, cascades) => [
    objectStatement(`drop sequence ${nameOf(values)}${cascades ? ' cascade' : ''}`, {
      lock: 'ACCESS EXCLUSIVE',
      on: [`${values.schema}.${values.name}`],
    }),
  ],
})

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return qualifiedName(schema, name)
}

function optionsOf(values: SequenceValues): string[] {
  const { minimum, maximum, start } = values
  return [
    `as ${values.type}`,
    `increment by ${values.increment.trim()}`,
    minimum.trim() === '' ? 'no minvalue' : `minvalue ${minimum.trim()}`,
    maximum.trim() === '' ? 'no maxvalue' : `maxvalue ${maximum.trim()}`,
    ...(start.trim() === '' ? [] : [`start with ${start.trim()}`]),
    `cache ${values.cache.trim()}`,
    values.cycle ? 'cycle' : 'no cycle',
  ]
}

function ownedStatement(values: SequenceValues) {
  const { schema, ownerTable, ownerColumn } = values
  const owner =
    ownerTable === '' ? 'none' : `${qualifiedName(schema, ownerTable)}.${quoteIdentifier(ownerColumn)}`
  return objectStatement(`alter sequence ${nameOf(values)} owned by ${owner}`, {}, { field: 'ownerTable' })
}
