/** Enumerated types. Labels are added and renamed in place; one that goes, or moves, makes the type and its columns again. */
import { nameWithEnd } from '../../rules/structure/object-name.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from '../quoting.js'
import { commentStatements, objectKind, objectStatement, type ObjectStatement } from './object-kind.js'
import { movedStatements, renameSteps, tablesOf, usesSql, type TypeUse } from './type-parts.js'

/** A label, and what it was called when it was read; empty: it is new. */
type EnumLabel = { label: string; was: string }

/** An enumerated type as its form holds it. */
export type EnumValues = {
  schema: string
  name: string
  labels: readonly EnumLabel[]
  /** What rows with a label that goes get. */
  replacement: string
  comment: string
  /** The labels that there are. */
  before: readonly string[]
  uses: readonly TypeUse[]
}

/** Labels that were there and are not kept. */
export function goneLabels({ before, labels }: Pick<EnumValues, 'before' | 'labels'>): string[] {
  const kept = new Set(labels.map(({ was }) => was))
  return before.filter((label) => !kept.has(label))
}

/** Whether the labels that stay have another order than before. */
function isReordered({ before, labels }: EnumValues): boolean {
  const kept = labels.flatMap(({ was }) => (was === '' ? [] : [was]))
  return kept.join('\0') !== before.filter((label) => kept.includes(label)).join('\0')
}

export const enumKind = objectKind<EnumValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    {
      name: 'labels',
      type: 'rows',
      isOrdered: true,
      isRequired: true,
      columns: [{ name: 'label', type: 'text', check: 'name', isRequired: true }],
    },
    {
      name: 'replacement',
      type: 'text',
      check: 'none',
      isShown: (values) => goneLabels(values as unknown as EnumValues).length > 0,
    },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    labels: [{ label: '', was: '' }],
    replacement: '',
    comment: '',
    before: [],
    uses: [],
  }),
  read: `select pg_catalog.json_build_object('schema', n.nspname, 'name', t.typname,
  'labels', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('label', e.enumlabel, 'was', e.enumlabel) order by e.enumsortorder), '[]')
    from pg_catalog.pg_enum e where e.enumtypid = t.oid),
  'before', (select coalesce(pg_catalog.json_agg(e.enumlabel order by e.enumsortorder), '[]') from pg_catalog.pg_enum e where e.enumtypid = t.oid),
  'replacement', '', 'comment', coalesce(pg_catalog.obj_description(t.oid, 'pg_type'), ''), 'uses', ${usesSql('t.oid')})::text
from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
where t.oid = $1::oid and t.typtype = 'e'`,
  catalogue: 'pg_type',
  copied: (values) => ({
    ...values,
    labels: values.labels.map(({ label }) => ({ label, was: '' })),
    before: [],
    uses: [],
  }),
  create: (values) => [
    createStatement(values, values.name),
    ...commentStatements(`type ${nameOf(values)}`, '', values.comment),
  ],
  change(before, wanted) {
    const after = withKept(wanted)
    const moved = movedStatements('type', before, after)
    const comment = commentStatements(`type ${nameOf(after)}`, before.comment, after.comment)
    if (goneLabels(after).length === 0 && !isReordered(after))
      return [...moved, ...renamedLabels(after), ...addedLabels(after), ...comment]
    return [
      ...moved,
      ...renamedLabels(after),
      ...rewritten(after),
      ...commentStatements(`type ${nameOf(after)}`, '', after.comment),
    ]
  },
  drop: (values, cascades) => [objectStatement(`drop type ${nameOf(values)}${cascades ? ' cascade' : ''}`)],
})

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return qualifiedName(schema, name)
}

function createStatement({ schema, labels }: EnumValues, name: string): ObjectStatement {
  const all = labels.map(({ label }) => quoteLiteral(label)).join(', ')
  return objectStatement(
    `create type ${qualifiedName(schema, name)} as enum (${all})`,
    {},
    { field: 'labels' },
  )
}

