/** Policies of row-level security. */
import { IN_USER_SCHEMA, type AdvisorRule } from '../advisor-rule.js'

/** Of a policy `p`: both of its expressions. */
const EXPRESSIONS = `concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))`
/** Functions that are the same for all rows of a statement. */
const PER_STATEMENT = String.raw`(auth\.(uid|jwt|role|email)\(\)|current_setting\()`
/** Such a call within a subquery is made once. */
const ONCE = String.raw`SELECT \(*` + PER_STATEMENT

const OF_POLICY = `from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace`

/** The expression in which each call of a function is put into its own subquery, so that PostgreSQL calls it once. */
const wrapped = (column: string) =>
  `regexp_replace(pg_get_expr(p.${column}, p.polrelid), '(auth\\.(?:uid|jwt|role|email)\\(\\))', '(select \\1)', 'g')`

export const POLICY_RULES: readonly AdvisorRule[] = [
  {
    name: 'policy_exists_rls_disabled',
    level: 'ERROR',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'table',
        format('The table %I.%I has %s policies, and row-level security is off.', n.nspname, c.relname, count(*)),
        format('alter table %I.%I enable row level security;', n.nspname, c.relname)
      from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
      where not c.relrowsecurity and ${IN_USER_SCHEMA} group by n.nspname, c.relname`,
  },
  {
    name: 'rls_enabled_no_policy',
    level: 'INFO',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'table', format('The table %I.%I has no policy.', n.nspname, c.relname),
        format(E'-- Change who may see which rows before you run this.\\ncreate policy "Signed-in users read" on %I.%I for select to authenticated using (true);', n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and c.relrowsecurity and ${IN_USER_SCHEMA}
        and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  },
  {
    name: 'auth_rls_initplan',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'policy', format('The policy %I of %I.%I calls a function for every row.', p.polname, n.nspname, c.relname),
        concat(format('alter policy %I on %I.%I', p.polname, n.nspname, c.relname),
          ' using (' || ${wrapped('polqual')} || ')', ' with check (' || ${wrapped('polwithcheck')} || ')', ';')
      ${OF_POLICY}
      where ${IN_USER_SCHEMA} and regexp_replace(${EXPRESSIONS}, '${ONCE}', '', 'g') ~ '${PER_STATEMENT}'`,
  },
  {
    name: 'multiple_permissive_policies',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'table',
        format('%s policies of %I.%I are asked for each %s of %s: %s.', count(*), n.nspname, c.relname, command.name,
          coalesce(role.rolname, 'every role'), string_agg(quote_ident(p.polname), ', ' order by p.polname)), null
      ${OF_POLICY}
        join (values ('r', 'select'), ('a', 'insert'), ('w', 'update'), ('d', 'delete')) command (code, name)
          on p.polcmd::text in (command.code, '*')
        cross join lateral unnest(p.polroles) named (oid)
        left join pg_roles role on role.oid = named.oid
      where ${IN_USER_SCHEMA} and c.relrowsecurity and p.polpermissive
      group by n.nspname, c.relname, command.name, role.rolname having count(*) > 1`,
  },
  {
    name: 'rls_policy_always_true',
    level: 'WARN',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'policy', format('The policy %I lets %s change every row of %I.%I.', p.polname,
          case when p.polroles = '{0}' then 'every role' else (select string_agg(quote_ident(r.rolname), ', ' order by 1) from pg_roles r where r.oid = any(p.polroles)) end, n.nspname, c.relname),
        format('drop policy %I on %I.%I;', p.polname, n.nspname, c.relname)
      ${OF_POLICY}
      where ${IN_USER_SCHEMA} and p.polpermissive and p.polcmd <> 'r'
        and (p.polroles = '{0}' or p.polroles && array(select oid from pg_roles where rolname in ('anon', 'authenticated')))
        and coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') = 'true'
        and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), 'true') = 'true'`,
  },
  {
    name: 'rls_references_user_metadata',
    level: 'ERROR',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'policy', format('The policy %I of %I.%I trusts user_metadata, which each user writes.', p.polname, n.nspname, c.relname), null
      ${OF_POLICY}
      where ${IN_USER_SCHEMA} and ${EXPRESSIONS} ~ '(raw_)?user_meta_?data'`,
  },
]
