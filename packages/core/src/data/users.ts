/** Server data of a project's users: the list page by page, one user whole, and the changes. */
import { newId, PlatformError, queryTyped, type Client } from '@basedeck/platform-client'
import type { PagedQuery } from '../kernel/paged.js'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import type { Statement } from '../sql/catalogue/statements.js'
import {
  incomingReferencesIn,
  incomingReferencesStatement,
  type IncomingReference,
} from '../sql/deletion-impact.js'
import {
  referringStatement,
  USER_TABLES,
  USER_TABLES_STATEMENT,
  userEntriesStatement,
  userIn,
  userStatement,
  type UserDetail,
  type UserTable,
} from '../sql/auth/user-detail.js'
import {
  usersCountStatement,
  usersIn,
  usersPageStatement,
  type ListedUser,
  type UserRequest,
} from '../sql/auth/users.js'
import { usersText as text } from '../text/users.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

const STALE_MS = 10_000
/** The key prefix of what is known of a project's users. */
export const usersKey = (ref: string) => [...projectKey(ref), 'users']

/** A page of users. */
export type UsersPage = ReturnType<typeof usersIn>

export function usersPagesQuery(
  client: Client,
  ref: string,
  request: UserRequest,
): PagedQuery<UsersPage, ListedUser, readonly (string | null)[]> {
  return {
    key: [...usersKey(ref), 'pages', request],
    first: [],
    async fetch(after, signal) {
      const asked = after.length === 0 ? request : { ...request, after }
      return usersIn(await rowsOf(client, ref, usersPageStatement(asked), signal))
    },
    items: ({ users }) => users,
    next: (pages) => pages.at(-1)?.after,
    id: ({ id }) => id,
    staleMs: STALE_MS,
  }
}

export function usersCountQuery(client: Client, ref: string, request: UserRequest): QueryData<number> {
  return {
    key: [...usersKey(ref), 'count', request],
    fetch: async (signal) =>
      Number((await rowsOf(client, ref, usersCountStatement(request), signal))[0]?.[0] ?? 0),
    staleMs: STALE_MS,
  }
}

/** Rows of another table that refer to a user. */
export interface ReferringRows extends IncomingReference {
  /** Null: they can't be counted. */
  count: number | null
}

/** One user, whole. */
export interface WholeUser extends UserDetail {
  /** By table; absent: the database has no such table, or does not show it. */
  entries: Partial<Record<UserTable, readonly Readonly<Record<string, string>>[]>>
  references: readonly ReferringRows[]
}

/** Null: there is no such user. */
export function userQuery(client: Client, ref: string, id: string): QueryData<WholeUser | null> {
  return {
    key: [...usersKey(ref), 'one', id],
    async fetch(signal) {
      const ask = (statement: Statement) => rowsOf(client, ref, statement, signal)
      const [rows, named] = await Promise.all([ask(userStatement(id)), ask(USER_TABLES_STATEMENT)])
      const user = userIn(rows, id)
      if (!user) return null
      const names = named.map(([name]) => name ?? '')
      const there = USER_TABLES.filter((table) => names.includes(table))
      const [entries, references] = await Promise.all([
        Promise.all(
          there.map(async (table) => {
            const found = await ask(userEntriesStatement(table, id))
            return [table, found.map(([json]) => JSON.parse(json ?? '{}') as Record<string, string>)]
          }),
        ),
        referring(ask, names.at(-1) ?? '0', id),
      ])
      return { ...user, entries: Object.fromEntries(entries) as WholeUser['entries'], references }
    },
    staleMs: STALE_MS,
  }
}

/** The rows of a table that the caller may not read are not counted. */
async function referring(
  ask: (statement: Statement) => Promise<readonly (readonly (string | null)[])[]>,
  usersId: string,
  id: string,
): Promise<ReferringRows[]> {
  const references = incomingReferencesIn(await ask(incomingReferencesStatement(usersId)))
  return Promise.all(
    references.map(async (reference) => {
      const statement = referringStatement(reference, id)
      const rows = statement && (await ask(statement).catch(() => null))
      return { ...reference, count: rows ? Number(rows[0]?.[0] ?? 0) : null }
    }),
  )
}

/** Runs a change of a user, by the caller's own rights. */
export function userChange(client: Client, ref: string): MutationData<Statement, string | null> {
  return {
    async call({ query, parameters }) {
      const body = { query, parameters, runId: newId() }
      const { results } = await client.call(queryTyped, { params: { ref }, body })
      const [result] = results
      if (query.startsWith('update') && result?.rowCount === 0)
        throw new PlatformError('invalid', text.gone, {})
      return result?.rows[0]?.[0] ?? null
    },
    refreshes: () => [usersKey(ref)],
  }
}
