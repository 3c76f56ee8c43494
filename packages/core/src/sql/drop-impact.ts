/**
 * What a statement would destroy: the objects that depend on a dropped one, and the rows of an emptied table, as
 * PostgreSQL's catalogue and statistics know them. Nothing is locked or counted row by row.
 */
import type { Destruction } from '@basedeck/sql-guard/grammar'
import type { Statement } from './catalogue/statements.js'
import { qualifiedName, quoteIdentifier } from './quoting.js'

/** What is destroyed together with one dropped or emptied object. */
export interface DropImpact {
  destruction: Destruction
  exists: boolean
  /** Dependent objects. */
  objects: number
  /** The estimated number of rows; null when it was never analyzed. */
  rows: number | null
}

/**
 * One row: whether it exists (`true` or `false`), the number of dependent objects, and the estimated number of rows; -1 where
 * it was never analyzed, null for a schema.
 */
export function dropImpactStatement({ kind, schema, name, act, cascades }: Destruction): Statement {
  const found =
    kind === 'schema'
      ? `select 'pg_catalog.pg_namespace'::pg_catalog.regclass::oid, oid from pg_catalog.pg_namespace where nspname = $1::text`
      : `select 'pg_catalog.pg_class'::pg_catalog.regclass::oid, pg_catalog.to_regclass($1)::oid
         where pg_catalog.to_regclass($1) is not null`
  const goesOn = act === 'drop' ? DEPENDING : cascades ? REFERRING : NOTHING
  return {
    query: `with recursive target (class, id) as (${found}),
goes (class, id, sub) as (
  select class, id, 0 from target
  union
  select next.class, next.id, next.sub from goes, lateral (${goesOn}) next (class, id, sub)
)
select exists (select from target)::text,
  (select count(*) from goes where (class, id) not in (select class, id from target) and ${COUNTS})::text,
  (select reltuples::bigint::text from pg_catalog.pg_class c join target on id = c.oid)`,
    parameters: [
      kind === 'schema' ? name : schema === undefined ? quoteIdentifier(name) : qualifiedName(schema, name),
    ],
  }
}

/**
 * What depends on an object, or on one column of it (`sub`); of what belongs to another object from within, as a view's
 * rule does, that other one.
 */
const DEPENDING = `
    select d.classid, d.objid, d.objsubid from pg_catalog.pg_depend d
    where d.refclassid = goes.class and d.refobjid = goes.id and goes.sub in (0, d.refobjsubid)
    union all
    select d.refclassid, d.refobjid, d.refobjsubid from pg_catalog.pg_depend d
    where d.classid = goes.class and d.objid = goes.id and d.deptype = 'i' and goes.sub = 0`

/** Tables whose foreign keys refer to a table. */
const REFERRING = `
    select goes.class, o.conrelid, 0 from pg_catalog.pg_constraint o
    where o.contype = 'f' and o.confrelid = goes.id`

const NOTHING = `select goes.class, goes.id, 0 where false`

/**
 * Only objects that users create: relations, functions, types, and columns and foreign keys of other tables; not
 * PostgreSQL's internal ones.
 */
const COUNTS = `case class
    when 'pg_catalog.pg_class'::pg_catalog.regclass then exists (
      select from pg_catalog.pg_class c where c.oid = id and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and (sub = 0 or not exists (select from goes w where w.class = goes.class and w.id = goes.id and w.sub = 0))
        and not exists (select from pg_catalog.pg_depend d
          where d.classid = class and d.objid = id and d.deptype in ('a', 'i') and c.relkind = 'S'))
    when 'pg_catalog.pg_constraint'::pg_catalog.regclass then exists (
      select from pg_catalog.pg_constraint o where o.oid = id and o.contype = 'f'
        and not exists (select from goes w where w.id = o.conrelid and w.sub = 0))
    when 'pg_catalog.pg_proc'::pg_catalog.regclass then true
    when 'pg_catalog.pg_type'::pg_catalog.regclass then exists (
      select from pg_catalog.pg_type t left join pg_catalog.pg_class c on c.oid = t.typrelid
      where t.oid = id and (t.typtype in ('d', 'e', 'r') or t.typtype = 'c' and c.relkind = 'c'))
    else false end`
