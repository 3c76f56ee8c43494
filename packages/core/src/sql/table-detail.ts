/** What a table is, read in one statement: its name, its columns, its key, its size. */
import { MAY_SEE } from './catalogue/relations.js'
import type { Statement } from './catalogue/statements.js'
import type { EntityType } from './entity-types.js'
import type { ReadColumn, ReadTable } from './read-table.js'

/** A column of a table. */
export interface TableColumn extends ReadColumn {
  /** The name of its type as it was declared: a domain's or an enum's own. */
  typeName: string
  isNullable: boolean
  isKey: boolean
  /** With its schema and its length, as DDL writes it: `character varying(20)`. */
  declared: string
  /** The expression of its default; null: NULL. */
  defaultText: string | null
  /** How its values are made by the database; null: they are given. */
  made: 'identity-always' | 'identity-default' | 'generated' | null
  /** The values of an enum, in their order. */
  enums: readonly string[] | null
  /** Whether the owner may change it, also through a view, and by a trigger instead of it. */
  isUpdatable: boolean
  /** Whether the role that acts may change it. Absent: it may. */
  mayUpdate?: boolean
  /** Whether the role that acts may give it in a new row. Absent: it may. */
  mayInsert?: boolean
  comment: string | null
}

/** A foreign key: `columns[n]` refers to `targetColumns[n]`. */
export interface TableReference {
  name: string
  columns: readonly string[]
  targetId: string
  targetSchema: string
  targetTable: string
  targetColumns: readonly string[]
  /** Whether it can be checked at the end of a transaction. Absent: it can't. */
  isDeferrable?: boolean
}

/** Columns whose values together are unique, over the whole table. */
export interface TableUnique {
  /** Of the constraint, or of the index. */
  name: string
  columns: readonly string[]
  isDeferrable: boolean
  /** Whether two NULLs count as the same value. */
  nullsAreEqual: boolean
}

/** What the order of the statements of a save depends on. */
export interface TableConstraints {
  uniques: readonly TableUnique[]
  /** Columns that foreign keys refer to. */
  referenced: readonly string[]
  /** Whether triggers see each row that is updated. */
  hasRowTriggers: boolean
}

const NO_CONSTRAINTS: TableConstraints = { uniques: [], referenced: [], hasRowTriggers: false }

/** A table, a view, or another relation with rows. */
export interface TableDetail extends ReadTable {
  id: string
  kind: EntityType
  comment: string | null
  /** Row-level security; null: it has none, as a view. */
  rls: { isOn: boolean; policies: number; holdsForOwner: boolean } | null
  /** As counted at the last ANALYZE; null: never, or it is a view. */
  estimatedRows: number | null
  columns: readonly TableColumn[]
  references: readonly TableReference[]
  constraints: TableConstraints
  /** Whether the owner may do it, also through a view. */
  canInsert: boolean
  canDelete: boolean
  /** Whether the role that acts may not read what tells its rows apart. Absent: it may. */
  hidesIdentity?: boolean
}

/** `pg_relation_is_updatable` gives the events of PostgreSQL's commands as bits. */
const INSERTS = 1 << 3
const DELETES = 1 << 4

/** Only relations that the role owns or has some privilege on. SPEC §6 */
export function tableDetailStatement(oid: string): Statement {
  return {
    query: `select n.nspname, c.relname, c.relkind, pg_catalog.obj_description(c.oid, 'pg_class'),
  case when c.relkind in ('r', 'p') then c.relrowsecurity end,
  (select count(*) from pg_catalog.pg_policy p where p.polrelid = c.oid),
  case when c.relkind in ('r', 'm', 'p') and c.reltuples >= 0 then c.reltuples::int8 end,
  (select json_agg(json_build_object(
      'name', a.attname,
      'type', coalesce(${typeNameOf('item')} || '[]', ${typeNameOf('t')}),
      'typeName', coalesce(${typeNameOf('declared_item')} || '[]', ${typeNameOf('declared')}),
      'isComposite', t.typtype = 'c',
      'isOrdered', ${isOrderedType('coalesce(item.oid, t.oid)', 'coalesce(item.typtype, t.typtype)', 'coalesce(item.typrelid, t.typrelid)')},
      'isNullable', not a.attnotnull and not declared.typnotnull,
      'key', pg_catalog.array_position(i.indkey::int2[], a.attnum),
      'declared', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'defaultText', case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
      'made', case when a.attgenerated <> '' then 'generated' when a.attidentity = 'a' then 'identity-always'
        when a.attidentity = 'd' then 'identity-default' end,
      'enums', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid),
      'isUpdatable', pg_catalog.pg_column_is_updatable(c.oid, a.attnum, true),
      'comment', pg_catalog.col_description(c.oid, a.attnum)
    ) order by a.attnum)
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type declared on declared.oid = a.atttypid
    left join pg_catalog.pg_type declared_item on declared_item.oid = declared.typelem and declared.typcategory = 'A'
    join pg_catalog.pg_type t on t.oid = coalesce(nullif(declared.typbasetype, 0), declared.oid)
    left join pg_catalog.pg_type item on item.oid = t.typelem and t.typcategory = 'A'
    left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
    left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
  (select json_agg(json_build_object(
      'name', f.conname,
      'isDeferrable', f.condeferrable,
      'columns', (select json_agg(a.attname order by k.ordinal) from unnest(f.conkey) with ordinality k(number, ordinal)
        join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number),
      'targetId', f.confrelid::text,
      'targetSchema', fn.nspname,
      'targetTable', fc.relname,
      'targetColumns', (select json_agg(a.attname order by k.ordinal) from unnest(f.confkey) with ordinality k(number, ordinal)
        join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number)
    ) order by f.conname)
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class fc on fc.oid = f.confrelid
    join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
    where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0),
  pg_catalog.pg_relation_is_updatable(c.oid, true),
  pg_catalog.row_security_active(c.oid),
  json_build_object(
    'uniques', (select coalesce(json_agg(json_build_object(
        'name', coalesce(u.conname, x.relname),
        'columns', (select json_agg(a.attname order by k.ordinal)
          from unnest(i.indkey::int2[]) with ordinality k(number, ordinal)
          join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where k.ordinal <= i.indnkeyatts),
        'isDeferrable', coalesce(u.condeferrable, false),
        'nullsAreEqual', coalesce((to_jsonb(i) ->> 'indnullsnotdistinct')::boolean, false)
      ) order by x.relname), '[]')
      from pg_catalog.pg_index i
      join pg_catalog.pg_class x on x.oid = i.indexrelid
      left join pg_catalog.pg_constraint u on u.conindid = i.indexrelid and u.conrelid = c.oid and u.contype in ('p', 'u')
      where i.indrelid = c.oid and i.indisunique and i.indexprs is null and i.indpred is null),
    'referenced', (select coalesce(json_agg(distinct a.attname), '[]')
      from pg_catalog.pg_constraint f
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any (f.confkey)
      where f.confrelid = c.oid and f.contype = 'f'),
    'hasRowTriggers', exists (select from pg_catalog.pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D' and t.tgtype & 17 = 17)
  )
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.oid = $1::oid and c.relkind in ('r', 'v', 'm', 'f', 'p') and ${MAY_SEE}`,
    parameters: [oid],
  }
}

