/** The list of a project's users, page by page: a page begins after the last user of the one before, and costs the same. */
import { idRange, likeText, type UserSearch } from '../../rules/auth/user-search.js'
import type { UserFilterState } from '../../rules/auth/user-state.js'
import type { Statement } from '../catalogue/statements.js'
import { quoteLiteral } from '../quoting.js'

/** Users on a page. */
export const USERS_PAGE_SIZE = 100
/** More users are not counted one by one. */
export const COUNTED_USERS_MAX = 100_000

/** Which users. */
export interface UserRequest {
  search: string
  by: UserSearch
  /** Name of a provider; empty: all. */
  provider: string
  /** Null: all but deleted ones. */
  state: UserFilterState | null
  /** The order keys of the last user that was listed. */
  after?: readonly (string | null)[]
}

/** A user as the list shows one. Times are PostgreSQL's. */
export interface ListedUser {
  id: string
  email: string | null
  phone: string | null
  name: string | null
  provider: string | null
  createdAt: string | null
  lastSignInAt: string | null
  confirmedAt: string | null
  bannedUntil: string | null
  deletedAt: string | null
  isAnonymous: boolean
}

const NAME = `coalesce(u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'name')`
/** Times with an offset that JavaScript reads. */
const at = (column: string) => `to_char(u.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const COLUMNS = `u.id::text, u.email::text, u.phone::text, ${NAME}, u.raw_app_meta_data ->> 'provider',
  ${at('created_at')}, ${at('last_sign_in_at')}, ${at('confirmed_at')},
  case when u.banned_until = 'infinity' then 'infinity' else ${at('banned_until')} end, ${at('deleted_at')}, u.is_anonymous::text`

const STATES: Readonly<Record<UserFilterState, string>> = {
  confirmed: 'u.deleted_at is null and u.confirmed_at is not null',
  unconfirmed: 'u.deleted_at is null and u.confirmed_at is null and not u.is_anonymous',
  banned: 'u.deleted_at is null and u.banned_until > now()',
  anonymous: 'u.deleted_at is null and u.is_anonymous',
  'never-signed-in': 'u.deleted_at is null and u.last_sign_in_at is null',
  deleted: 'u.deleted_at is not null',
}

/** The order of a search, whose index finds the users. The list is by time, the newest first. */
const ORDERS: Readonly<Record<UserSearch, { keys: readonly string[]; descending: boolean }>> = {
  email: { keys: ['lower(u.email)', 'u.id'], descending: false },
  phone: { keys: ['u.phone', 'u.id'], descending: false },
  id: { keys: ['u.id'], descending: false },
  anywhere: { keys: ['u.created_at', 'u.id'], descending: true },
}
const TYPES: Readonly<Record<string, string>> = {
  'lower(u.email)': 'text',
  'u.phone': 'text',
  'u.id': 'uuid',
  'u.created_at': 'timestamptz',
}

/** A page and one user more, with the order keys at the end of each row. */
export function usersPageStatement(request: UserRequest): Statement {
  const parameters: (string | null)[] = []
  const add = (value: string | null) => `$${parameters.push(value)}`
  const { keys, descending } = orderOf(request)
  const conditions = conditionsOf(request, add)
  if (request.after) conditions.push(afterCondition(keys, descending, request.after, add))
  const direction = descending ? ' desc' : ''
  return {
    query: `select ${COLUMNS}, ${keys.map((key) => `(${key})::text`).join(', ')}
from auth.users u where ${conditions.join('\n  and ')}
order by ${keys.map((key) => key + direction).join(', ')}
limit ${USERS_PAGE_SIZE + 1}`,
    parameters,
  }
}

/** How many there are, up to one more than are counted. */
export function usersCountStatement(request: UserRequest): Statement {
  const parameters: string[] = []
  const conditions = conditionsOf(request, (value) => `$${parameters.push(value)}`)
  const found = `select from auth.users u where ${conditions.join(' and ')} limit ${COUNTED_USERS_MAX + 1}`
  return { query: `select count(*)::text from (${found}) counted`, parameters }
}

/** All of them as one statement without parameters, for a file. */
export function usersExportQuery(request: UserRequest): string {
  const { keys, descending } = orderOf(request)
  return `select u.id, u.email, u.phone, ${NAME} as name, u.raw_app_meta_data ->> 'provider' as provider, u.created_at,
  u.last_sign_in_at, u.confirmed_at, u.banned_until, u.is_anonymous, u.raw_user_meta_data, u.raw_app_meta_data
