/** Server data of a project's users: the list page by page, one user whole, and the changes. */
import {
  actAsAuthUser,
  createAuthUser,
  deleteAuthUser,
  endAuthSession,
  inviteAuthUser,
  recoverAuthUser,
  removeAuthFactor,
  removeAuthIdentity,
  replaceAuthMetadata,
  signOutAuthUser,
  updateAuthUser,
  type ActingToken,
  type ArgumentsOf,
  type ChangedAuthUser,
  type Client,
} from '@basedeck/platform-client'
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
  // The service's own tables are shown as parts of the user, and go with the user.
  const references = incomingReferencesIn(await ask(incomingReferencesStatement(usersId))).filter(
    ({ schema }) => schema !== 'auth',
  )
  return Promise.all(
    references.map(async (reference) => {
      const statement = referringStatement(reference, id)
      const rows = statement && (await ask(statement).catch(() => null))
      return { ...reference, count: rows ? Number(rows[0]?.[0] ?? 0) : null }
    }),
  )
}

/** A new user as its form holds it. Each text may be empty: not given. */
export interface NewUser {
  email: string
  phone: string
  /** Without one the user signs in by a link or a code. */
  password: string
  isConfirmed: boolean
  /** A JSON object. */
  metadata: string
}

/** What a member does with a user. */
export type UserChange =
  | { type: 'create'; user: NewUser }
  | { type: 'invite'; email: string }
  | { type: 'update'; id: string; changes: ArgumentsOf<typeof updateAuthUser>['body'] }
  | { type: 'metadata'; id: string; of: 'user' | 'app'; json: string }
  | { type: 'delete'; id: string; isSoft: boolean }
  | { type: 'recover' | 'sign-out'; id: string }
  /** `part`: the id of the session, the factor or the identity. */
  | { type: UserPartChange; id: string; part: string }

/** What is done with a part of a user. */
export type UserPartChange = 'end-session' | 'remove-factor' | 'remove-identity'

/** Changes a user by the flows of the project's auth service. */
export function userChange(client: Client, ref: string): MutationData<UserChange, ChangedAuthUser> {
  return { call: (change) => changed(client, ref, change), refreshes: () => [usersKey(ref)] }
}

function changed(client: Client, ref: string, change: UserChange): Promise<ChangedAuthUser> {
  switch (change.type) {
    case 'create':
      return client.call(createAuthUser, { params: { ref }, body: newUserBody(change.user) })
    case 'invite':
      return client.call(inviteAuthUser, { params: { ref }, body: { email: change.email.trim() } })
    case 'update':
      return client.call(updateAuthUser, { params: { ref, id: change.id }, body: change.changes })
    case 'metadata': {
      const { id, of, json } = change
      return client.call(replaceAuthMetadata, { params: { ref, id }, body: { of, json } })
    }
    case 'delete': {
      const query = change.isSoft ? { soft: 'true' as const } : {}
      return client.call(deleteAuthUser, { params: { ref, id: change.id }, query })
    }
    case 'recover':
      return client.call(recoverAuthUser, { params: { ref, id: change.id } })
    case 'sign-out':
      return client.call(signOutAuthUser, { params: { ref, id: change.id } })
    case 'end-session':
      return client.call(endAuthSession, { params: { ref, id: change.id, session: change.part } })
    case 'remove-factor':
      return client.call(removeAuthFactor, { params: { ref, id: change.id, factor: change.part } })
    case 'remove-identity':
      return client.call(removeAuthIdentity, { params: { ref, id: change.id, identity: change.part } })
  }
}

function newUserBody({ email, phone, password, isConfirmed, metadata }: NewUser) {
  const given = (name: string, text: string) => (text.trim() === '' ? {} : { [name]: text.trim() })
  return {
    ...given('email', email),
    ...given('phone', phone),
    ...(password === '' ? {} : { password }),
    ...given('user_metadata', metadata),
    is_confirmed: isConfirmed,
  }
}

/** A token with which a member acts as a user; a change, because it is in the audit log. */
export function actingToken(client: Client, ref: string): MutationData<string, ActingToken> {
  return { call: (id) => client.call(actAsAuthUser, { params: { ref, id } }) }
}
