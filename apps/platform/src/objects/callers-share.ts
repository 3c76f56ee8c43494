/**
 * Applications share a part of a database's sessions: what their policies keep busy leaves sessions for the dashboard, for
 * service keys and for storage itself.
 */
import { DomainError } from '../kernel/domain-error.js'
import { TurnQueue } from '../engines/turn-queue.js'
import type { BatchRequest } from '../engines/engine.js'
import type { StorageHost } from './storage-host.js'

/** Of the ten sessions that a database has for its services. */
const SESSIONS = 4
/** How long a call waits for one of them. */
const WAIT_MS = 5000
/** Calls that wait at once; one more is refused immediately. */
const MOST_WAITING = 200
const AGAIN_SECONDS = 1

export interface Share {
  sessions?: number
  waitMs?: number
  mostWaiting?: number
}

/** @throws DomainError service_busy, from `batch` of callers whom row-level security concerns */
export function withCallersShare(
  host: StorageHost,
  { sessions = SESSIONS, waitMs = WAIT_MS, mostWaiting = MOST_WAITING }: Share = {},
): StorageHost {
  const projects = new Map<string, { turns: TurnQueue; calls: number }>()

  async function inTurn<T>(ref: string, work: () => Promise<T>): Promise<T> {
    const project = projects.get(ref) ?? { turns: new TurnQueue(sessions), calls: 0 }
    if (project.calls >= sessions + mostWaiting) throw busy()
    projects.set(ref, project)
    project.calls++
    try {
      const turn = await project.turns.enter(AbortSignal.timeout(waitMs)).catch(() => {
        throw busy()
      })
      return await work().finally(() => turn.leave())
    } finally {
      project.calls--
      if (project.calls === 0) projects.delete(ref)
    }
  }

  return {
    ...host,
    batch: (ref, request) =>
      isCallers(request) ? inTurn(ref, () => host.batch(ref, request)) : host.batch(ref, request),
  }
}

function isCallers({ role }: BatchRequest): boolean {
  return role?.type === 'rest' && role.role !== 'service_role'
}

function busy(): DomainError {
  return new DomainError('service_busy', undefined, { retryAfterSeconds: AGAIN_SECONDS })
}