/** Whether a type has an order: its own, that of a type that it is stored as, or, of a row, that of all its columns. */
function isOrderedType(oid: string, kind: string, relation: string): string {
  const own = (type: string) => `(exists (select from pg_catalog.pg_opclass o
        where o.opcmethod = 403 and o.opcdefault and (o.opcintype = ${type} or exists (
          select from pg_catalog.pg_cast k where k.castsource = ${type} and k.casttarget = o.opcintype
            and k.castmethod = 'b' and k.castcontext = 'i'))))`
  const field = `coalesce(nullif(ft.typbasetype, 0), case when ft.typcategory = 'A' then nullif(ft.typelem, 0) end, ft.oid)`
  return `case ${kind} when 'e' then true when 'r' then true when 'm' then true
        when 'c' then not exists (select from pg_catalog.pg_attribute fa join pg_catalog.pg_type ft on ft.oid = fa.atttypid
          where fa.attrelid = ${relation} and fa.attnum > 0 and not fa.attisdropped
            and ft.typtype not in ('e', 'r', 'm', 'c') and not ${own(field)})
        else ${own(oid)} end`
}

/** The name of a type without its schema, except where it is called as one of PostgreSQL's own: `public.bool` is no boolean. */
function typeNameOf(type: string): string {
  const own = `'pg_catalog'::pg_catalog.regnamespace`
  return `case when ${type}.typnamespace <> ${own} and exists (
        select from pg_catalog.pg_type built_in where built_in.typnamespace = ${own} and built_in.typname = ${type}.typname)
      then ${type}.typnamespace::pg_catalog.regnamespace || '.' || ${type}.typname else ${type}.typname end`
}

interface ColumnRow extends Omit<TableColumn, 'isKey'> {
  /** Its position in the primary key; null: it is not in it. */
  key: number | null
}

const ROW_IDS: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  r: ['ctid'],
  m: ['ctid'],
  p: ['tableoid', 'ctid'],
}

/**
 * What the statement says of a table.
 * @param row of the statement; undefined: there is no such relation, or the role may not see it
 */
export function tableDetailIn(oid: string, row: readonly (string | null)[] | undefined): TableDetail | null {
  if (!row) return null
  const [
    schema,
    name,
    kind,
    comment = null,
    rls = null,
    policies,
    rows = null,
    columns,
    references,
    events,
    active,
    constraints,
  ] = row
  const read = JSON.parse(columns ?? '[]') as ColumnRow[]
  const inKey = read.filter(({ key }) => key !== null)
  return {
    id: oid,
    schema: schema ?? '',
    name: name ?? '',
    kind: kind as EntityType,
    comment,
    rls:
      rls === null ? null : { isOn: rls === 't', policies: Number(policies), holdsForOwner: active === 't' },
    estimatedRows: rows === null ? null : Number(rows),
    columns: read.map(({ key, ...column }) => ({ ...column, isKey: key !== null })),
    key: inKey
      .toSorted((one, other) => Number(one.key) - Number(other.key))
      .map(({ name: column }) => column),
    references: JSON.parse(references ?? '[]') as TableReference[],
    constraints: constraints ? (JSON.parse(constraints) as TableConstraints) : NO_CONSTRAINTS,
    canInsert: (Number(events) & INSERTS) !== 0,
    canDelete: (Number(events) & DELETES) !== 0,
    rowId: ROW_IDS[kind as EntityType] ?? [],
  }
}
