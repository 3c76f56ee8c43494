/** What applications, and with them strangers, reach. */
import { IN_EXPOSED_SCHEMA, IN_USER_SCHEMA, VISITORS, type AdvisorRule } from '../advisor-rule.js'

/** A visitor may read the relation `c`. */
const VISITOR_READS = `exists (select from ${VISITORS} visitor (oid) where pg_catalog.has_table_privilege(visitor.oid, c.oid, 'select'))`

/** Relations of a kind that no policy can protect. */
function readWithoutPolicies(name: AdvisorRule['name'], kind: 'm' | 'f', type: string): AdvisorRule {
  return {
    name,
    level: 'WARN',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, '${type}', format('%I.%I is read by applications without row-level security.', n.nspname, c.relname),
        format('revoke all on %I.%I from anon, authenticated;', n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = '${kind}' and ${IN_EXPOSED_SCHEMA} and ${VISITOR_READS}`,
  }
}

export const EXPOSURE_RULES: readonly AdvisorRule[] = [
  {
    name: 'rls_disabled_in_public',
    level: 'ERROR',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'table', format('The table %I.%I has no row-level security.', n.nspname, c.relname),
        format(E'alter table %I.%I enable row level security;\\n\\n-- Then say who may see which rows, for example:\\n-- create policy "Signed-in users read" on %I.%I for select to authenticated using (true);', n.nspname, c.relname, n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relrowsecurity and ${IN_EXPOSED_SCHEMA} and ${IN_USER_SCHEMA}
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  },
  {
    name: 'security_definer_view',
    level: 'WARN',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'view', format('The view %I.%I runs as its owner.', n.nspname, c.relname),
        case when current_setting('server_version_num')::int >= 150000
          then format('alter view %I.%I set (security_invoker = true);', n.nspname, c.relname) end
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'v' and ${IN_EXPOSED_SCHEMA} and ${IN_USER_SCHEMA}
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        and not coalesce(c.reloptions::text[] && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1'], false)`,
  },
  {
    name: 'auth_users_exposed',
    level: 'ERROR',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'view', format('%I.%I shows rows of auth.users to applications.', n.nspname, c.relname),
        format('revoke all on %I.%I from anon, authenticated;', n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('v', 'm') and ${IN_EXPOSED_SCHEMA} and ${VISITOR_READS} and exists (
        select from pg_rewrite r join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
        where r.ev_class = c.oid and d.refclassid = 'pg_class'::regclass and d.refobjid = to_regclass('auth.users'))
        -- A view that reads as its reader shows them nothing.
        and not (c.relkind = 'v' and coalesce(c.reloptions::text[] && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1'], false))`,
  },
  readWithoutPolicies('materialized_view_in_api', 'm', 'materialized view'),
  readWithoutPolicies('foreign_table_in_api', 'f', 'foreign table'),
  {
    name: 'extension_in_public',
    level: 'WARN',
    categories: ['SECURITY'],
    sql: `select n.nspname, e.extname, 'extension', format('The extension %I is in the schema %I.', e.extname, n.nspname),
        case when e.extrelocatable and to_regnamespace('extensions') is not null
          then format('alter extension %I set schema extensions;', e.extname) end
      from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where n.nspname = 'public'`,
  },
  {
    name: 'api_role_bypasses_rls',
    level: 'ERROR',
    categories: ['SECURITY'],
    sql: `select '', r.rolname, 'role', format('The role %I passes by row-level security.', r.rolname),
        format('alter role %I nosuperuser nobypassrls;', r.rolname)
      from pg_roles r where r.rolname in ('anon', 'authenticated', 'authenticator') and (r.rolsuper or r.rolbypassrls)`,
  },
  {
    name: 'public_bucket_allows_listing',
    level: 'WARN',
    categories: ['SECURITY'],
    // Asked as XML, because the schema of files is not there in every database.
    sql: `select 'storage', bucket.id, 'bucket', format('Anybody can list the files of the public bucket %s.', bucket.id), null
      from (select pg_catalog.query_to_xml('select id from storage.buckets where public', true, false, '') where to_regclass('storage.buckets') is not null) found (rows),
        lateral xmltable('//row' passing found.rows columns id text path 'id') bucket
      where exists (select from pg_policy p where p.polrelid = to_regclass('storage.objects') and p.polpermissive
        and p.polcmd in ('r', '*') and (p.polroles = '{0}' or p.polroles && array(select oid from pg_roles where rolname = 'anon'))
        and (pg_get_expr(p.polqual, p.polrelid) !~ 'bucket_id' or pg_get_expr(p.polqual, p.polrelid) ~ ('bucket_id = ' || quote_literal(bucket.id)))
        and pg_get_expr(p.polqual, p.polrelid) !~ 'auth\\.')`,
  },
]
