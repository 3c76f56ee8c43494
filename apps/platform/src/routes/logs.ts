/** Searches the lines of a project's log, here and in the other processes of the installation. */
import {
  countLogs,
  LOG_PAGE_LINES,
  MOST_LOG_BUCKETS,
  queryLogs,
  readLogTerms,
  searchLogs,
  type LogCounts,
  type LogPage,
} from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import { DomainError } from '../kernel/domain-error.js'
import type { KeptDays } from '../log-lines/kept-days.js'
import { searchedFrom } from '../log-lines/kept-days.js'
import type { LineSearch } from '../log-lines/line-question.js'
import type { Searched } from '../log-lines/line-thread-calls.js'
import type { LogLines } from '../log-lines/log-lines.js'
import type { LogLineLevel, LogSource } from '../log-lines/log-line.js'
import { bucketWidth, mergedCounts } from '../log-lines/merge-counts.js'
import { mergedLines } from '../log-lines/merge-pages.js'
import type { AppEnv } from './app-env.js'
import type { Call, Mount } from './mount.js'

/** What the other processes answered to the same call; `away`: how many did not. */
export type AskPeers = (c: Context<AppEnv>) => Promise<{ answers: unknown[]; away: number }>

/** What is used of the store. */
export type SearchedLines = Pick<LogLines, 'search' | 'counts' | 'query' | 'status'>

export interface LogRouteDeps {
  /** Default: no line is kept. */
  lines?: SearchedLines | undefined
  /** Default: there are no other processes. */
  askPeers?: AskPeers | undefined
  /** How many other processes work here. Default: none. */
  countPeers?: (() => Promise<number>) | undefined
  keptDays: Pick<KeptDays, 'of'>
}

/** Seconds until one of the searches is done. */
const AGAIN_SECONDS = 5
const HOUR_MS = 60 * 60_000
export const NO_LINES: SearchedLines = {
  search: async () => ({ type: 'not-kept' }),
  counts: async () => ({ type: 'not-kept' }),
  query: async () => ({ type: 'not-kept' }),
  status: async () => ({ state: 'off' }),
}
export const NO_PEERS: AskPeers = async () => ({ answers: [], away: 0 })

export function logRoutes(
  mount: Mount,
  { lines = NO_LINES, askPeers = NO_PEERS, countPeers = async () => 0, keptDays }: LogRouteDeps,
): void {
  /** The search, not before the first line that the project keeps. */
  async function kept(search: LineSearch): Promise<{ search: LineSearch; days: number }> {
    const days = await keptDays.of(search.project)
    return { search: { ...search, from: searchedFrom(search.from, days, Date.now()) }, days }
  }

  mount.on(searchLogs, async ({ c, project, query }) => {
    const limit = Number(query.limit ?? LOG_PAGE_LINES)
    const { search, days } = await kept(searchOf(project.ref, query))
    const [searched, theirs] = await Promise.all([lines.search(search, limit), askPeers(c)])
    const own = foundIn(searched) ?? []
    const pages = theirs.answers.map((answer) => (answer as LogPage).lines)
    return {
      lines: mergedLines([own, ...pages], limit),
      status: await lines.status(),
      kept_days: days,
      processes_away: theirs.away,
    }
  })

  mount.on(countLogs, async ({ c, project, query }) => {
    const asked = searchOf(project.ref, query)
    const until = asked.to ?? Date.now()
    const { search } = await kept({ ...asked, from: asked.from ?? until - HOUR_MS })
    // Processes count in the same buckets, so the width follows from what was asked alone.
    const width = widthOf(asked.from ?? until - HOUR_MS, until, query.bucket_ms)
    const [counted, theirs] = await Promise.all([lines.counts(search, width), askPeers(c)])
    const own = (foundIn(counted) ?? []).map(({ at, ...count }) => ({
      ...count,
      at: new Date(at).toISOString(),
    }))
    return {
      bucket_ms: width,
      buckets: mergedCounts([own, ...theirs.answers.map((answer) => (answer as LogCounts).buckets)]),
      status: await lines.status(),
      processes_away: theirs.away,
    }
  })

  mount.on(queryLogs, async ({ c, project, body }) => {
    const { sql, ...range } = body
    const { search } = await kept(searchOf(project.ref, range))
    const startedAt = performance.now()
    const answer = foundIn(await lines.query({ ...search, sql }, c.req.raw.signal))
    if (!answer) throw new DomainError('logs_unavailable')
    const { columns, rows, isCut, isSample } = answer
    return {
      columns,
      rows,
      is_cut: isCut,
      is_sample: isSample,
      ms: Math.round(performance.now() - startedAt),
      processes_left_out: await countPeers(),
    }
  })
}

/** Undefined: no line is kept. */
export function foundIn<Value>(searched: Searched<Value>): Value | undefined {
  switch (searched.type) {
    case 'found':
      return searched.value
    case 'not-kept':
      return undefined
    case 'busy':
      throw new DomainError('logs_busy', undefined, { retryAfterSeconds: AGAIN_SECONDS })
    case 'too-slow':
      throw new DomainError('logs_too_slow')
    case 'refused':
      throw new DomainError('logs_query_refused', searched.message)
    case 'cancelled':
      throw new DomainError('logs_cancelled')
    case 'failed':
      throw new DomainError('logs_unavailable')
  }
}

function widthOf(from: number, to: number, asked: string | undefined): number {
  const usual = bucketWidth(from, to)
  if (asked === undefined) return usual
  return Math.max(Number(asked), Math.ceil((to - from) / MOST_LOG_BUCKETS))
}

function searchOf(project: string, query: Partial<Call<typeof searchLogs>['query']>): LineSearch {
  const { from, to, levels, sources, text, request_id, terms, before } = query
  return {
    project,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    levels: levels?.split(',') as LogLineLevel[] | undefined,
    sources: sources?.split(',') as LogSource[] | undefined,
    text,
    requestId: request_id,
    terms: (terms === undefined ? null : readLogTerms(terms)) ?? undefined,
    before,
  }
}
