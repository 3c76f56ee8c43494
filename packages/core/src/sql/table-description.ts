/** The structure of a table as data: what its panels show and change, and the statement that reads it. */
import { MAY_SEE } from './catalogue/relations.js'
import type { Statement } from './catalogue/statements.js'
import type { EntityType } from './entity-types.js'
import { REALTIME_PUBLICATION } from './published-tables.js'

/** What happens to the rows of a foreign key. */
export const FOREIGN_KEY_ACTIONS = ['no action', 'restrict', 'cascade', 'set null', 'set default'] as const
/** What happens to a row whose referenced row is deleted or gets another key. */
export type ForeignKeyAction = (typeof FOREIGN_KEY_ACTIONS)[number]

/** Whether a typed value may take the place of the generated one. */
export const IDENTITIES = ['always', 'by default'] as const
/** One of `IDENTITIES`. */
export type Identity = (typeof IDENTITIES)[number]

/** A column of a table. */
export interface DescribedColumn {
  /** The attribute number, which stays when the column is renamed; null: the table does not have it yet. */
  position: number | null
  name: string
  /** As PostgreSQL writes it: `character varying(20)`. */
  type: string
  isNullable: boolean
  /** An expression. */
  default: string | null
  identity: Identity | null
  /** The expression of a generated column; a new column stores its values. */
  generated: string | null
  /** Whether the values of a generated column are computed when they are read. PostgreSQL keeps its expression for good. */
  isVirtual?: boolean
  comment: string | null
  /** Whether a constraint makes this column alone unique. */
  isUnique: boolean
  /** The expression of a check on this column alone. */
  check: string | null
}

/** A foreign key of a table. */
export interface ForeignKey {
  /** Null: the table does not have it yet. */
  name: string | null
  columns: readonly string[]
  target: { schema: string; name: string; columns: readonly string[] }
  onDelete: ForeignKeyAction
  onUpdate: ForeignKeyAction
}

/** The structure of a table, as one describes it. */
export interface TableDescription {
  schema: string
  name: string
  comment: string | null
  isRlsOn: boolean
  columns: readonly DescribedColumn[]
  /** The columns of the primary key, in its order. */
  primaryKey: readonly string[]
  foreignKeys: readonly ForeignKey[]
}

/** The structure of a table of the database. */
export interface ReadDescription extends TableDescription {
  id: string
  kind: EntityType
  /** Whether row-level security holds for the owner too. Absent: it does not. */
  isRlsForced?: boolean
  policies: number
  /** As counted at the last ANALYZE; null: never. */
  estimatedRows: number | null
  /** Names of constraints; those of columns by the position of the column. */
  constraints: {
    primaryKey: string | null
    unique: Readonly<Record<number, string>>
    check: Readonly<Record<number, string>>
  }
  realtime: Realtime
}

/** The publication whose changes are sent in realtime. */
export interface Realtime {
  /** Null: the database has no such publication. */
  publication: string | null
  isOn: boolean
  /** Whether the publication has all tables of the database. */
  hasAllTables: boolean
  /** Without a replica identity, rows of a published table can't be updated or deleted. */
  hasIdentity: boolean
}

/**
 * One row for the table, each column and each constraint: its kind and its description as JSON. A table of 1,600 columns
 * has no cell that is too large. Only relations that the role owns or has some privilege on. SPEC §6
 */
