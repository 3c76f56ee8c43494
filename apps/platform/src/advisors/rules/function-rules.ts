/** Functions. */
import {
  IN_EXPOSED_SCHEMA,
  IN_USER_SCHEMA,
  isOfExtension,
  VISITORS,
  type AdvisorRule,
} from '../advisor-rule.js'

const NAMED = `n.nspname, p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', 'function'`
const OF_FUNCTION = `from pg_proc p join pg_namespace n on n.oid = p.pronamespace`
const KIND = `case p.prokind when 'p' then 'procedure' else 'function' end`
const ADDRESS = `format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))`

/** Secret keys of this family and of well-known services, and private keys. */
const SECRETS = [
  'sb_secret_[A-Za-z0-9_-]{20,}',
  'eyJ[A-Za-z0-9_-]{10,}[.]eyJ[A-Za-z0-9_-]{10,}[.][A-Za-z0-9_-]{10,}',
  'sk_live_[A-Za-z0-9]{16,}',
  'AKIA[A-Z0-9]{16}',
  'gh[pousr]_[A-Za-z0-9]{30,}',
  'xox[bap]-[A-Za-z0-9-]{10,}',
  'SG[.][A-Za-z0-9_-]{16,}[.][A-Za-z0-9_-]{16,}',
  '-----BEGIN [A-Z ]*PRIVATE KEY-----',
].join('|')

export const FUNCTION_RULES: readonly AdvisorRule[] = [
  {
    name: 'function_search_path_mutable',
    level: 'WARN',
    categories: ['SECURITY'],
    sql: `select n.nspname, p.proname, 'function',
        format('The function %I.%I(%s) has no fixed search_path.', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)),
        format(E'-- Every name in its body must then say its schema.\\nalter %s %I.%I(%s) set search_path = '''';',
          case p.prokind when 'p' then 'procedure' else 'function' end, n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and ${IN_USER_SCHEMA}
        and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  },
  {
    name: 'security_definer_function_callable',
    level: 'WARN',
    categories: ['SECURITY'],
    sql: `select ${NAMED}, format('Applications can call %s, which runs with the rights of %I.', ${ADDRESS}, pg_get_userbyid(p.proowner)),
        format('revoke execute on %s %s from public, anon, authenticated;', ${KIND}, ${ADDRESS})
      ${OF_FUNCTION}
      where p.prosecdef and p.prokind in ('f', 'p') and ${IN_EXPOSED_SCHEMA} and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
        and not ${isOfExtension('p.oid', 'pg_proc')}
        and exists (select from ${VISITORS} visitor (oid) where pg_catalog.has_function_privilege(visitor.oid, p.oid, 'execute'))`,
  },
  {
    name: 'secret_in_function',
    level: 'ERROR',
    categories: ['SECURITY'],
    // What it says is not told: it would be in the log and in the inbox.
    sql: `select ${NAMED}, format('The text of %s holds what looks like a secret key.', ${ADDRESS}), null
      ${OF_FUNCTION}
      where ${IN_USER_SCHEMA} and p.prosrc ~ '${SECRETS}'`,
  },
]
