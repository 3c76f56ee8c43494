/** Permissions: roles, policies, privileges on single columns. */
import type { CatalogueList } from './catalogue-list.js'

/** PostgreSQL's own predefined roles begin with `pg_`, and no other role can. */
export const roles: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'r.rolname' },
    { key: 'login', kind: 'flag', sql: 'r.rolcanlogin' },
    {
      key: 'attributes',
      kind: 'text',
      sql: `pg_catalog.concat_ws(', ', case when r.rolsuper then 'SUPERUSER' end, case when r.rolcreaterole then 'CREATEROLE' end,
    case when r.rolcreatedb then 'CREATEDB' end, case when r.rolreplication then 'REPLICATION' end,
    case when r.rolbypassrls then 'BYPASSRLS' end)`,
    },
    {
      key: 'memberOf',
      kind: 'text',
      // Each way up to a group that is in no other one.
      sql: `(with recursive up (id, path) as (
      select m.roleid, g.rolname::text from pg_catalog.pg_auth_members m
        join pg_catalog.pg_roles g on g.oid = m.roleid where m.member = r.oid
      union
      select m.roleid, up.path || ' › ' || g.rolname from up
        join pg_catalog.pg_auth_members m on m.member = up.id join pg_catalog.pg_roles g on g.oid = m.roleid
    ) select pg_catalog.string_agg(up.path, ', ' order by up.path) from up
      where not exists (select from pg_catalog.pg_auth_members m where m.member = up.id))`,
    },
    {
      key: 'connections',
      kind: 'count',
      sql: '(select count(*) from pg_catalog.pg_stat_activity s where s.usesysid = r.oid)',
    },
  ],
  from: 'pg_catalog.pg_roles r',
  where: `r.rolname !~ '^pg_'`,
  search: 'r.rolname::text',
  order: [
    { sql: 'r.rolname', type: 'name' },
    { sql: 'r.oid', type: 'oid' },
  ],
}

export const policies: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'p.polname' },
    { key: 'table', kind: 'text', sql: 'c.relname' },
    { key: 'command', kind: 'word', sql: 'p.polcmd' },
    {
      key: 'permissive',
      kind: 'word',
      sql: `case when p.polpermissive then 'permissive' else 'restrictive' end`,
    },
    {
      key: 'roles',
      kind: 'text',
      sql: `(select pg_catalog.string_agg(case when o.id = 0 then 'public' else pg_catalog.pg_get_userbyid(o.id)::text end, ', ' order by 1)
    from pg_catalog.unnest(p.polroles) o(id))`,
    },
    { key: 'using', kind: 'code', sql: 'pg_catalog.pg_get_expr(p.polqual, p.polrelid)' },
    { key: 'check', kind: 'code', sql: 'pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)' },
    { key: 'active', kind: 'flag', sql: 'c.relrowsecurity' },
  ],
  from: 'pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid',
  definition: `pg_catalog.concat(
    pg_catalog.format(E'create policy %I on %s.%I\\n  as %s for %s\\n  to %s', p.polname,
      c.relnamespace::pg_catalog.regnamespace, c.relname,
      case when p.polpermissive then 'permissive' else 'restrictive' end,
      case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select pg_catalog.string_agg(case when o.id = 0 then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(o.id)) end, ', ' order by 1)
        from pg_catalog.unnest(p.polroles) o(id))),
    E'\\n  using (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid, true) || ')',
    E'\\n  with check (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid, true) || ')', ';')`,
  schema: 'c.relnamespace',
  search: `(p.polname || ' ' || c.relname)`,
  order: [
    { sql: 'p.polname', type: 'name' },
    { sql: 'p.oid', type: 'oid' },
  ],
}

/** Privileges granted on a column; those on the whole table are not repeated. */
export const columnPrivileges: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'a.attname' },
    { key: 'table', kind: 'text', sql: 'c.relname' },
    {
      key: 'role',
      kind: 'text',
      sql: `case when g.grantee = 0 then 'public' else pg_catalog.pg_get_userbyid(g.grantee)::text end`,
    },
    { key: 'privilege', kind: 'code', sql: 'g.privilege_type' },
    { key: 'grantable', kind: 'flag', sql: 'g.is_grantable' },
  ],
  from: `pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  cross join lateral pg_catalog.aclexplode(a.attacl) g`,
  where: 'a.attnum > 0 and not a.attisdropped',
  schema: 'c.relnamespace',
  search: `(c.relname || '.' || a.attname)`,
  order: [
    { sql: 'c.relname', type: 'name' },
    { sql: 'c.oid', type: 'oid' },
    { sql: 'a.attnum', type: 'int2' },
    { sql: 'g.grantee', type: 'oid' },
    { sql: 'g.grantor', type: 'oid' },
    { sql: 'g.privilege_type', type: 'text' },
  ],
}
