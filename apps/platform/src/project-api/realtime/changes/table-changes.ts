/** Changes of tables of all projects: each project's are read once, while somebody listens. */
import type { Logger } from 'pino'
import type { PipelineResult, PipelineStatement } from '../../../engines/session/pipeline-request.js'
import type { ProjectSessions } from '../../sessions/project-sessions.js'
import type { SessionLimits } from '../../sessions/session-request.js'
import type { ChangesSignIn } from '../../../engines/server/sign-in.js'
import type { RealtimeHost } from '../realtime-host.js'
import type { ChangesSubscription, ChangesWanted } from '../realtime-project.js'
import type { OpenChangeSource } from './change-source.js'
import { decodingSource } from './decoding-source.js'
import { queueSource } from './queue-source.js'
import type { RowTexts } from './table-change.js'
import { createProjectChanges, type ProjectChanges } from './project-changes.js'

export interface TableChangesDeps {
  host: Pick<RealtimeHost, 'changesSignIn' | 'changeQueue' | 'changesGivenUp' | 'used'>
  sessions: Pick<ProjectSessions, 'serve'>
  /** Other processes may read the changes of the same databases. */
  isShared: boolean
  log: Pick<Logger, 'warn'>
}

export interface TableChanges {
  subscribe(ref: string, wanted: ChangesWanted): ChangesSubscription
  /** As `ProjectChanges`. */
  hearMessages(ref: string, take: (message: RowTexts) => void): Promise<void>
  endMessages(ref: string): void
  schemaChanged(ref: string): void
  close(): Promise<void>
}

/** One question at a time is asked of a project; the other connection is for who subscribes meanwhile. */
export const REALTIME_SESSIONS: SessionLimits = { connections: 2, waiting: 1000, waitMs: 30_000 }
/** For all questions about a batch of changes. */
const ASK_MS = 10_000
const MOST_BYTES = 64 * 1024 * 1024

export function createTableChanges({ host, sessions, isShared, log }: TableChangesDeps): TableChanges {
  const projects = new Map<string, ProjectChanges>()
  let lastId = 0

  /** Asked at each opening: the server may have been set up otherwise meanwhile. */
  function sourceOf(ref: string): OpenChangeSource {
    const queue = queueSource({ host, ref, isAlone: !isShared })
    let way: ChangesSignIn | 'queue' = 'queue'
    const decoding = decodingSource(() => way as ChangesSignIn)
    return async (listener) => {
      way = await host.changesSignIn(ref)
      return way === 'queue' ? queue(listener) : decoding(listener)
    }
  }

  function ask(ref: string, statements: readonly PipelineStatement[]): Promise<PipelineResult[]> {
    return sessions.serve(ref, REALTIME_SESSIONS, {
      statements,
      begin: 'begin read only',
      mostBytes: MOST_BYTES,
      timeoutMs: ASK_MS,
      signal: new AbortController().signal,
    })
  }

  function projectOf(ref: string): ProjectChanges {
    const known = projects.get(ref)
    if (known) return known
    const made = createProjectChanges({
      ref,
      open: sourceOf(ref),
      ask: (statements) => ask(ref, statements),
      used: () => host.used(ref),
      givenUp: () => host.changesGivenUp(ref),
      onIdle() {
        if (projects.get(ref) === made) projects.delete(ref)
        made
          .close(true)
          .catch((error: unknown) =>
            log.warn({ err: error, project: ref }, 'reading changes could not be ended'),
          )
      },
      log,
    })
    projects.set(ref, made)
    return made
  }

  return {
    subscribe: (ref, wanted) => projectOf(ref).subscribe(wanted, () => ++lastId),
    hearMessages: (ref, take) => projectOf(ref).hearMessages(take),
    endMessages: (ref) => projects.get(ref)?.endMessages(),
    schemaChanged: (ref) => projects.get(ref)?.schemaChanged(),
    async close() {
      await Promise.all([...projects.values()].map((project) => project.close(false).catch(() => {})))
      projects.clear()
    },
  }
}
