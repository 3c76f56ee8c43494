/** Server data of the sessions of a database. */
import { newId, queryTyped, type Client } from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import {
  SESSION_LIST_STATEMENT,
  sessionStopText,
  type DatabaseSession,
  type SessionStop,
} from '../sql/session-list.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

/** Milliseconds between two looks. */
const FOLLOWED_MS = 2000

/** @param isLive asks again and again while somebody listens */
export function databaseSessionsQuery(
  client: Client,
  ref: string,
  { isLive }: { isLive: boolean },
): QueryData<DatabaseSession[]> {
  return {
    key: [...projectKey(ref), 'database-sessions'],
    async fetch(signal) {
      const [row] = await rowsOf(client, ref, SESSION_LIST_STATEMENT, signal)
      return JSON.parse(row?.[0] ?? '[]') as DatabaseSession[]
    },
    ...(isLive ? { refetchMs: FOLLOWED_MS } : { staleMs: Number.POSITIVE_INFINITY }),
  }
}

/** Stops a session. It goes through the guard and the audit log as each run. False: it had ended before. */
export function sessionStop(
  client: Client,
  ref: string,
): MutationData<{ how: SessionStop; session: Pick<DatabaseSession, 'pid' | 'began'> }, boolean> {
  return {
    async call({ how, session }) {
      const body = { query: sessionStopText(how, session), runId: newId() }
      const { results } = await client.call(queryTyped, { params: { ref }, body })
      return results[0]?.rows[0]?.[0] === 't' || results[0]?.rows[0]?.[0] === 'true'
    },
    refreshes: () => [[...projectKey(ref), 'database-sessions']],
  }
}
