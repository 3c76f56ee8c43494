/** Server data of the candidates for impersonation. */
import type { Client } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import type { ImpersonatedUser } from '../rules/access/impersonation-claims.js'
import { ROLE_CANDIDATES_STATEMENT, userCandidatesStatement } from '../sql/index.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

const STALE_MS = 10_000

export function userCandidatesQuery(
  client: Client,
  ref: string,
  search: string,
): QueryData<ImpersonatedUser[]> {
  return {
    key: [...projectKey(ref), 'impersonation', 'users', search.trim()],
    async fetch(signal) {
      const rows = await rowsOf(client, ref, userCandidatesStatement(search), signal)
      return rows.map(([id, email, phone, role, app, user, isAnonymous]) => ({
        id: id ?? '',
        email: email ?? null,
        phone: phone ?? null,
        role: role ?? null,
        appMetadata: JSON.parse(app ?? 'null') as unknown,
        userMetadata: JSON.parse(user ?? 'null') as unknown,
        appMetadataText: app ?? null,
        userMetadataText: user ?? null,
        isAnonymous: isAnonymous === 'true',
      }))
    },
    staleMs: STALE_MS,
  }
}

export function roleCandidatesQuery(client: Client, ref: string): QueryData<string[]> {
  return {
    key: [...projectKey(ref), 'impersonation', 'roles'],
    async fetch(signal) {
      const rows = await rowsOf(client, ref, ROLE_CANDIDATES_STATEMENT, signal)
      return rows.flatMap(([name]) => (name ? [name] : []))
    },
    staleMs: STALE_MS,
  }
}
