/** Views: a stored query, and how it checks who reads and what is written. */
import { qualifiedName } from '../quoting.js'
import { grantsSql, grantStatements, type Grant } from './grants.js'
import {
  commentStatements,
  differsIn,
  objectKind,
  objectStatement,
  type ObjectStatement,
} from './object-kind.js'
import { movedStatements } from './type-parts.js'

/** A view as its form holds it. */
export type ViewValues = {
  schema: string
  name: string
  query: string
  securityInvoker: boolean
  securityBarrier: boolean
  checkOption: '' | 'local' | 'cascaded'
  /** Drops it first: needed where columns go or get another type. */
  recreate: boolean
  comment: string
  grants: readonly Grant[]
}

export const viewKind = objectKind<ViewValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'query', type: 'code', isRequired: true },
    { name: 'securityInvoker', type: 'flag', since: 15 },
    { name: 'securityBarrier', type: 'flag' },
    { name: 'checkOption', type: 'choice', choices: ['', 'local', 'cascaded'] },
    { name: 'recreate', type: 'flag', isShown: (_values, isNew) => !isNew },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    query: 'select ',
    securityInvoker: true,
    securityBarrier: false,
    checkOption: '',
    recreate: false,
    comment: '',
    grants: [],
  }),
  read: `select pg_catalog.json_build_object('schema', n.nspname, 'name', c.relname,
  'query', pg_catalog.rtrim(pg_catalog.pg_get_viewdef(c.oid, true), ';'),
  'securityInvoker', coalesce((o.all ->> 'security_invoker')::bool, false),
  'securityBarrier', coalesce((o.all ->> 'security_barrier')::bool, false),
  'checkOption', coalesce(o.all ->> 'check_option', ''), 'recreate', false,
  'comment', coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), ''),
  'grants', ${grantsSql('c.relacl', 'c.relowner')})::text
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
cross join lateral (select coalesce(pg_catalog.json_object_agg(p.option_name, p.option_value), '{}') as all
  from pg_catalog.pg_options_to_table(c.reloptions) p) o
where c.oid = $1::oid and c.relkind = 'v'`,
  catalogue: 'pg_class',
  create: (values) => [
    createStatement(values, false),
    ...commentStatements(`view ${nameOf(values)}`, '', values.comment),
  ],
  change(before, after) {
    const on = [`${before.schema}.${before.name}`]
    if (after.recreate)
      return [
        objectStatement(`drop view ${nameOf(before)}`, { lock: 'ACCESS EXCLUSIVE', on }),
        createStatement(after, false),
        ...grantStatements(nameOf(after), before.grants),
        ...commentStatements(`view ${nameOf(after)}`, '', after.comment),
      ]
    const isOther = differsIn(before, after, ['query', 'securityInvoker', 'securityBarrier', 'checkOption'])
    return [
      ...movedStatements('view', before, after, on),
      ...(isOther ? [createStatement(after, true)] : []),
      ...commentStatements(`view ${nameOf(after)}`, before.comment, after.comment),
    ]
  },
  drop: (values, cascades) => [
    objectStatement(`drop view ${nameOf(values)}${cascades ? ' cascade' : ''}`, {
      lock: 'ACCESS EXCLUSIVE',
      on: [`${values.schema}.${values.name}`],
    }),
  ],
})

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return qualifiedName(schema, name)
}

function createStatement(values: ViewValues, replaces: boolean): ObjectStatement {
  const options = [
    ...(values.securityInvoker ? ['security_invoker = true'] : []),
    ...(values.securityBarrier ? ['security_barrier = true'] : []),
    ...(values.checkOption === '' ? [] : [`check_option = ${values.checkOption}`]),
  ]
  const before = `create ${replaces ? 'or replace ' : ''}view ${nameOf(values)}${
    options.length === 0 ? '' : `\n  with (${options.join(', ')})`
  } as`
  return objectStatement(
    `${before}\n${withoutEnd(values.query)}`,
    replaces ? { lock: 'ACCESS EXCLUSIVE', on: [`${values.schema}.${values.name}`] } : {},
    { field: 'query', body: { field: 'query', line: before.split('\n').length + 1 } },
  )
}

/** The query without the semicolon that ends it. */
export function withoutEnd(query: string): string {
  return query.replace(/[\s;]+$/, '')
}
