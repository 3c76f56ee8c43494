/** The privileges on single columns of a table, for all roles, as one change. */
import { qualifiedName, quoteIdentifier } from '../quoting.js'
import { roleName } from './grants.js'
import { objectKind, objectStatement, type ObjectStatement } from './object-kind.js'

/** What a role may do with a column. */
type ColumnRow = {
  role: string
  column: string
  select: boolean
  insert: boolean
  update: boolean
  references: boolean
}

/** The privileges on the columns of a table as their form holds them. */
export type ColumnPrivilegeValues = {
  schema: string
  table: string
  columns: readonly ColumnRow[]
}

const PRIVILEGES = ['select', 'insert', 'update', 'references'] as const

export const columnPrivilegeKind = objectKind<ColumnPrivilegeValues>({
  fields: [
    { name: 'schema', type: 'text', check: 'name', suggests: 'schemas', isRequired: true, isFixed: true },
    { name: 'table', type: 'text', check: 'name', suggests: 'relations', isRequired: true, isFixed: true },
    {
      name: 'columns',
      type: 'rows',
      columns: [
        { name: 'role', type: 'text', check: 'name', suggests: 'roles', isRequired: true },
        { name: 'column', type: 'text', check: 'name', suggests: 'columns', isRequired: true },
        { name: 'select', type: 'flag' },
        { name: 'insert', type: 'flag' },
        { name: 'update', type: 'flag' },
        { name: 'references', type: 'flag' },
      ],
    },
  ],
  blank: (schema) => ({
    schema,
    table: '',
    columns: [{ role: '', column: '', select: true, insert: false, update: false, references: false }],
  }),
  read: `select pg_catalog.json_build_object('schema', n.nspname, 'table', c.relname,
  'columns', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('role', g.role, 'column', g.attname,
      'select', g.all @> array['SELECT'], 'insert', g.all @> array['INSERT'], 'update', g.all @> array['UPDATE'],
      'references', g.all @> array['REFERENCES']) order by g.role, g.attnum), '[]')
    from (select case when g.grantee = 0 then 'public' else pg_catalog.pg_get_userbyid(g.grantee)::text end as role,
        a.attname, a.attnum, pg_catalog.array_agg(g.privilege_type) as all
      from pg_catalog.pg_attribute a cross join lateral pg_catalog.aclexplode(a.attacl) g
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped group by 1, 2, 3) g))::text
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.oid = $1::oid`,
  catalogue: null,
  nameOf: ({ table }) => table,
  isSingle: true,
  create: (values) => changesOf({ ...values, columns: [] }, values),
  change: changesOf,
  drop: (values) => changesOf(values, { ...values, columns: [] }),
})

/** One grant and one revoke for each role and privilege. */
function changesOf(before: ColumnPrivilegeValues, after: ColumnPrivilegeValues): ObjectStatement[] {
  const table = qualifiedName(after.schema, after.table)
  const roles = [...new Set([...before.columns, ...after.columns].map(({ role }) => role))]
  const say = (
    word: 'grant' | 'revoke',
    role: string,
    had: readonly ColumnRow[],
    has: readonly ColumnRow[],
  ) => {
    const parts = PRIVILEGES.flatMap((privilege) => {
      const kept = new Set(
        had.filter((one) => one.role === role && one[privilege]).map(({ column }) => column),
      )
      const columns = has
        .filter((one) => one.role === role && one[privilege] && !kept.has(one.column))
        .map(({ column }) => quoteIdentifier(column))
      return columns.length === 0 ? [] : [`${privilege} (${[...new Set(columns)].join(', ')})`]
    })
    if (parts.length === 0) return []
    const towards = word === 'grant' ? 'to' : 'from'
    return [
      objectStatement(
        `${word} ${parts.join(', ')} on ${table} ${towards} ${roleName(role)}`,
        {},
        { field: 'columns' },
      ),
    ]
  }
  return [
    ...roles.flatMap((role) => say('revoke', role, after.columns, before.columns)),
    ...roles.flatMap((role) => say('grant', role, before.columns, after.columns)),
  ]
}
