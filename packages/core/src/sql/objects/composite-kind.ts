/** Composite types: rows of attributes. */
import { qualifiedName, quoteIdentifier } from '../quoting.js'
import { commentStatements, objectKind, objectStatement, type ObjectStatement } from './object-kind.js'
import { movedStatements, renameSteps, tablesOf, usesSql, type TypeUse } from './type-parts.js'

/** An attribute, and what it was called when it was read; empty: it is new. */
type Attribute = { name: string; type: string; was: string }

/** A composite type as its form holds it. */
export type CompositeValues = {
  schema: string
  name: string
  attributes: readonly Attribute[]
  comment: string
  uses: readonly TypeUse[]
}

export const compositeKind = objectKind<CompositeValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    {
      name: 'attributes',
      type: 'rows',
      columns: [
        { name: 'name', type: 'text', check: 'name', isRequired: true },
        { name: 'type', type: 'text', check: 'type', suggests: 'types', isRequired: true },
      ],
    },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    attributes: [{ name: '', type: 'text', was: '' }],
    comment: '',
    uses: [],
  }),
  read: `select pg_catalog.json_build_object('schema', n.nspname, 'name', t.typname,
  'attributes', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname, 'was', a.attname,
      'type', pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped),
  'comment', coalesce(pg_catalog.obj_description(t.oid, 'pg_type'), ''), 'uses', ${usesSql('t.oid')})::text
from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
where t.oid = $1::oid and t.typtype = 'c'`,
  catalogue: 'pg_type',
  copied: (values) => ({
    ...values,
    attributes: values.attributes.map((one) => ({ ...one, was: '' })),
    uses: [],
  }),
  create: (values) => [
    objectStatement(
      `create type ${nameOf(values)} as (${values.attributes.map(attributeText).join(', ')})`,
      {},
      { field: 'attributes' },
    ),
    ...commentStatements(`type ${nameOf(values)}`, '', values.comment),
  ],
  change: (before, after) => [
    ...movedStatements('type', before, after),
    ...attributeStatements(before, after),
    ...commentStatements(`type ${nameOf(after)}`, before.comment, after.comment),
  ],
  drop: (values, cascades) => [objectStatement(`drop type ${nameOf(values)}${cascades ? ' cascade' : ''}`)],
})

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return qualifiedName(schema, name)
}

function attributeText({ name, type }: Attribute): string {
  return `${quoteIdentifier(name)} ${type.trim()}`
}

function attributeStatements(before: CompositeValues, after: CompositeValues): ObjectStatement[] {
  const on = tablesOf(after.uses)
  const alter = (action: string) =>
    objectStatement(
      `alter type ${nameOf(after)} ${action}`,
      on.length === 0 ? {} : { lock: 'ACCESS EXCLUSIVE', on },
      { field: 'attributes' },
    )
  const kept = new Map(after.attributes.filter(({ was }) => was !== '').map((one) => [one.was, one]))
  const gone = before.attributes.filter(({ name }) => !kept.has(name))
  return [
    ...gone.map(({ name }) => alter(`drop attribute ${quoteIdentifier(name)}`)),
    ...renameSteps(after.attributes).map(({ was, name }) =>
      alter(`rename attribute ${quoteIdentifier(was)} to ${quoteIdentifier(name)}`),
    ),
    ...before.attributes.flatMap(({ name, type }) => {
      const now = kept.get(name)
      return now && now.type !== type
        ? [alter(`alter attribute ${quoteIdentifier(now.name)} type ${now.type.trim()}`)]
        : []
    }),
    ...after.attributes
      .filter(({ was }) => was === '')
      .map((one) => alter(`add attribute ${attributeText(one)}`)),
  ]
}
