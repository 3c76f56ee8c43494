/** Lines of a project's log: found, counted, and asked by SQL. */
import {
  countLogs,
  LOG_PAGE_LINES,
  queryLogs,
  searchLogs,
  type Client,
  type LogCounts,
  type LogLine,
  type LogPage,
  type LogQueryResult,
  type LogTerm,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { PagedQuery } from '../kernel/paged.js'
import type { QueryData } from '../kernel/query-store.js'
import { rangeBounds, type LogRange } from '../rules/logs/log-range.js'
import { projectKey } from './projects.js'

/** All that was read of a project’s lines. */
export const logsKey = (ref: string) => [...projectKey(ref), 'logs']
/** Milliseconds between two looks of the live tail. */
export const LIVE_MS = 1000
/** Lines that the live tail shows: of a flood, the newest ones. */
export const LIVE_LINES = 500

/** What is looked for. */
export interface LogsAsked {
  terms: readonly LogTerm[]
  range: LogRange
  /** Milliseconds since 1970, when it was asked: the newest lines end there. */
  now: number
}

function searched({ terms, range, now }: LogsAsked, isOpen: boolean) {
  const { from, to } = rangeBounds(range, now)
  return {
    from: new Date(from).toISOString(),
    // Lines that come meanwhile belong to the newest.
    ...(isOpen && range.type === 'last' ? {} : { to: new Date(to).toISOString() }),
    ...(terms.length === 0 ? {} : { terms: JSON.stringify(terms) }),
  }
}

/** The newest first, page by page. @param isLive it is looked for new ones each second */
export function logLinesQuery(
  client: Client,
  ref: string,
  asked: LogsAsked,
  isLive: boolean,
): PagedQuery<LogPage, LogLine, string> {
  const limit = isLive ? LIVE_LINES : LOG_PAGE_LINES
  const query = searched(asked, isLive)
  return {
    key: [...logsKey(ref), 'lines', query, isLive],
    first: '',
    fetch: (before, signal) =>
      client.call(
        searchLogs,
        { params: { ref }, query: { ...query, limit: String(limit), ...(before === '' ? {} : { before }) } },
        { signal },
      ),
    items: ({ lines }) => lines,
    next: (pages) => {
      const lines = pages.at(-1)?.lines ?? []
      return lines.length < limit ? undefined : lines.at(-1)?.id
    },
    id: ({ id, request_id }) => `${id} ${request_id}`,
    ...(isLive ? { refetchMs: () => LIVE_MS } : {}),
  }
}

/** What the same search finds, by level and time. */
export function logCountsQuery(
  client: Client,
  ref: string,
  asked: LogsAsked,
  isLive: boolean,
): QueryData<LogCounts> {
  const query = searched(asked, false)
  return {
    key: [...logsKey(ref), 'counts', query],
    fetch: (signal) => client.call(countLogs, { params: { ref }, query }, { signal }),
    ...(isLive ? { refetchMs: LIVE_MS * 5 } : {}),
  }
}

/** One line by its id; null: it is no longer kept. */
export function logLineQuery(client: Client, ref: string, id: string): QueryData<LogLine | null> {
  return {
    key: [...logsKey(ref), 'line', id],
    async fetch(signal) {
      const query = { before: String(BigInt(id) + 1n), limit: '1' }
      const { lines } = await client.call(searchLogs, { params: { ref }, query }, { signal })
      return lines.find((line) => line.id === id) ?? null
    },
  }
}

/** All that happened in a request, the newest first. Another request has another id, so no time is asked. */
export function requestLinesQuery(client: Client, ref: string, requestId: string): QueryData<LogPage> {
  return {
    key: [...logsKey(ref), 'request', requestId],
    fetch: (signal) =>
      client.call(
        searchLogs,
        { params: { ref }, query: { request_id: requestId, limit: '200' } },
        { signal },
      ),
  }
}

/** SQL over the lines between two moments. It ends when it is aborted. */
export function logsSql(
  client: Client,
  ref: string,
): MutationData<{ sql: string; from: string; to: string; signal: AbortSignal }, LogQueryResult> {
  return {
    call: ({ signal, ...body }) => client.call(queryLogs, { params: { ref }, body }, { signal }),
    refreshes: () => [],
  }
}
