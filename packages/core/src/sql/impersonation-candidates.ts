/** The candidates for impersonation: the users of the project, and the roles that the owner can switch to. */
import type { Statement } from './catalogue/statements.js'

/** Users shown at a time. */
export const CANDIDATE_LIMIT = 20

/** id, email, phone, role, app metadata, user metadata, whether anonymous. */
export function userCandidatesStatement(search: string): Statement {
  const words = search.replaceAll('\0', '').trim()
  return {
    query: `select id::text, email, phone, role, raw_app_meta_data::text, raw_user_meta_data::text, is_anonymous::text
from auth.users
where deleted_at is null and ($1 = '' or email ilike $2 or phone like $2 or id::text = lower($1))
order by created_at desc, id
limit ${CANDIDATE_LIMIT}`,
    parameters: [words, `%${words.replace(/[\\%_]/g, '\\$&')}%`],
  }
}

/** Names, without the owner itself and PostgreSQL's own. */
export const ROLE_CANDIDATES_STATEMENT: Statement = {
  query: `select rolname from pg_catalog.pg_roles
where rolname <> current_user and rolname !~ '^(pg|basedeck)_'
  and case when current_setting('server_version_num')::int >= 160000
    then pg_catalog.pg_has_role(oid, 'SET') else pg_catalog.pg_has_role(oid, 'MEMBER') end
order by rolname`,
  parameters: [],
}