/** A label that was removed and typed again is the one that there was. */
function withKept(values: EnumValues): EnumValues {
  const gone = new Set(goneLabels(values))
  const labels = values.labels.map((one) =>
    one.was === '' && gone.has(one.label) ? { ...one, was: one.label } : one,
  )
  return { ...values, labels }
}

/** What a label that goes is called until then: another one gets its name. */
function nameWhileGoing(values: EnumValues, label: string): string {
  const { labels } = values
  return labels.some((one) => one.label === label) ? nameWithEnd(label, '~', values.before) : label
}

function renamedLabels(values: EnumValues): ObjectStatement[] {
  const renamed = [
    ...goneLabels(values).map((was) => ({ was, name: nameWhileGoing(values, was) })),
    ...values.labels.map(({ label, was }) => ({ was, name: label })),
  ]
  return renameSteps(renamed).map(({ was, name }) =>
    objectStatement(
      `alter type ${nameOf(values)} rename value ${quoteLiteral(was)} to ${quoteLiteral(name)}`,
      {},
      { field: 'labels' },
    ),
  )
}

function addedLabels(values: EnumValues): ObjectStatement[] {
  const { labels } = values
  return labels.flatMap(({ label, was }, at) => {
    if (was !== '') return []
    const previous = labels[at - 1]
    const next = labels.slice(at + 1).find((one) => one.was !== '')
    const place = previous
      ? ` after ${quoteLiteral(previous.label)}`
      : next
        ? ` before ${quoteLiteral(next.label)}`
        : ''
    return [
      objectStatement(
        `alter type ${nameOf(values)} add value ${quoteLiteral(label)}${place}`,
        {},
        { field: 'labels' },
      ),
    ]
  })
}

/** A type with the labels as they shall be takes the place of the old one, table by table. */
function rewritten(values: EnumValues): ObjectStatement[] {
  const { uses, replacement } = values
  const old = nameWithEnd(values.name, '_old')
  const gone = goneLabels(values).map((label) => nameWhileGoing(values, label))
  const byTable = new Map<string, TypeUse[]>()
  for (const use of uses) {
    const table = qualifiedName(use.schema, use.table)
    byTable.set(table, [...(byTable.get(table) ?? []), use])
  }
  return [
    objectStatement(`alter type ${nameOf(values)} rename to ${quoteIdentifier(old)}`),
    createStatement(values, values.name),
    ...[...byTable].map(([table, columns]) =>
      objectStatement(
        `alter table ${table}\n  ${columns.flatMap((use) => columnActions(values, use, gone, replacement)).join(',\n  ')}`,
        { lock: 'ACCESS EXCLUSIVE', work: 'rewrite', on: tablesOf(columns) },
        { field: 'replacement' },
      ),
    ),
    objectStatement(`drop type ${qualifiedName(values.schema, old)}`),
  ]
}

function columnActions(
  values: EnumValues,
  use: TypeUse,
  gone: readonly string[],
  replacement: string,
): string[] {
  const column = quoteIdentifier(use.column)
  const type = `${nameOf(values)}${use.isArray ? '[]' : ''}`
  const replaced = replacement === '' ? [] : gone
  const text = use.isArray
    ? replaced.reduce(
        (sql, label) => `array_replace(${sql}, ${quoteLiteral(label)}, ${quoteLiteral(replacement)})`,
        `${column}::text[]`,
      )
    : replaced.length === 0
      ? `${column}::text`
      : `case when ${column}::text in (${replaced.map(quoteLiteral).join(', ')}) then ${quoteLiteral(replacement)} else ${column}::text end`
  const alter = `alter column ${column}`
  return [
    ...(use.default === '' ? [] : [`${alter} drop default`]),
    `${alter} type ${type} using (${text})::${type}`,
    // The default is written with the type's name, which is that of the new one now.
    ...(use.default === '' ? [] : [`${alter} set default ${use.default}`]),
  ]
}
