/** Server data of whom one could act as. */
import { newId, queryTyped, type Client } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import type { ImpersonatedUser } from '../rules/impersonation-claims.js'
import { roleCandidatesStatement, userCandidatesStatement, type Statement } from '../sql/index.js'
import { projectKey } from './projects.js'

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
      const rows = await rowsOf(client, ref, roleCandidatesStatement, signal)
      return rows.flatMap(([name]) => (name ? [name] : []))
    },
    staleMs: STALE_MS,
  }
}

async function rowsOf(
  client: Client,
  ref: string,
  { query, parameters }: Statement,
  signal: AbortSignal,
): Promise<(string | null)[][]> {
  const { results } = await client.call(
    queryTyped,
    { params: { ref }, body: { query, parameters, readOnly: true, runId: newId() } },
    { signal },
  )
  return results[0]?.rows ?? []
}
