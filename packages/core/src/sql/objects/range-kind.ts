/** Range types. Only their name, schema and comment can change. */
import { qualifiedName, quoteIdentifier } from '../quoting.js'
import { commentStatements, objectKind, objectStatement } from './object-kind.js'
import { movedStatements } from './type-parts.js'

/** A range type as its form holds it. */
export type RangeValues = {
  schema: string
  name: string
  subtype: string
  opclass: string
  collation: string
  difference: string
  multirange: string
  comment: string
}

export const rangeKind = objectKind<RangeValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'subtype', type: 'text', check: 'type', suggests: 'types', isRequired: true, isFixed: true },
    { name: 'opclass', type: 'text', check: 'expression', isFixed: true },
    { name: 'collation', type: 'text', check: 'expression', isFixed: true },
    { name: 'difference', type: 'text', check: 'expression', isFixed: true },
    { name: 'multirange', type: 'text', check: 'none', isFixed: true },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    subtype: 'integer',
    opclass: '',
    collation: '',
    difference: '',
    multirange: '',
    comment: '',
  }),
  read: `select pg_catalog.json_build_object('schema', n.nspname, 'name', t.typname,
  'subtype', pg_catalog.format_type(r.rngsubtype, null),
  'opclass', case when o.opcdefault then '' else pg_catalog.format('%I.%I', (select nspname from pg_catalog.pg_namespace where oid = o.opcnamespace), o.opcname) end,
  'collation', case when coalesce(l.oid, 0) in (0, s.typcollation) then ''
    else pg_catalog.format('%I.%I', (select nspname from pg_catalog.pg_namespace where oid = l.collnamespace), l.collname) end,
  'difference', case when r.rngsubdiff = 0 then '' else (select pg_catalog.format('%I.%I', n.nspname, p.proname)
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace where p.oid = r.rngsubdiff) end,
  'multirange', coalesce((select m.typname from pg_catalog.pg_type m where m.oid = r.rngmultitypid), ''),
  'comment', coalesce(pg_catalog.obj_description(t.oid, 'pg_type'), ''))::text
from pg_catalog.pg_type t
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
join pg_catalog.pg_range r on r.rngtypid = t.oid
join pg_catalog.pg_type s on s.oid = r.rngsubtype
left join pg_catalog.pg_opclass o on o.oid = r.rngsubopc
left join pg_catalog.pg_collation l on l.oid = r.rngcollation
where t.oid = $1::oid`,
  catalogue: 'pg_type',
  copied: (values) => ({ ...values, multirange: '' }),
  create(values) {
    const parts = [
      `subtype = ${values.subtype.trim()}`,
      ...(values.opclass.trim() === '' ? [] : [`subtype_opclass = ${values.opclass.trim()}`]),
      ...(values.collation.trim() === '' ? [] : [`collation = ${values.collation.trim()}`]),
      ...(values.difference.trim() === '' ? [] : [`subtype_diff = ${values.difference.trim()}`]),
      ...(values.multirange.trim() === ''
        ? []
        : [`multirange_type_name = ${qualifiedName(values.schema, values.multirange)}`]),
    ]
    return [
      objectStatement(
        `create type ${qualifiedName(values.schema, values.name)} as range (${parts.join(', ')})`,
        {},
        { field: 'subtype' },
      ),
      ...commentStatements(`type ${qualifiedName(values.schema, values.name)}`, '', values.comment),
    ]
  },
  change: (before, after) => [
    ...movedStatements('type', before, after),
    ...commentStatements(`type ${qualifiedName(after.schema, after.name)}`, before.comment, after.comment),
  ],
  drop: ({ schema, name }, cascades) => [
    objectStatement(
      `drop type ${quoteIdentifier(schema)}.${quoteIdentifier(name)}${cascades ? ' cascade' : ''}`,
    ),
  ],
})
