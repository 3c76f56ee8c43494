/** Server data of a project's auth service: its settings, and the mails of the last day. */
import {
  getAuthConfig,
  listAuthMails,
  openAuthMail,
  removeAuthMail,
  sendAuthMailAgain,
  sendTestAuthMail,
  updateAuthConfig,
  type ArgumentsOf,
  type AuthConfig,
  type AuthMailEntry,
  type AuthMailKind,
  type AuthMailList,
  type AuthMailText,
  type Client,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { NEWEST_USER_STATEMENT } from '../sql/newest-user.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

const authConfigKey = (ref: string) => [...projectKey(ref), 'auth-config']
const authMailsKey = (ref: string) => [...projectKey(ref), 'auth-mails']

export function authConfigQuery(client: Client, ref: string): QueryData<AuthConfig> {
  return {
    key: authConfigKey(ref),
    fetch: (signal) => client.call(getAuthConfig, { params: { ref } }, { signal }),
  }
}

export function authConfigChange(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof updateAuthConfig>['body'], AuthConfig> {
  return {
    call: (body) => client.call(updateAuthConfig, { params: { ref }, body }),
    store: (queries, config) => queries.set(authConfigQuery(client, ref), config),
    refreshes: () => [authMailsKey(ref)],
  }
}

/** Whose values a preview shows. */
export interface PreviewUser {
  email: string
  data: Record<string, unknown>
}

/** Null: nobody has an address. */
export function newestUserQuery(client: Client, ref: string): QueryData<PreviewUser | null> {
  return {
    key: [...projectKey(ref), 'auth-newest-user'],
    staleMs: 0,
    async fetch(signal) {
      const [row] = await rowsOf(client, ref, { query: NEWEST_USER_STATEMENT, parameters: [] }, signal)
      if (!row) return null
      const data: unknown = JSON.parse(row[1] ?? '{}')
      const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
      return { email: row[0] ?? '', data: isObject ? Object.fromEntries(Object.entries(data)) : {} }
    },
  }
}

/** The list is read again each time that it is looked at: applications cause mails at any time. */
export function authMailsQuery(client: Client, ref: string): QueryData<AuthMailList> {
  return {
    key: authMailsKey(ref),
    staleMs: 0,
    fetch: (signal) => client.call(listAuthMails, { params: { ref } }, { signal }),
  }
}

/** Opening one is written into the audit log, so that it is asked for once. */
export function authMailOpening(client: Client, ref: string): MutationData<{ id: string }, AuthMailText> {
  return {
    call: ({ id }) => client.call(openAuthMail, { params: { ref, id } }),
    refreshes: () => [],
  }
}

export function authMailRemoval(client: Client, ref: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(removeAuthMail, { params: { ref, id } }),
    refreshes: () => [authMailsKey(ref)],
  }
}

/** For one that could not be delivered. */
export function authMailResending(client: Client, ref: string): MutationData<{ id: string }, AuthMailEntry> {
  return {
    call: ({ id }) => client.call(sendAuthMailAgain, { params: { ref, id } }),
    refreshes: () => [authMailsKey(ref)],
  }
}

export function authMailTest(
  client: Client,
  ref: string,
): MutationData<{ kind: AuthMailKind; to: string }, AuthMailEntry> {
  return {
    call: (body) => client.call(sendTestAuthMail, { params: { ref }, body }),
    refreshes: () => [authMailsKey(ref)],
  }
}
