/**
 * What goes together with a table, a column or a schema, by name, as PostgreSQL's catalogue knows it: what goes in any case, and what
 * only CASCADE removes.
 */
import type { Statement } from './catalogue/statements.js'
import { quoteIdentifier } from './quoting.js'

/** Names that are listed; the rest is counted. */
export const DROP_LIST_MAX = 100

/** An object that goes. */
export interface DroppedObject {
  /** In PostgreSQL's words: `view shop.open_orders`. */
  name: string
  /** Whether it goes only with CASCADE. */
  needsCascade: boolean
}

/** All that goes. */
export interface DropList {
  objects: readonly DroppedObject[]
  /** Objects that need CASCADE, listed or not. */
  cascading: number
  total: number
}

/**
 * What is deleted: a relation by its oid, a column of it by its position, a schema or an extension by its name, or another
 * object by its oid.
 */
export type Dropped =
  | { type: 'relation'; id: string; column: number | null }
  | { type: 'schema'; name: string }
  | { type: 'object'; catalogue: 'pg_class' | 'pg_proc' | 'pg_trigger' | 'pg_type'; id: string }
  | { type: 'object'; catalogue: 'pg_extension'; id: string }

/** One row for each object: its description, whether it needs CASCADE, the number of those that do, and of all. */
export function dropListStatement(dropped: Dropped): Statement {
  const [catalog, id] =
    dropped.type === 'schema'
      ? ['pg_namespace', '$1::pg_catalog.regnamespace::oid']
      : dropped.type === 'object' && dropped.catalogue === 'pg_extension'
        ? ['pg_extension', '(select x.oid from pg_catalog.pg_extension x where x.extname = $1::name)']
        : [dropped.type === 'object' ? dropped.catalogue : 'pg_class', '$1::oid']
  return {
    query: `with recursive goes (class, id, sub, cascades) as (
  select 'pg_catalog.${catalog}'::pg_catalog.regclass::oid, ${id}, $2::int, false
  union
  select next.class, next.id, next.sub, goes.cascades or next.cascades from goes, lateral (
    select d.classid, d.objid, d.objsubid, d.deptype = 'n' from pg_catalog.pg_depend d
    where d.refclassid = goes.class and d.refobjid = goes.id and goes.sub in (0, d.refobjsubid)
    union all
    select d.refclassid, d.refobjid, d.refobjsubid, false from pg_catalog.pg_depend d
    where d.classid = goes.class and d.objid = goes.id and d.deptype = 'i' and goes.sub = 0
  ) next (class, id, sub, cascades)
), gone as (
  select class, id, sub, bool_and(cascades) as cascades from goes group by class, id, sub
), shown as (
  select class, id, sub, cascades from gone g
  where not (id = ${id} and class = 'pg_catalog.${catalog}'::pg_catalog.regclass) and ${SHOWN}
)
select pg_catalog.pg_describe_object(class, id, sub), cascades::text, cascading::text, total::text
from (
  select class, id, sub, cascades, count(*) filter (where cascades) over () as cascading, count(*) over () as total
  from shown
  -- Only those that are listed are described: a description takes longer than all the rest.
  order by cascades desc, class, id, sub limit ${DROP_LIST_MAX}
) listed
order by cascades desc, 1`,
    parameters:
      dropped.type === 'schema'
        ? [quoteIdentifier(dropped.name), '0']
        : [dropped.id, String(dropped.type === 'relation' ? (dropped.column ?? 0) : 0)],
  }
}

/** Whether a table goes as a whole: what is a part of it is not listed beside it. */
const wholeTable = (id: string) =>
  `exists (select from gone w where w.class = 'pg_catalog.pg_class'::pg_catalog.regclass and w.id = ${id} and w.sub = 0)`

/** Objects that users make, without the parts that PostgreSQL makes for them. */
const SHOWN = `case class
    when 'pg_catalog.pg_class'::pg_catalog.regclass then exists (
      select from pg_catalog.pg_class c where c.oid = g.id and (
        c.relkind in ('r', 'p', 'v', 'm', 'f') and (g.sub = 0 or not ${wholeTable('g.id')})
        or c.relkind in ('i', 'I') and not ${wholeTable('(select i.indrelid from pg_catalog.pg_index i where i.indexrelid = g.id)')}
          and not exists (select from pg_catalog.pg_constraint o where o.conindid = g.id)
        or c.relkind = 'S' and g.sub = 0 and g.cascades))
    when 'pg_catalog.pg_constraint'::pg_catalog.regclass then exists (
      select from pg_catalog.pg_constraint o where o.oid = g.id and o.contype in ('p', 'u', 'c', 'f', 'x')
        and not ${wholeTable('o.conrelid')})
    when 'pg_catalog.pg_trigger'::pg_catalog.regclass then exists (
      select from pg_catalog.pg_trigger t where t.oid = g.id and not t.tgisinternal and not ${wholeTable('t.tgrelid')})
    when 'pg_catalog.pg_policy'::pg_catalog.regclass then exists (
      select from pg_catalog.pg_policy p where p.oid = g.id and not ${wholeTable('p.polrelid')})
    when 'pg_catalog.pg_attrdef'::pg_catalog.regclass then g.cascades and exists (
      select from pg_catalog.pg_attrdef d where d.oid = g.id and not ${wholeTable('d.adrelid')})
    when 'pg_catalog.pg_proc'::pg_catalog.regclass then true
    when 'pg_catalog.pg_type'::pg_catalog.regclass then exists (
      select from pg_catalog.pg_type t left join pg_catalog.pg_class c on c.oid = t.typrelid
      where t.oid = g.id and (t.typtype in ('d', 'e', 'r') or t.typtype = 'c' and c.relkind = 'c'))
    else false end`

/** The list in the statement's rows. */
export function dropListIn(rows: readonly (readonly (string | null)[])[]): DropList {
  const [, , cascading = '0', total = '0'] = rows[0] ?? []
  return {
    objects: rows.map(([name, cascades]) => ({ name: name ?? '', needsCascade: cascades === 'true' })),
    cascading: Number(cascading),
    total: Number(total),
  }
}

/** What goes together with several columns: of an object that goes with two of them, the weaker demand. */
export function joinedDropLists(lists: readonly DropList[]): DropList {
  const objects = new Map<string, DroppedObject>()
  let [cascading, total] = [0, 0]
  for (const list of lists) {
    cascading += list.cascading
    total += list.total
    for (const object of list.objects) {
      const known = objects.get(object.name)
      if (known) total -= 1
      if (known && (known.needsCascade || object.needsCascade)) cascading -= 1
      const needsCascade = object.needsCascade && (known?.needsCascade ?? true)
      objects.set(object.name, { name: object.name, needsCascade })
    }
  }
  return { objects: [...objects.values()], cascading, total }
}
