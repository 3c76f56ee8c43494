/**
 * Reads of the data API that go to a replica: because their caller asks for it, or by the project's setting. What a session or
 * a key has written it reads for a minute only where that is: the position of its last write is kept, and a replica that
 * has not replayed it is not asked.
 */
import { DatabaseError, EngineError } from '../../engines/engine.js'
import { DomainError } from '../../kernel/domain-error.js'
import type { PlainAnswer } from '../plain/plain-request.js'
import type { ProjectSessions } from '../sessions/project-sessions.js'
import type { SessionLimits } from '../sessions/session-request.js'
import { READ_HEADER, SERVED_BY_HEADER } from './family-names.js'
import type { DataHost } from './data-host.js'

/** One call of a project's data API. */
export interface DataCall {
  ref: string
  method: string
  headers: Readonly<Record<string, string>>
  /** Whose writes its caller must see: a session, or a key. */
  identity: string
  limits: SessionLimits
  signal: AbortSignal
}

export interface ReplicaReads {
  /** @param run answers from the database of that id: the project's ref is its primary */
  answer(call: DataCall, run: (id: string) => Promise<PlainAnswer>): Promise<PlainAnswer>
}

/** Milliseconds after which the replicas are looked at again. */
const KNOWN_MS = 1000
/** For so long what one wrote is seen by the same one. */
const KEPT_MS = 60_000
/** Positions kept at a time; the oldest give way. */
const MOST_KEPT = 10_000
const ASK_MS = 5000
/** PostgreSQL refuses on a replica what writes, and ends what its primary's clean-up disturbs. */
const ONLY_ON_PRIMARY = new Set(['25006', '40001', '55000', '57P01'])

type Targets = Awaited<ReturnType<DataHost['readTargets']>>

export function createReplicaReads({
  host,
  sessions,
  now = () => performance.now(),
}: {
  host: Pick<DataHost, 'readTargets'>
  sessions: Pick<ProjectSessions, 'serve'>
  now?(): number
}): ReplicaReads {
  const known = new Map<
    string,
    { targets: Targets | undefined; at: number; coming: Promise<Targets> | undefined }
  >()
  const written = new Map<string, { position: string; at: number }>()
  let turn = 0

  /** What is known, which may be a moment old; and what is coming, if it is older. */
  function targetsOf(ref: string): { targets: Targets | undefined; coming: Promise<Targets> | undefined } {
    const entry = known.get(ref) ?? { targets: undefined, at: -Infinity, coming: undefined }
    known.set(ref, entry)
    if (now() - entry.at >= KNOWN_MS && !entry.coming)
      entry.coming = host
        .readTargets(ref)
        .then((targets) => (entry.targets = targets))
        .catch((): Targets => (entry.targets = NONE))
        .finally(() => {
          entry.at = now()
          entry.coming = undefined
        })
    return entry
  }

  async function askPosition({ ref, limits, signal }: DataCall, id: string, query: string): Promise<string> {
    const [result] = await sessions.serve(id, limits, {
      statements: [{ text: query, values: [] }],
      mostBytes: 1000,
      timeoutMs: ASK_MS,
      signal: id === ref ? new AbortController().signal : signal,
    })
    return result?.rows[0]?.[0]?.toString() ?? ''
  }

  const keyOf = ({ ref, identity }: DataCall) => `${ref} ${identity}`

  async function keepPosition(call: DataCall): Promise<void> {
    const position = await askPosition(call, call.ref, 'select pg_catalog.pg_current_wal_insert_lsn()::text')
    const key = keyOf(call)
    written.delete(key)
    written.set(key, { position, at: now() })
    for (const oldest of written.keys()) {
      if (written.size <= MOST_KEPT) break
      written.delete(oldest)
    }
  }

  async function hasSeen(call: DataCall, id: string): Promise<boolean> {
    const last = written.get(keyOf(call))
    if (!last || now() - last.at > KEPT_MS) return true
    const said = await askPosition(
      call,
      id,
      `select (pg_catalog.pg_last_wal_replay_lsn() >= '${last.position}'::pg_catalog.pg_lsn)::text`,
    )
    return said === 'true'
  }

  async function fromReplica(call: DataCall, id: string, run: (id: string) => Promise<PlainAnswer>) {
    if (!(await hasSeen(call, id))) return undefined
    const answer = await run(id)
    return { ...answer, headers: [...answer.headers, [SERVED_BY_HEADER, id] as const] }
  }

  return {
    async answer(call, run) {
      const asked = call.headers[READ_HEADER]?.trim().toLowerCase()
      const isRead = call.method === 'GET' || call.method === 'HEAD'
      const { targets, coming } = targetsOf(call.ref)
      if (!isRead) {
        const answer = await run(call.ref)
        const { replicas } = targets ?? (await coming) ?? NONE
        if (replicas.length > 0 && answer.status < 400) await keepPosition(call).catch(() => {})
        return answer
      }
      if (asked === 'primary') return run(call.ref)
      const isAsked = asked === 'replica'
      // Nobody waits for it unasked.
      const { reads, replicas } = targets ?? (isAsked ? await coming : undefined) ?? NONE
      if (!isAsked && !reads.enabled) return run(call.ref)
      const fit = replicas.filter(({ lagSeconds }) => isAsked || lagSeconds <= reads.max_lag_seconds)
      const chosen = fit[turn++ % Math.max(1, fit.length)]
      if (!chosen) return run(call.ref)
      try {
        return (await fromReplica(call, chosen.id, run)) ?? run(call.ref)
      } catch (error) {
        if (!call.signal.aborted && isOfReplica(error)) return run(call.ref)
        throw error
      }
    },
  }
}

const NONE: Targets = { reads: { enabled: false, max_lag_seconds: 0 }, replicas: [] }

/** The primary may answer where the replica could not. */
function isOfReplica(error: unknown): boolean {
  if (error instanceof DatabaseError) return ONLY_ON_PRIMARY.has(error.report.code ?? '')
  return error instanceof EngineError || error instanceof DomainError
}
