/** The advisors' findings, each as one question to the catalogue. All of them run READ ONLY. */
import { randomUUID } from 'node:crypto'
import { qualifiedName } from '@basedeck/core/sql'
import type { Lint, ProjectService } from '@basedeck/platform-client/contract'
import type { Database } from '../engines/engine.js'
import { advisorText } from '../text/advisors.js'

interface LintData extends Pick<Lint, 'level' | 'categories'> {
  name: keyof typeof advisorText
  /** Gives schema, name, type, a detail and the SQL that mends it (or null) for each finding. */
  sql: string
}

const OWN_SCHEMAS = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'auth', 'storage', 'extensions', 'basedeck')`
const TIMEOUT_MS = 30_000

const LINTS: readonly LintData[] = [
  {
    name: 'rls_disabled_in_public',
    level: 'ERROR',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'table', format('The table %I.%I has no row-level security.', n.nspname, c.relname),
        format(E'alter table %I.%I enable row level security;\\n\\n-- Then say who may see which rows, for example:\\n-- create policy "Signed-in users read" on %I.%I for select to authenticated using (true);', n.nspname, c.relname, n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relrowsecurity and n.nspname = 'public'`,
  },
  {
    name: 'policy_exists_rls_disabled',
    level: 'ERROR',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'table',
        format('The table %I.%I has %s policies, and row-level security is off.', n.nspname, c.relname, count(*)),
        format('alter table %I.%I enable row level security;', n.nspname, c.relname)
      from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
      where not c.relrowsecurity and ${OWN_SCHEMAS} group by n.nspname, c.relname`,
  },
  {
    name: 'rls_enabled_no_policy',
    level: 'INFO',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'table', format('The table %I.%I has no policy.', n.nspname, c.relname),
        format(E'-- Change who may see which rows before you run this.\\ncreate policy "Signed-in users read" on %I.%I for select to authenticated using (true);', n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and c.relrowsecurity and ${OWN_SCHEMAS}
        and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  },
  {
    name: 'security_definer_view',
    level: 'WARN',
    categories: ['SECURITY'],
    sql: `select n.nspname, c.relname, 'view', format('The view %I.%I runs as its owner.', n.nspname, c.relname),
        case when current_setting('server_version_num')::int >= 150000
          then format('alter view %I.%I set (security_invoker = true);', n.nspname, c.relname) end
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'v' and n.nspname = 'public'
        and not coalesce(c.reloptions::text[] && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1'], false)`,
  },
  {
    name: 'function_search_path_mutable',
    level: 'WARN',
    categories: ['SECURITY'],
    sql: `select n.nspname, p.proname, 'function',
        format('The function %I.%I(%s) has no fixed search_path.', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)),
        format(E'-- Every name in its body must then say its schema.\\nalter %s %I.%I(%s) set search_path = '''';',
          case p.prokind when 'p' then 'procedure' else 'function' end, n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and ${OWN_SCHEMAS}
        and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  },
  {
    name: 'no_primary_key',
    level: 'INFO',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'table', format('The table %I.%I has no primary key.', n.nspname, c.relname),
        format('alter table %I.%I add column %I bigint generated always as identity primary key;', n.nspname, c.relname,
          case when exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and not a.attisdropped)
            then 'row_id' else 'id' end)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${OWN_SCHEMAS}
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  },
  {
    name: 'unindexed_foreign_keys',
    level: 'INFO',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'table',
        format('The foreign key %I of %I.%I has no index.', k.conname, n.nspname, c.relname),
        format('create index on %I.%I (%s);', n.nspname, c.relname,
          (select string_agg(quote_ident(a.attname), ', ' order by at.ordinal)
           from unnest(k.conkey) with ordinality as at (number, ordinal)
           join pg_attribute a on a.attrelid = k.conrelid and a.attnum = at.number))
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and ${OWN_SCHEMAS} and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
  },
  {
    name: 'duplicate_index',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, c.relname, 'table',
        format('The indexes %s of %I.%I are the same.', string_agg(quote_ident(x.relname), ', ' order by x.relname), n.nspname, c.relname),
        -- One stays: one that a constraint needs, else the first by name.
        (select string_agg(format('drop index %I.%I;', n.nspname, one.name), E'\\n' order by one.ordinal)
         from unnest(array_agg(x.relname order by exists (select from pg_constraint k where k.conindid = x.oid) desc, x.relname),
             array_agg(exists (select from pg_constraint k where k.conindid = x.oid)
               order by exists (select from pg_constraint k where k.conindid = x.oid) desc, x.relname))
           with ordinality as one (name, is_needed, ordinal)
         where one.ordinal > 1 and not one.is_needed)
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace
      where ${OWN_SCHEMAS} and not i.indisprimary
      group by n.nspname, c.relname, i.indrelid, i.indkey::text, i.indclass::text, i.indoption::text,
        i.indisunique, coalesce(pg_get_expr(i.indpred, i.indrelid), ''), coalesce(pg_get_expr(i.indexprs, i.indrelid), '')
      having count(*) > 1`,
  },
]

/**
 * Errors first. @param services what the project serves: whether the public can reach a table at all
 * @throws DatabaseError, EngineError
 */
export async function findLints(database: Database, services: readonly ProjectService[]): Promise<Lint[]> {
  const found: Lint[] = []
  for (const { sql, ...lint } of LINTS) {
    const { results } = await database.run({
      runId: `lint-${randomUUID()}`,
      query: `${sql} order by 1, 2, 4`,
      readOnly: true,
      timeoutMs: TIMEOUT_MS,
    })
    for (const [schema, name, type, detail, remedy] of results[0]?.rows ?? []) {
      found.push({
        ...lint,
        ...advisorText[lint.name],
        description: descriptionOf(lint.name, services),
        remediation: advisorText[lint.name].remediation.replace(
          /^(alter (?:table|view)) …/,
          (_, command: string) => `${command} ${qualifiedName(schema ?? '', name ?? '')}`,
        ),
        ...(remedy ? { remediation_sql: remedy } : {}),
        facing: 'EXTERNAL',
        detail: detail ?? '',
        cache_key: [lint.name, schema, name, detail].join(' '),
        metadata: { schema: schema ?? '', name: name ?? '', type: type ?? '', entity: `${schema}.${name}` },
      })
    }
  }
  return found
}

function descriptionOf(name: LintData['name'], services: readonly ProjectService[]): string {
  const { description } = advisorText[name]
  return typeof description === 'string' ? description : description(services.includes('data'))
}
