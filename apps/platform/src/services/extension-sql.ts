/** The statements that install an extension as the superuser, so that nothing of the tenant’s runs with its rights. */
import { quoteIdentifier, quoteLiteral } from '@basedeck/core/sql'
import type { ExtensionGrants } from '@basedeck/core/rules'
import type { BatchStatement } from '../engines/engine.js'

/** What is installed, and how PostgreSQL lets it be placed. */
export interface Installed {
  name: string
  /** It may be moved to another schema afterwards. */
  relocatable: boolean
  /** Its control file names its schema. */
  fixedSchema: string | null
}

const HOME = 'extensions'
const ONLY_OURS = 'set local search_path = pg_catalog, pg_temp'
const query = (text: string): BatchStatement => ({ query: text })

/**
 * Its script runs with a schema of its own as search path: a function that a tenant put into `extensions` is never called by
 * the superuser. Only then it is moved.
 * @param draft a name that no schema has
 */
export function createStatements(
  { name, relocatable, fixedSchema }: Installed,
  draft: string,
): BatchStatement[] {
  const it = quoteIdentifier(name)
  if (fixedSchema !== null) return [query(ONLY_OURS), query(`create extension ${it}`)]
  const schema = quoteIdentifier(relocatable ? draft : name)
  return [
    query(ONLY_OURS),
    query(`create schema ${schema}`),
    query(`create extension ${it} schema ${schema}`),
    ...(relocatable
      ? [
          query(`create schema if not exists ${HOME}`),
          query(`alter extension ${it} set schema ${HOME}`),
          query(`drop schema ${schema}`),
        ]
      : [query(`grant usage on schema ${schema} to public`)]),
  ]
}

/** Refuses it, all of it, when it has functions that run as the superuser. */
export function refuseDefinersStatement(name: string, sentence: string): BatchStatement {
  return query(`do $guard$
begin
  if exists (select from ${MEMBERS_SQL(name)} where p.prosecdef) then
    raise exception using errcode = 'insufficient_privilege', message = ${quoteLiteral(sentence)};
  end if;
end $guard$`)
}

/** Takes functions from everybody as the rule says, and lets the owner of the database use foreign data wrappers. */
export function grantsStatement(
  name: string,
  { closed, isOwnersAlone }: ExtensionGrants,
  owner: string,
): BatchStatement {
  const grantee = quoteIdentifier(owner)
  const isClosed = closed === null ? 'false' : `p.proname::text ~ ${quoteLiteral(closed)}`
  return query(`do $grants$
declare
  one record;
begin
  for one in select p.oid::pg_catalog.regprocedure as signature, p.prosecdef or ${isClosed} as closed
    from ${MEMBERS_SQL(name)} loop
    if one.closed or ${isOwnersAlone} then
      execute pg_catalog.format('revoke execute on routine %s from public', one.signature);
    end if;
    if ${isOwnersAlone} and not one.closed then
      execute pg_catalog.format('grant execute on routine %s to %s', one.signature, ${quoteLiteral(grantee)});
    end if;
  end loop;
  for one in select w.fdwname from pg_catalog.pg_foreign_data_wrapper w
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_foreign_data_wrapper'::pg_catalog.regclass and d.objid = w.oid
    join pg_catalog.pg_extension e on e.oid = d.refobjid and d.deptype = 'e' where e.extname = ${quoteLiteral(name)} loop
    execute pg_catalog.format('grant usage on foreign data wrapper %I to %s', one.fdwname, ${quoteLiteral(grantee)});
  end loop;
end $grants$`)
}

const MEMBERS_SQL = (name: string) => `pg_catalog.pg_proc p
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e'
    join pg_catalog.pg_extension e on d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass and e.oid = d.refobjid
      and e.extname = ${quoteLiteral(name)}`

const STATEMENTS = `${HOME}.pg_stat_statements`
const OWN_STATEMENTS = `${HOME}.pg_stat_statements_of_database`
const RESET_OWN_STATEMENTS = `${HOME}.pg_stat_statements_reset_of_database`
const OWN_DATABASE = `(select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())`

/**
 * The view shows the statements of this database alone, and none of a superuser: PostgreSQL would show those of all databases to
 * who may read statistics. The owner may reset the counters of this database. The functions have no parameters and name each object
 * with its schema, so that a caller can't make them do anything else.
 */
export const ownStatementsSql = (owner: string): readonly BatchStatement[] => [
  query(`create function ${OWN_STATEMENTS}() returns setof ${STATEMENTS}
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select s.* from ${STATEMENTS}(true) s
  where s.dbid = ${OWN_DATABASE}
    and not exists (select from pg_catalog.pg_roles r where r.oid = s.userid and r.rolsuper)
$$`),
  query(`alter extension pg_stat_statements add function ${OWN_STATEMENTS}()`),
  query(`create function ${RESET_OWN_STATEMENTS}() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select ${STATEMENTS}_reset(0::oid, ${OWN_DATABASE}, 0::bigint)
$$`),
  query(`alter extension pg_stat_statements add function ${RESET_OWN_STATEMENTS}()`),
  query(`revoke all on function ${RESET_OWN_STATEMENTS}() from public`),
  query(`grant execute on function ${RESET_OWN_STATEMENTS}() to ${quoteIdentifier(owner)}`),
  query(`create or replace view ${STATEMENTS} as select * from ${OWN_STATEMENTS}()`),
  query(`revoke all on ${STATEMENTS}, ${STATEMENTS}_info from public`),
  query(`revoke all on function ${OWN_STATEMENTS}() from public`),
  query(`grant select on ${STATEMENTS} to pg_read_all_stats`),
  query(`grant execute on function ${OWN_STATEMENTS}() to pg_read_all_stats`),
]
