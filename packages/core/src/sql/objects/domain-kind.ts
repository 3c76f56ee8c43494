/** Domains: a type with a default and conditions. */
import { qualifiedName, quoteIdentifier } from '../quoting.js'
import { commentStatements, objectKind, objectStatement, type ObjectStatement } from './object-kind.js'
import { movedStatements, renameSteps, tablesOf, usesSql, type TypeUse } from './type-parts.js'

/** A condition of a domain, and what it was called when it was read. */
type DomainCheck = { name: string; expression: string; was: string }

/** A domain as its form holds it. */
export type DomainValues = {
  schema: string
  name: string
  base: string
  default: string
  notNull: boolean
  checks: readonly DomainCheck[]
  comment: string
  uses: readonly TypeUse[]
}

export const domainKind = objectKind<DomainValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'base', type: 'text', check: 'type', suggests: 'types', isRequired: true, isFixed: true },
    { name: 'default', type: 'text', check: 'expression' },
    { name: 'notNull', type: 'flag' },
    {
      name: 'checks',
      type: 'rows',
      columns: [
        { name: 'name', type: 'text', check: 'name', isRequired: true },
        { name: 'expression', type: 'text', check: 'expression', isRequired: true },
      ],
    },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    base: 'text',
    default: '',
    notNull: false,
    checks: [],
    comment: '',
    uses: [],
  }),
  read: `select pg_catalog.json_build_object('schema', n.nspname, 'name', t.typname,
  'base', pg_catalog.format_type(t.typbasetype, t.typtypmod), 'default', coalesce(pg_catalog.pg_get_expr(t.typdefaultbin, 0), ''),
  'notNull', t.typnotnull,
  'checks', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', k.conname, 'was', k.conname,
      'expression', pg_catalog.pg_get_expr(k.conbin, 0)) order by k.conname), '[]')
    from pg_catalog.pg_constraint k where k.contypid = t.oid and k.contype = 'c'),
  'comment', coalesce(pg_catalog.obj_description(t.oid, 'pg_type'), ''), 'uses', ${usesSql('t.oid')})::text
from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
where t.oid = $1::oid and t.typtype = 'd'`,
  catalogue: 'pg_type',
  copied: (values) => ({ ...values, checks: values.checks.map((one) => ({ ...one, was: '' })), uses: [] }),
  create(values) {
    const sql = [
      `create domain ${nameOf(values)} as ${values.base.trim()}`,
      ...(values.default.trim() === '' ? [] : [`default ${values.default.trim()}`]),
      ...(values.notNull ? ['not null'] : []),
      ...values.checks.map(checkText),
    ]
    return [
      objectStatement(sql.join('\n  '), {}, { field: 'base' }),
      ...commentStatements(`domain ${nameOf(values)}`, '', values.comment),
    ]
  },
  change: (before, after) => [
    ...movedStatements('domain', before, after),
    ...ruleStatements(before, after),
    ...commentStatements(`domain ${nameOf(after)}`, before.comment, after.comment),
  ],
  drop: (values, cascades) => [objectStatement(`drop domain ${nameOf(values)}${cascades ? ' cascade' : ''}`)],
})

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return qualifiedName(schema, name)
}

function checkText({ name, expression }: DomainCheck): string {
  return `constraint ${quoteIdentifier(name)} check (${expression.trim()})`
}

function ruleStatements(before: DomainValues, after: DomainValues): ObjectStatement[] {
  const on = tablesOf(after.uses)
  /** A new rule is checked against all stored values. */
  const alter = (action: string, field: string, isChecked = false) =>
    objectStatement(
      `alter domain ${nameOf(after)} ${action}`,
      isChecked && on.length > 0 ? { lock: 'SHARE', work: 'scan', on } : {},
      { field },
    )
  const kept = new Map(after.checks.filter(({ was }) => was !== '').map((one) => [one.was, one]))
  const isSame = (one: DomainCheck) => kept.get(one.name)?.expression === one.expression
  const added = after.checks.filter(
    ({ was, expression }) =>
      was === '' || before.checks.find(({ name }) => name === was)?.expression !== expression,
  )
  return [
    ...(before.default === after.default
      ? []
      : [
          alter(
            after.default.trim() === '' ? 'drop default' : `set default ${after.default.trim()}`,
            'default',
          ),
        ]),
    ...(before.notNull === after.notNull
      ? []
      : [alter(after.notNull ? 'set not null' : 'drop not null', 'notNull', after.notNull)]),
    ...before.checks
      .filter((one) => !isSame(one))
      .map(({ name }) => alter(`drop constraint ${quoteIdentifier(name)}`, 'checks')),
    ...renameSteps(
      before.checks.filter(isSame).map(({ name }) => ({ was: name, name: kept.get(name)?.name ?? name })),
    ).map(({ was, name }) =>
      alter(`rename constraint ${quoteIdentifier(was)} to ${quoteIdentifier(name)}`, 'checks'),
    ),
    ...added.map((one) => alter(`add ${checkText(one)}`, 'checks', true)),
  ]
}
