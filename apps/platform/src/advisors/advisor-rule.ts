/** One rule of the advisors: a question to the catalogue. It takes no lock but those of reading the catalogue. */
import type { Lint } from '@basedeck/platform-client/contract'
import type { AdvisorRuleName } from '../text/advisors.js'

export interface AdvisorRule extends Pick<Lint, 'level' | 'categories'> {
  name: AdvisorRuleName
  /**
   * Gives a row for each finding: schema, name and type of the object, a detail, and the SQL that mends it (or null). `$1` is the
   * list of the schemas that applications reach.
   */
  sql: string
}

/** Of a namespace `n`: what the project's own people made. */
export const IN_USER_SCHEMA = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'auth', 'storage', 'extensions', 'basedeck', 'realtime', 'vault', 'graphql', 'graphql_public', 'cron', 'net', 'supabase_migrations', 'supabase_functions', 'pgbouncer')`

/** Of a namespace `n`: what applications reach by the data API. */
export const IN_EXPOSED_SCHEMA = `n.nspname = any($1::text[])`

/** Of an object with this oid in a catalogue: an extension brought it. */
export function isOfExtension(oid: string, catalogue: string): string {
  return `exists (select from pg_catalog.pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`
}

/** Roles that requests of applications act as, as far as they are there. */
export const VISITORS = `(select role.oid from pg_catalog.pg_roles role where role.rolname in ('anon', 'authenticated'))`
