/** Publications: which tables, columns and rows others can follow. */
import { qualifiedName, quoteIdentifier } from '../quoting.js'
import {
  commentStatements,
  differsIn,
  objectKind,
  objectStatement,
  wordsOf,
  type ObjectStatement,
} from './object-kind.js'

/** A table of a publication: all of its columns where none is named. */
type PublishedTable = { schema: string; table: string; columns: string; where: string }

/** A publication as its form holds it. */
export type PublicationValues = {
  name: string
  allTables: boolean
  tables: readonly PublishedTable[]
  schemas: readonly { value: string }[]
  publish: readonly string[]
  viaRoot: boolean
  comment: string
}

export const publicationKind = objectKind<PublicationValues>({
  fields: [
    { name: 'name', type: 'text', check: 'name', isRequired: true },
    { name: 'allTables', type: 'flag' },
    {
      name: 'tables',
      type: 'rows',
      isShown: ({ allTables }) => allTables === false,
      columns: [
        { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true },
        { name: 'table', type: 'text', check: 'name', suggests: 'relations', isRequired: true },
        { name: 'columns', type: 'text', check: 'expression', since: 15 },
        { name: 'where', type: 'text', check: 'expression', since: 15 },
      ],
    },
    {
      name: 'schemas',
      type: 'rows',
      since: 15,
      isShown: ({ allTables }) => allTables === false,
      columns: [{ name: 'value', type: 'text', check: 'name', suggests: 'schemas' }],
    },
    { name: 'publish', type: 'set', choices: ['insert', 'update', 'delete', 'truncate'] },
    { name: 'viaRoot', type: 'flag' },
    { name: 'comment', type: 'text', check: 'none' },
  ],
  blank: (schema) => ({
    name: '',
    allTables: false,
    tables: [{ schema, table: '', columns: '', where: '' }],
    schemas: [],
    publish: ['insert', 'update', 'delete', 'truncate'],
    viaRoot: false,
    comment: '',
  }),
  // PostgreSQL 14 has neither lists of columns, filters nor schemas: there, the names that the inner query lacks are those of
  // `before_15`, and no dependency is of the catalogue that is not there.
  read: `select pg_catalog.json_build_object('name', p.pubname, 'allTables', p.puballtables,
  'tables', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('schema', n.nspname, 'table', c.relname,
      'columns', coalesce((select pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by a.attnum)
        from pg_catalog.pg_attribute a where a.attrelid = r.prrelid and a.attnum = any (r.prattrs)), ''),
      'where', coalesce(pg_catalog.pg_get_expr(r.prqual, r.prrelid), '')) order by n.nspname, c.relname), '[]')
    from (select null::pg_catalog.int2vector as prattrs, null::pg_catalog.pg_node_tree as prqual) before_15
    cross join lateral (select prpubid, prrelid, prattrs, prqual from pg_catalog.pg_publication_rel) r
    join pg_catalog.pg_class c on c.oid = r.prrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where r.prpubid = p.oid),
  'schemas', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('value', n.nspname) order by n.nspname), '[]')
    from pg_catalog.pg_depend ofs
    join pg_catalog.pg_depend s on s.classid = ofs.classid and s.objid = ofs.objid
    join pg_catalog.pg_namespace n on n.oid = s.refobjid
    where ofs.classid = pg_catalog.to_regclass('pg_catalog.pg_publication_namespace')
      and ofs.refclassid = 'pg_catalog.pg_publication'::pg_catalog.regclass and ofs.refobjid = p.oid
      and s.refclassid = 'pg_catalog.pg_namespace'::pg_catalog.regclass),
  'publish', pg_catalog.array_remove(array[case when p.pubinsert then 'insert' end, case when p.pubupdate then 'update' end,
    case when p.pubdelete then 'delete' end, case when p.pubtruncate then 'truncate' end], null),
  'viaRoot', p.pubviaroot, 'comment', coalesce(pg_catalog.obj_description(p.oid, 'pg_publication'), ''))::text
from pg_catalog.pg_publication p where p.oid = $1::oid`,
  catalogue: null,
  create: (values) => [
    createStatement(values),
    ...commentStatements(`publication ${quoteIdentifier(values.name)}`, '', values.comment),
  ],
  change(before, after) {
    const name = quoteIdentifier(after.name)
    // Whether a publication has all tables is said when it is made.
    if (before.allTables !== after.allTables)
      return [
        dropStatement(before),
        createStatement(after),
        ...commentStatements(`publication ${name}`, '', after.comment),
      ]
    return [
      ...(before.name === after.name
        ? []
        : [
            objectStatement(
              `alter publication ${quoteIdentifier(before.name)} rename to ${name}`,
              {},
              { field: 'name' },
            ),
          ]),
      ...(differsIn(before, after, ['tables', 'schemas']) ? contentStatements(before, after) : []),
      ...(differsIn(before, after, ['publish', 'viaRoot'])
        ? [objectStatement(`alter publication ${name} set (${optionsOf(after)})`, {}, { field: 'publish' })]
        : []),
      ...commentStatements(`publication ${name}`, before.comment, after.comment),
    ]
  },
  drop: (values) => [dropStatement(values)],
})

function optionsOf({ publish, viaRoot }: PublicationValues): string {
  return `publish = '${publish.join(', ')}', publish_via_partition_root = ${viaRoot}`
}

function lockOf(tables: readonly PublishedTable[]) {
  return tables.length === 0
    ? {}
    : {
        lock: 'SHARE UPDATE EXCLUSIVE' as const,
        on: tables.map(({ schema, table }) => `${schema}.${table}`),
      }
}

function tableText({ schema, table, columns, where }: PublishedTable): string {
  return (
    qualifiedName(schema, table) +
    (columns.trim() === '' ? '' : ` (${columns.trim()})`) +
    (where.trim() === '' ? '' : ` where (${where.trim()})`)
  )
}

function contentOf({ tables, schemas }: PublicationValues): string {
  const names = wordsOf(schemas).map(quoteIdentifier)
  return [
    ...(tables.length === 0 ? [] : [`table ${tables.map(tableText).join(', ')}`]),
    ...(names.length === 0 ? [] : [`tables in schema ${names.join(', ')}`]),
  ].join(', ')
}

function createStatement(values: PublicationValues): ObjectStatement {
  const content = values.allTables ? 'all tables' : contentOf(values)
  return objectStatement(
    `create publication ${quoteIdentifier(values.name)}${content === '' ? '' : `\n  for ${content}`}\n  with (${optionsOf(values)})`,
    values.allTables ? {} : lockOf(values.tables),
    { field: 'tables' },
  )
}

function contentStatements(before: PublicationValues, after: PublicationValues): ObjectStatement[] {
  const name = quoteIdentifier(after.name)
  const content = contentOf(after)
  if (content !== '')
    return [
      objectStatement(
        `alter publication ${name} set ${content}`,
        lockOf([...before.tables, ...after.tables]),
        { field: 'tables' },
      ),
    ]
  const gone = contentOf({
    ...before,
    tables: before.tables.map((one) => ({ ...one, columns: '', where: '' })),
  })
  return gone === ''
    ? []
    : [objectStatement(`alter publication ${name} drop ${gone}`, lockOf(before.tables), { field: 'tables' })]
}

function dropStatement({ name }: PublicationValues): ObjectStatement {
  return objectStatement(`drop publication ${quoteIdentifier(name)}`)
}
