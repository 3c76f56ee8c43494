/**
 * The login of read-only members. It reads whatever the owner reads and bypasses row-level security, as the owner
 * does. It has no right to change anything, and does not inherit rights of the roles it may act as. It is updated at
 * each opening, because its attributes may have been changed and other roles create tables too.
 */
import type { Login } from '../engines/server/login.js'
import { OWNER_ROLE, READER_ACTING_ROLE, READER_ROLE } from '../engines/roles.js'
import { quoteIdentifier } from '@basedeck/core/sql'
import { markLoginSql, requireOwnLoginSql } from './login-mark.js'
import { scramVerifier } from './scram-verifier.js'

/**
 * The right to see running queries and statistics. Not pg_monitor, which also reveals the server's paths
 * (data_directory, hba_file, the names in its log directory).
 */
const WATCHING = 'pg_read_all_stats'

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** Of one reader's sort on the server's disk: a query can't fill it. */
const TEMPORARY_FILES = '4GB'

/**
 * Run as the superuser of a database of ours; again as often as one likes. `password`: for signing in over TCP, none
 * where sessions don't sign in.
 */
export function readerSql(password?: string): string {
  return `
${CREATE_ROLES_SQL}
alter role ${READER_ROLE} with login inherit bypassrls nosuperuser nocreatedb nocreaterole noreplication
  connection limit -1 valid until 'infinity' password ${password === undefined ? 'null' : text(password)};
alter role ${READER_ROLE} set temp_file_limit = '${TEMPORARY_FILES}';
alter role ${READER_ACTING_ROLE} with nologin noinherit nosuperuser nocreatedb nocreaterole noreplication;
${endMonitorSql(READER_ROLE)}
grant ${WATCHING}, ${READER_ACTING_ROLE} to ${READER_ROLE};
alter default privileges for role "${OWNER_ROLE}" grant usage on schemas to ${READER_ROLE};
alter default privileges for role "${OWNER_ROLE}" grant select on tables to ${READER_ROLE};
alter default privileges for role "${OWNER_ROLE}" grant select on sequences to ${READER_ROLE};
${READER_GRANTS_SQL}
`
}

/** Older readers had it. If this user may not revoke it, it stays. */
const endMonitorSql = (reader: string): string => `
do $$
begin
  if pg_catalog.pg_has_role(${text(reader)}, 'pg_monitor', 'member') then
    revoke pg_monitor from ${quoteIdentifier(reader)};
  end if;
exception when insufficient_privilege then
  null;
end $$;`

/**
 * On first use, the rights of PUBLIC are moved to the existing roles, because a reader can't be denied a right of
 * PUBLIC. The owner can grant them further.
 */
const CREATE_ROLES_SQL = `
do $$
declare
  other record;
begin
  if pg_catalog.to_regrole('${READER_ACTING_ROLE}') is null then
    create role ${READER_ACTING_ROLE};
  end if;
  if pg_catalog.to_regrole('${READER_ROLE}') is null then
    for other in
      select rolname, case when rolname = '${OWNER_ROLE}' then ' with grant option' else '' end as passing_on
      from pg_catalog.pg_roles where not rolsuper and rolname !~ '^pg_' and rolname <> '${READER_ACTING_ROLE}'
    loop
      execute pg_catalog.format('grant temporary on database %I to %I%s',
        pg_catalog.current_database(), other.rolname, other.passing_on);
      execute pg_catalog.format('grant execute on function pg_catalog.pg_cancel_backend(integer), '
        'pg_catalog.pg_terminate_backend(integer, bigint) to %I%s', other.rolname, other.passing_on);
    end loop;
    execute pg_catalog.format('revoke temporary on database %I from public', pg_catalog.current_database());
    revoke execute on function pg_catalog.pg_cancel_backend(integer),
      pg_catalog.pg_terminate_backend(integer, bigint) from public;
    create role ${READER_ROLE};
  end if;
end $$;`

/** The roles as SQL text literals. */
interface ReaderNames {
  owner: string
  reader: string
  acting: string
}

/**
 * Grants the reader everything that the owner may read and the reader may not yet. SECURITY DEFINER functions are not
 * granted. Objects that are dropped meanwhile or can't be granted are skipped.
 */
