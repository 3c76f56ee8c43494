/** Materialized views: the stored rows of a query, and their refresh. Another query makes the view again with its indexes. */
import { qualifiedName } from '../quoting.js'
import { grantsSql, grantStatements, type Grant } from './grants.js'
import { commentStatements, objectKind, objectStatement, type ObjectStatement } from './object-kind.js'
import { movedStatements } from './type-parts.js'
import { withoutEnd } from './view-kind.js'

/** A materialized view as its form holds it. */
export type MaterializedViewValues = {
  schema: string
  name: string
  query: string
  withData: boolean
  comment: string
  grants: readonly Grant[]
  /** The statements that make its indexes. */
  indexes: readonly string[]
  /** Whether a refresh need not lock out readers: it has a unique index on columns. */
  hasKey: boolean
}

export const materializedViewKind = objectKind<MaterializedViewValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'query', type: 'code', isRequired: true },
    { name: 'withData', type: 'flag' },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    query: 'select ',
    withData: true,
    comment: '',
    grants: [],
    indexes: [],
    hasKey: false,
  }),
  read: `select pg_catalog.json_build_object('schema', n.nspname, 'name', c.relname,
  'query', pg_catalog.rtrim(pg_catalog.pg_get_viewdef(c.oid, true), ';'), 'withData', c.relispopulated,
  'comment', coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), ''), 'grants', ${grantsSql('c.relacl', 'c.relowner')},
  'indexes', (select coalesce(pg_catalog.json_agg(pg_catalog.pg_get_indexdef(i.indexrelid) order by i.indexrelid), '[]')
    from pg_catalog.pg_index i where i.indrelid = c.oid),
  'hasKey', exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisunique and i.indisvalid
    and i.indpred is null and i.indexprs is null))::text
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.oid = $1::oid and c.relkind = 'm'`,
  catalogue: 'pg_class',
  copied: (values) => ({ ...values, indexes: [], hasKey: false, grants: [] }),
  create: (values) => [
    createStatement(values),
    ...commentStatements(`materialized view ${nameOf(values)}`, '', values.comment),
  ],
  change(before, after) {
    const on = [`${before.schema}.${before.name}`]
    const whole = `materialized view ${nameOf(after)}`
    if (withoutEnd(before.query) !== withoutEnd(after.query))
      return [
        objectStatement(`drop materialized view ${nameOf(before)}`, { lock: 'ACCESS EXCLUSIVE', on }),
        createStatement({ ...after, schema: before.schema, name: before.name }),
        ...before.indexes.map((sql) => objectStatement(sql)),
        ...movedStatements('materialized view', before, after),
        ...grantStatements(nameOf(after), before.grants),
        ...commentStatements(whole, '', after.comment),
      ]
    return [
      ...movedStatements('materialized view', before, after, on),
      ...(before.withData === after.withData ? [] : [refreshStatement(after, after.withData)]),
      ...commentStatements(whole, before.comment, after.comment),
    ]
  },
  drop: (values, cascades) => [
    objectStatement(`drop materialized view ${nameOf(values)}${cascades ? ' cascade' : ''}`, {
      lock: 'ACCESS EXCLUSIVE',
      on: [`${values.schema}.${values.name}`],
    }),
  ],
  actions: [
    { id: 'refresh', statements: (values) => [refreshStatement(values, true)] },
    {
      id: 'refreshBeside',
      fits: ({ hasKey, withData }) => hasKey && withData,
      statements: (values) => [
        objectStatement(`refresh materialized view concurrently ${nameOf(values)}`, {
          lock: 'EXCLUSIVE',
          work: 'copy',
          on: [`${values.schema}.${values.name}`],
        }),
      ],
    },
  ],
})

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return qualifiedName(schema, name)
}

function createStatement(values: MaterializedViewValues): ObjectStatement {
  const before = `create materialized view ${nameOf(values)} as`
  return objectStatement(
    `${before}\n${withoutEnd(values.query)}\nwith ${values.withData ? '' : 'no '}data`,
    {},
    { field: 'query', body: { field: 'query', line: 2 } },
  )
}

function refreshStatement(values: MaterializedViewValues, withData: boolean): ObjectStatement {
  return objectStatement(`refresh materialized view ${nameOf(values)}${withData ? '' : ' with no data'}`, {
    lock: 'ACCESS EXCLUSIVE',
    work: withData ? 'copy' : 'none',
    on: [`${values.schema}.${values.name}`],
  })
}
