/**
 * The sessions in which services work in the projects' databases, as the login of the services. The thread of the projects' API
 * opens them itself, so that no work of a service passes through the loop that answers the dashboard. A database that has one
 * session only (PGlite) is asked through the platform.
 */
import { randomUUID } from 'node:crypto'
import { EngineError, type ServeRequest } from '../../engines/engine.js'
import type { SignIn } from '../../engines/server/sign-in.js'
import type { PipelineResult } from '../../engines/session/pipeline-request.js'
import { databaseText } from '../../text/databases.js'
import { DirectDatabase } from './direct-database.js'
import type { SessionLimits, SessionRequest } from './session-request.js'

/** What the sessions ask of the platform. All of it is plain data. */
export interface SessionsHost {
  /** Opens the database. `serve`: it has one session, and is asked by that call. @throws EngineError, DomainError */
  signIn(ref: string): Promise<SignIn | 'serve'>
  /** @param isDecided `isKept` is asked before it ends. @throws DatabaseError, EngineError, DomainError */
  serve(ref: string, request: ServeRequest, isDecided: boolean): Promise<PipelineResult[]>
  cancel(ref: string, runId: string): Promise<boolean>
  /** The database was used just now. */
  used(ref: string): void
}

export interface ProjectSessions {
  /** @throws DatabaseError, EngineError (`busy`: too many wait), DomainError */
  serve(ref: string, limits: SessionLimits, request: SessionRequest): Promise<PipelineResult[]>
  /** Answers the platform: whether what the call of `serve` with this id did is kept. */
  isKept(runId: string, rows: PipelineResult[]): boolean
  /** Ends the sessions of one project, or of all. */
  close(ref?: string): void
}

/** Milliseconds between two reports of use. */
const TELL_USE_MS = 5000

interface OpenProject {
  limits: SessionLimits
  /** Undefined: through the platform. */
  direct: Promise<DirectDatabase | undefined>
  toldAt: number
}

interface Deciding {
  isKept: SessionRequest['isKept']
  error: unknown
}

export function createProjectSessions(host: SessionsHost): ProjectSessions {
  const projects = new Map<string, OpenProject>()
  const undecided = new Map<string, Deciding>()

  function open(ref: string, limits: SessionLimits): OpenProject {
    const known = projects.get(ref)
    if (known?.limits.connections === limits.connections) return known
    close(ref)
    const made = { limits, direct: openDirect(ref, limits), toldAt: 0 }
    projects.set(ref, made)
    made.direct.catch(() => projects.delete(ref))
    return made
  }

  async function openDirect(ref: string, limits: SessionLimits): Promise<DirectDatabase | undefined> {
    const first = await host.signIn(ref)
    if (first === 'serve') return undefined
    const connections = Math.min(limits.connections, first.connections)
    return new DirectDatabase(
      async () => {
        const signIn = await host.signIn(ref)
        if (signIn === 'serve') throw new EngineError('lost', databaseText.ended)
        return signIn
      },
      { ...limits, connections },
    )
  }

  async function serveByPlatform(ref: string, request: SessionRequest): Promise<PipelineResult[]> {
    const { signal, isKept, ...plain } = request
    const runId = randomUUID()
    const cancel = () => void host.cancel(ref, runId)
    signal.addEventListener('abort', cancel, { once: true })
    const deciding: Deciding = { isKept, error: undefined }
    if (isKept) undecided.set(runId, deciding)
    try {
      const rows = await host.serve(ref, { ...plain, runId }, isKept !== undefined)
      if (deciding.error) throw deciding.error
      return asBuffers(rows)
    } finally {
      undecided.delete(runId)
      signal.removeEventListener('abort', cancel)
    }
  }

  /** What it throws stays in this thread: the platform needs to know only that nothing is kept. */
  function isKept(runId: string, rows: PipelineResult[]): boolean {
    const deciding = undecided.get(runId)
    try {
      return deciding?.isKept?.(asBuffers(rows)) ?? false
    } catch (error) {
      if (deciding) deciding.error = error
      return false
    }
  }

  function tellUse(ref: string, project: OpenProject): void {
    const now = performance.now()
    if (project.toldAt > 0 && now - project.toldAt < TELL_USE_MS) return
    project.toldAt = now
    host.used(ref)
  }

  function close(ref: string): void {
    const known = projects.get(ref)
    projects.delete(ref)
    known?.direct.then(
      (direct) => direct?.close(),
      () => {},
    )
  }

  return {
    isKept,
    async serve(ref, limits, request) {
      const project = open(ref, limits)
      const direct = await project.direct
      if (!direct) return serveByPlatform(ref, request)
      tellUse(ref, project)
      return direct.serve(request)
    },
    close(ref) {
      for (const one of ref === undefined ? projects.keys() : [ref]) close(one)
    },
  }
}

/** Bytes that came from another thread are no longer buffers. */
function asBuffers(results: PipelineResult[]): PipelineResult[] {
  return results.map(({ rows, names }) => ({
    rows: rows.map((row) => row.map((cell) => cell && Buffer.from(cell.buffer))),
    names,
  }))
}