function grantsSql({ owner, reader, acting }: ReaderNames): string {
  return `
do $$
declare
  missing text;
begin
  for missing in
    select pg_catalog.format('usage on schema %I', n.nspname) from pg_catalog.pg_namespace n
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and pg_catalog.has_schema_privilege(${owner}, n.oid, 'usage')
      and not pg_catalog.has_schema_privilege(${reader}, n.oid, 'usage')
    union all
    select pg_catalog.format('select on %I.%I', n.nspname, c.relname)
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and pg_catalog.has_table_privilege(${owner}, c.oid, 'select')
      and not pg_catalog.has_table_privilege(${reader}, c.oid, 'select')
    union all
    select pg_catalog.format('execute on routine %I.%I(%s)', n.nspname, p.proname,
      pg_catalog.pg_get_function_identity_arguments(p.oid))
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where not p.prosecdef and p.prokind <> 'a' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and pg_catalog.has_function_privilege(${owner}, p.oid, 'execute')
      and not pg_catalog.has_function_privilege(${reader}, p.oid, 'execute')
  loop
    begin
      execute pg_catalog.format('grant %s to %I', missing, ${reader});
    exception when undefined_object or undefined_table or undefined_function or invalid_schema_name
      or insufficient_privilege then
      null;
    end;
  end loop;
  for missing in
    select r.rolname from pg_catalog.pg_roles r
    where not r.rolsuper and not r.rolcanlogin and r.rolname !~ '^(pg|basedeck)_'
      and exists (select from pg_catalog.pg_auth_members m where m.roleid = r.oid and m.member = (select oid from pg_catalog.pg_roles where rolname = ${owner}))
      and not pg_catalog.pg_has_role(${acting}, r.oid, 'member')
      and not pg_catalog.pg_has_role(r.oid, ${owner}, 'member')
  loop
    begin
      execute pg_catalog.format('grant %I to %I', missing, ${acting});
    exception when undefined_object or insufficient_privilege then
      null;
    end;
  end loop;
end $$;
`
}

/** For the databases of ours, again and again. */
export const READER_GRANTS_SQL = grantsSql({
  owner: text(OWNER_ROLE),
  reader: text(READER_ROLE),
  acting: text(READER_ACTING_ROLE),
})

/** Roles belong to the whole server, so the readers of each project have their own. */
export function readerRoleOf(ref: string): string {
  return `${READER_ROLE}_${ref}`
}

/**
 * A part of "Prepare this database": creates the same login as the user who runs this. The text contains no password,
 * only its SCRAM verifier. Missing rights of this user become warnings. `ownerName`: whose tables it reads.
 */
export function prepareReaderSql(login: Login, ownerName = 'current_user'): string {
  const { role, password } = login
  const reader = quoteIdentifier(role)
  const acting = quoteIdentifier(`${role}_acting`)
  const names = {
    owner: ownerName === 'current_user' ? ownerName : text(ownerName),
    reader: text(role),
    acting: text(`${role}_acting`),
  }
  const by = ownerName === 'current_user' ? '' : ` for role ${quoteIdentifier(ownerName)}`
  return `${requireOwnLoginSql(login)}
do $$
begin
  if pg_catalog.to_regrole(${text(acting)}) is null then
    create role ${acting} nologin noinherit;
  end if;
  if pg_catalog.to_regrole(${text(reader)}) is null then
    create role ${reader} login;
  end if;
  begin
    alter role ${reader} bypassrls;
  exception when insufficient_privilege then
    raise warning 'rows behind row-level security stay hidden from members who only read: only a superuser can give % that right', ${text(role)};
  end;
  begin
    grant ${WATCHING} to ${reader};
  exception when insufficient_privilege then
    null;
  end;
end $$;
${endMonitorSql(role)}
alter role ${reader} login inherit password ${text(scramVerifier(password, role))};
${markLoginSql(login)}
grant ${acting} to ${reader};
alter default privileges${by} grant usage on schemas to ${reader};
alter default privileges${by} grant select on tables to ${reader};
alter default privileges${by} grant select on sequences to ${reader};
${grantsSql(names)}`
}