export function tableDescriptionStatement(oid: string): Statement {
  return {
    query: `with seen as (
  select c.*, n.nspname from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.oid = $1::oid and c.relkind in ('r', 'v', 'm', 'f', 'p') and ${MAY_SEE}
), realtime as (
  select p.oid, p.pubname, p.puballtables from pg_catalog.pg_publication p
  where p.pubname = '${REALTIME_PUBLICATION}'
)
select 'table', 0, pg_catalog.json_build_object(
  'schema', c.nspname, 'name', c.relname, 'kind', c.relkind,
  'comment', pg_catalog.obj_description(c.oid, 'pg_class'), 'isRlsOn', c.relrowsecurity,
  'isRlsForced', c.relforcerowsecurity,
  'policies', (select count(*) from pg_catalog.pg_policy p where p.polrelid = c.oid),
  'estimatedRows', case when c.reltuples >= 0 then c.reltuples::int8 end,
  'realtime', pg_catalog.json_build_object(
    'publication', (select pubname from realtime),
    'isOn', exists (select from realtime r join pg_catalog.pg_publication_tables t on t.pubname = r.pubname
      where t.schemaname = c.nspname and t.tablename = c.relname),
    'hasAllTables', coalesce((select puballtables from realtime), false),
    'hasIdentity', c.relreplident in ('f', 'i') or c.relreplident = 'd' and exists (
      select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary)))::text
from seen c
union all
select 'column', a.attnum, pg_catalog.json_build_object(
  'position', a.attnum, 'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
  'isNullable', not a.attnotnull,
  'default', case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
  'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
  'generated', case when a.attgenerated <> '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
  'isVirtual', case when a.attgenerated = 'v' then true end,
  'comment', pg_catalog.col_description(a.attrelid, a.attnum))::text
from seen c
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
union all
select 'constraint', o.oid::int8, pg_catalog.json_build_object(
  'name', o.conname, 'type', o.contype, 'positions', o.conkey,
  'expression', case when o.contype = 'c' then pg_catalog.pg_get_expr(o.conbin, o.conrelid) end,
  'schema', tn.nspname, 'table', t.relname,
  'columns', (select pg_catalog.json_agg(a.attname order by k.ordinal)
    from pg_catalog.unnest(o.confkey) with ordinality k(number, ordinal)
    join pg_catalog.pg_attribute a on a.attrelid = o.confrelid and a.attnum = k.number),
  'onDelete', o.confdeltype, 'onUpdate', o.confupdtype)::text
from seen c
join pg_catalog.pg_constraint o on o.conrelid = c.oid and o.contype in ('p', 'u', 'c', 'f')
left join pg_catalog.pg_class t on t.oid = o.confrelid
left join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
order by 1, 2`,
    parameters: [oid],
  }
}

interface TableRow {
  schema: string
  name: string
  kind: EntityType
  comment: string | null
  isRlsOn: boolean
  isRlsForced: boolean
  policies: number
  estimatedRows: number | null
  realtime: Realtime
}

interface ColumnRow extends Omit<DescribedColumn, 'isUnique' | 'check' | 'isVirtual'> {
  position: number
  isVirtual: true | null
}

interface ConstraintRow {
  name: string
  type: 'p' | 'u' | 'c' | 'f'
  positions: readonly number[] | null
  expression: string | null
  schema: string | null
  table: string | null
  columns: readonly string[] | null
  onDelete: string
  onUpdate: string
}

const ACTIONS: Readonly<Record<string, ForeignKeyAction>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
}

/**
 * The description in the statement's rows; null: there is no such relation, or the role may not see it.
 * @param rows of the statement
 */
export function tableDescriptionIn(
  oid: string,
  rows: readonly (readonly (string | null)[])[],
): ReadDescription | null {
  const read = <Row>(kind: string) =>
    rows.flatMap(([is, , json]) => (is === kind ? [JSON.parse(json ?? 'null') as Row] : []))
  const [table] = read<TableRow>('table')
  if (!table) return null
  const columns = read<ColumnRow>('column').map(({ isVirtual, ...column }) => ({
    ...column,
    ...(isVirtual === true ? { isVirtual } : {}),
  }))
  const constraints = read<ConstraintRow>('constraint')
  const nameAt = (position: number) => columns.find((column) => column.position === position)?.name ?? ''
  const namesOf = ({ positions }: ConstraintRow) => (positions ?? []).map(nameAt)
  /** The first constraint of the kind that is on one column alone. */
  const ofColumn = (type: ConstraintRow['type'], position: number) =>
    constraints.find(
      (one) => one.type === type && one.positions?.length === 1 && one.positions[0] === position,
    )
  const namesByPosition = (type: ConstraintRow['type']) =>
    Object.fromEntries(
      columns.flatMap(({ position }) => {
        const found = ofColumn(type, position)
        return found ? [[position, found.name]] : []
      }),
    )
  const primaryKey = constraints.find(({ type }) => type === 'p')
  return {
    ...table,
    id: oid,
    columns: columns.map((column) => ({
      ...column,
      isUnique: ofColumn('u', column.position) !== undefined,
      check: ofColumn('c', column.position)?.expression ?? null,
    })),
    primaryKey: primaryKey ? namesOf(primaryKey) : [],
    foreignKeys: constraints
      .filter(({ type }) => type === 'f')
      .map((one) => ({
        name: one.name,
        columns: namesOf(one),
        target: { schema: one.schema ?? '', name: one.table ?? '', columns: one.columns ?? [] },
        onDelete: ACTIONS[one.onDelete] ?? 'no action',
        onUpdate: ACTIONS[one.onUpdate] ?? 'no action',
      })),
    constraints: {
      primaryKey: primaryKey?.name ?? null,
      unique: namesByPosition('u'),
      check: namesByPosition('c'),
    },
  }
}
