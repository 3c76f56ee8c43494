/** One user of a project: all that the tables of schema `auth` say of it, and the rows of other tables that refer to it. */
import type { ImpersonatedUser } from '../../rules/access/impersonation-claims.js'
import type { Statement } from '../catalogue/statements.js'
import type { IncomingReference } from '../deletion-impact.js'
import { qualifiedName, quoteIdentifier } from '../quoting.js'

/** Tables of the auth service beside the users'; a database may lack them. */
export const USER_TABLES = ['identities', 'sessions', 'mfa_factors'] as const
/** One of `USER_TABLES`. */
export type UserTable = (typeof USER_TABLES)[number]

/** Columns that are shown; secrets are in none of them. A column that is not there is left out. */
const SHOWN: Readonly<Record<UserTable, readonly string[]>> = {
  identities: ['id', 'provider', 'provider_id', 'email', 'last_sign_in_at', 'created_at'],
  sessions: ['id', 'user_agent', 'ip', 'aal', 'created_at', 'refreshed_at', 'not_after'],
  mfa_factors: ['id', 'friendly_name', 'factor_type', 'status', 'created_at'],
}

/** Entries of one table that are shown. */
export const USER_ENTRIES_MAX = 50
/** Rows of one table that refer to a user are counted up to this number. */
export const REFERRING_MAX = 10_000

/** Which of the tables are there and may be read, one name a row; then the oid of the users' table. */
export const USER_TABLES_STATEMENT: Statement = {
  query: `select t.name from (values ${USER_TABLES.map((name) => `('${name}')`).join(', ')}) t(name)
where to_regclass('auth.' || t.name) is not null and has_table_privilege(to_regclass('auth.' || t.name), 'SELECT')
union all select 'auth.users'::regclass::oid::text`,
  parameters: [],
}

/** The row of the user as JSON, without passwords and tokens; metadata as PostgreSQL's text. */
export function userStatement(id: string): Statement {
  return {
    query: `select (to_jsonb(u) - array(select k from jsonb_object_keys(to_jsonb(u)) k
    where k ~ '(password|token|_change$)' or k in ('raw_app_meta_data', 'raw_user_meta_data', 'instance_id')))::text,
  jsonb_pretty(coalesce(u.raw_user_meta_data, '{}')), jsonb_pretty(coalesce(u.raw_app_meta_data, '{}')),
  u.email::text, u.phone::text, u.role::text, u.is_anonymous::text
from auth.users u where u.id = $1::uuid`,
    parameters: [id],
  }
}

/** A user, as its panel shows it. */
export interface UserDetail {
  /** Columns of `auth.users` that have a value. */
  facts: Readonly<Record<string, unknown>>
  /** JSON, as PostgreSQL writes it. */
  userMetadata: string
  appMetadata: string
  /** As whom one acts. */
  actor: ImpersonatedUser
}

/** Null: there is no such user. */
export function userIn(rows: readonly (readonly (string | null)[])[], id: string): UserDetail | null {
  const [row] = rows
  if (!row) return null
  const [facts, user = null, app = null, email = null, phone = null, role = null, isAnonymous] = row
  return {
    facts: JSON.parse(facts ?? '{}') as Record<string, unknown>,
    userMetadata: user ?? '{}',
    appMetadata: app ?? '{}',
    actor: {
      id,
      email,
      phone,
      role,
      appMetadata: JSON.parse(app ?? 'null') as unknown,
      userMetadata: JSON.parse(user ?? 'null') as unknown,
      appMetadataText: app,
      userMetadataText: user,
      isAnonymous: isAnonymous === 'true',
    },
  }
}

/** The newest entries of a table of one user, each as a JSON object of texts. */
export function userEntriesStatement(table: UserTable, id: string): Statement {
  const shown = SHOWN[table].map((name) => `'${name}', to_jsonb(t) ->> '${name}'`)
  return {
    query: `select jsonb_strip_nulls(jsonb_build_object(${shown.join(', ')}))::text
from auth.${table} t where t.user_id = $1::uuid order by t.created_at desc nulls last limit ${USER_ENTRIES_MAX}`,
    parameters: [id],
  }
}

/** How many rows refer to the user by a foreign key, up to one more than are counted; null: its key is not the id alone. */
export function referringStatement(reference: IncomingReference, id: string): Statement | null {
  const [column, ...others] = reference.columns
  if (column === undefined || others.length > 0 || reference.targetColumns[0] !== 'id') return null
  const table = qualifiedName(reference.schema, reference.table)
  const found = `select from ${table} where ${quoteIdentifier(column)} = $1::uuid limit ${REFERRING_MAX + 1}`
  return { query: `select count(*)::text from (${found}) counted`, parameters: [id] }
}