from auth.users u where ${conditionsOf(request, quoteLiteral).join(' and ')}
order by ${keys.map((key) => key + (descending ? ' desc' : '')).join(', ')}`
}

/** A page of users in the statement's rows. */
export function usersIn(rows: readonly (readonly (string | null)[])[]): {
  users: ListedUser[]
  /** The order keys of the last user of the page; undefined: no page follows. */
  after: readonly (string | null)[] | undefined
} {
  const page = rows.slice(0, USERS_PAGE_SIZE)
  return {
    users: page.map(userIn),
    after: rows.length > page.length ? page.at(-1)?.slice(LIST_COLUMNS) : undefined,
  }
}

const LIST_COLUMNS = 11

function userIn(row: readonly (string | null)[]): ListedUser {
  const [id, email, phone, name, provider, createdAt, lastSignInAt, confirmedAt, bannedUntil, deletedAt] = row
  return {
    id: id ?? '',
    email: email ?? null,
    phone: phone ?? null,
    name: name ?? null,
    provider: provider ?? null,
    createdAt: createdAt ?? null,
    lastSignInAt: lastSignInAt ?? null,
    confirmedAt: confirmedAt ?? null,
    bannedUntil: bannedUntil ?? null,
    deletedAt: deletedAt ?? null,
    isAnonymous: row[10] === 'true',
  }
}

function orderOf({ search, by }: UserRequest) {
  return ORDERS[search.trim() === '' ? 'anywhere' : by]
}

function conditionsOf(request: UserRequest, add: (value: string) => string): string[] {
  const { provider, state } = request
  return [
    state === null ? 'u.deleted_at is null' : STATES[state],
    ...(provider === ''
      ? []
      : [
          `(u.raw_app_meta_data ->> 'provider' = ${add(provider)} or u.raw_app_meta_data -> 'providers' ? ${add(provider)})`,
        ]),
    ...searchCondition(request, add),
  ]
}

function searchCondition({ search, by }: UserRequest, add: (value: string) => string): string[] {
  const words = likeText(search)
  if (words === '') return []
  switch (by) {
    case 'email':
      return beginsWith('lower(u.email)', search.trim().toLowerCase(), add)
    case 'phone':
      return beginsWith('u.phone', search.trim(), add)
    case 'id': {
      const range = idRange(search)
      return range ? [`u.id between ${add(range.from)}::uuid and ${add(range.to)}::uuid`] : ['false']
    }
    case 'anywhere': {
      const found = add(`%${words}%`)
      return [
        `(u.email ilike ${found} or u.phone like ${found} or u.id::text like ${found} or ${NAME} ilike ${found})`,
      ]
    }
  }
}

/** Follows every text that begins with the same letters, where letters are ordered by their numbers. */
const LAST_CHARACTER = String.fromCodePoint(0x10ffff)

/**
 * A range that an index answers, whatever the collation: PostgreSQL does so for LIKE in the collation C alone. In a
 * language's own order nothing is known of what follows, and the range ends with the last value.
 */
function beginsWith(column: string, typed: string, add: (value: string) => string): string[] {
  const text = typed.replaceAll('\0', '')
  const [from, end, like] = [add(text), add(text + LAST_CHARACTER), add(`${likeText(text)}%`)]
  return [
    `${column} >= ${from}`,
    `${column} <= (select case
    when d.datcollate ~ '^(C|POSIX)([.]|$)' and coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') <> 'i' then ${end}
    else (select max(${column}) from auth.users u where u.deleted_at is null) end
    from pg_catalog.pg_database d where d.datname = current_database())`,
    `${column} like ${like}`,
  ]
}

/** Users without a time come first where the newest are first. */
function afterCondition(
  keys: readonly string[],
  descending: boolean,
  after: readonly (string | null)[],
  add: (value: string | null) => string,
): string {
  const last = keys.at(-1) ?? ''
  if (after[0] === null)
    return `((${keys[0]} is null and ${last} ${descending ? '<' : '>'} ${add(after.at(-1) ?? null)}::uuid) or ${keys[0]} is not null)`
  const given = keys.map((key, index) => `${add(after[index] ?? null)}::${TYPES[key]}`)
  return `(${keys.join(', ')}) ${descending ? '<' : '>'} (${given.join(', ')})`
}
