/**
 * The login of members who only read. It reads whatever the owner reads, also past row-level security, since the owner
 * does; it has no right to change anything, and what it may act as it does not inherit. Brought up to date at each
 * opening: its attributes may have been changed, and other roles make tables too.
 */
import { ownerRole, readerActingRole, readerRole } from '../engines/roles.js'

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** Of one reader's sort on the server's disk: a query can't fill it. */
const temporaryFiles = '4GB'

/**
 * Run as the superuser of a database of ours; again as often as one likes. `password`: for signing in over TCP, none
 * where nobody signs in.
 */
export function readerSql(password?: string): string {
  return `
${createRolesSql}
alter role ${readerRole} with login inherit bypassrls nosuperuser nocreatedb nocreaterole noreplication
  connection limit -1 valid until 'infinity' password ${password === undefined ? 'null' : text(password)};
alter role ${readerRole} set temp_file_limit = '${temporaryFiles}';
alter role ${readerActingRole} with nologin noinherit nosuperuser nocreatedb nocreaterole noreplication;
grant pg_monitor, ${readerActingRole} to ${readerRole};
alter default privileges for role "${ownerRole}" grant usage on schemas to ${readerRole};
alter default privileges for role "${ownerRole}" grant select on tables to ${readerRole};
alter default privileges for role "${ownerRole}" grant select on sequences to ${readerRole};
${readerGrantsSql}
`
}

/**
 * At the first time what PUBLIC may do is left to the roles that are there: a reader can't be refused what everybody
 * may. The owner can grant it on.
 */
const createRolesSql = `
do $$
declare
  other record;
begin
  if pg_catalog.to_regrole('${readerActingRole}') is null then
    create role ${readerActingRole};
  end if;
  if pg_catalog.to_regrole('${readerRole}') is null then
    for other in
      select rolname, case when rolname = '${ownerRole}' then ' with grant option' else '' end as passing_on
      from pg_catalog.pg_roles where not rolsuper and rolname !~ '^pg_' and rolname <> '${readerActingRole}'
    loop
      execute pg_catalog.format('grant temporary on database %I to %I%s',
        pg_catalog.current_database(), other.rolname, other.passing_on);
      execute pg_catalog.format('grant execute on function pg_catalog.pg_cancel_backend(integer), '
        'pg_catalog.pg_terminate_backend(integer, bigint) to %I%s', other.rolname, other.passing_on);
    end loop;
    execute pg_catalog.format('revoke temporary on database %I from public', pg_catalog.current_database());
    revoke execute on function pg_catalog.pg_cancel_backend(integer),
      pg_catalog.pg_terminate_backend(integer, bigint) from public;
    create role ${readerRole};
  end if;
end $$;`

/**
 * Gives the reader what the owner may read and the reader may not yet. Functions that act with another role's rights
 * stay as their owner granted them. What is dropped meanwhile is passed over.
 */
export const readerGrantsSql = `
do $$
declare
  missing text;
begin
  for missing in
    select pg_catalog.format('usage on schema %I', n.nspname) from pg_catalog.pg_namespace n
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and pg_catalog.has_schema_privilege('${ownerRole}', n.oid, 'usage')
      and not pg_catalog.has_schema_privilege('${readerRole}', n.oid, 'usage')
    union all
    select pg_catalog.format('select on %I.%I', n.nspname, c.relname)
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and pg_catalog.has_table_privilege('${ownerRole}', c.oid, 'select')
      and not pg_catalog.has_table_privilege('${readerRole}', c.oid, 'select')
    union all
    select pg_catalog.format('execute on routine %I.%I(%s)', n.nspname, p.proname,
      pg_catalog.pg_get_function_identity_arguments(p.oid))
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where not p.prosecdef and p.prokind <> 'a' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and pg_catalog.has_function_privilege('${ownerRole}', p.oid, 'execute')
      and not pg_catalog.has_function_privilege('${readerRole}', p.oid, 'execute')
  loop
    begin
      execute 'grant ' || missing || ' to ${readerRole}';
    exception when undefined_object or undefined_table or undefined_function or invalid_schema_name then
      null;
    end;
  end loop;
  for missing in
    select pg_catalog.quote_ident(r.rolname) from pg_catalog.pg_roles r
    where not r.rolsuper and r.rolname !~ '^pg_' and r.rolname not in ('${ownerRole}', '${readerRole}', '${readerActingRole}')
      and pg_catalog.pg_has_role('${ownerRole}', r.oid, 'member')
      and not pg_catalog.pg_has_role('${readerActingRole}', r.oid, 'member')
      and not pg_catalog.pg_has_role(r.oid, '${ownerRole}', 'member')
      and not pg_catalog.pg_has_role(r.oid, '${readerActingRole}', 'member')
  loop
    execute 'grant ' || missing || ' to ${readerActingRole}';
  end loop;
end $$;
`
