/** Searches the lines of a project's log, here and in the other processes of the installation. */
import { LOG_PAGE_LINES, searchLogs, type LogPage } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import { DomainError } from '../kernel/domain-error.js'
import type { LineSearch } from '../log-lines/line-question.js'
import type { LogLines } from '../log-lines/log-lines.js'
import type { LogLineLevel, LogSource } from '../log-lines/log-line.js'
import { mergedLines } from '../log-lines/merge-pages.js'
import type { AppEnv } from './app-env.js'
import type { Call, Mount } from './mount.js'

/** What the other processes answered to the same call; `away`: how many did not. */
export type AskPeers = (c: Context<AppEnv>) => Promise<{ answers: unknown[]; away: number }>

export interface LogRouteDeps {
  /** Default: no line is kept. */
  lines?: Pick<LogLines, 'search' | 'status'> | undefined
  /** Default: there are no other processes. */
  askPeers?: AskPeers | undefined
}

/** Seconds until one of the searches is done. */
const AGAIN_SECONDS = 5
const NO_LINES: Pick<LogLines, 'search' | 'status'> = {
  search: async () => ({ type: 'not-kept' }),
  status: async () => ({ state: 'off' }),
}
const NO_PEERS: AskPeers = async () => ({ answers: [], away: 0 })

export function logRoutes(mount: Mount, { lines = NO_LINES, askPeers = NO_PEERS }: LogRouteDeps): void {
  mount.on(searchLogs, async ({ c, project, query }) => {
    const limit = Number(query.limit ?? LOG_PAGE_LINES)
    const [searched, theirs] = await Promise.all([
      lines.search(searchOf(project.ref, query), limit),
      askPeers(c),
    ])
    if (searched.type === 'busy')
      throw new DomainError('logs_busy', undefined, { retryAfterSeconds: AGAIN_SECONDS })
    if (searched.type === 'too-slow') throw new DomainError('logs_too_slow')
    if (searched.type !== 'found' && searched.type !== 'not-kept') throw new DomainError('logs_unavailable')
    const own = searched.type === 'found' ? searched.value : []
    const pages = theirs.answers.map((answer) => (answer as LogPage).lines)
    return {
      lines: mergedLines([own, ...pages], limit),
      status: await lines.status(),
      processes_away: theirs.away,
    }
  })
}

function searchOf(project: string, query: Call<typeof searchLogs>['query']): LineSearch {
  const { from, to, levels, sources, text, request_id, before } = query
  return {
    project,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    levels: levels?.split(',') as LogLineLevel[] | undefined,
    sources: sources?.split(',') as LogSource[] | undefined,
    text,
    requestId: request_id,
    before,
  }
}
