/** What runs in a project's database right now, and the way to stop it. */
import { endpoint, gives } from './endpoint.js'
import { opaqueId } from './params.js'
import { inProject } from './permission.js'

/** What a connection to the database does now. */
export interface RunningQuery {
  /** The process in the database; the run's own id where the engine has no processes. */
  id: string
  /**
   * Without what could be a secret: constants of such statements are `…`. A member who may not change the database gets
   * keywords and structure only.
   */
  query: string
  user: string
  application: string
  /** `queued`: waits for its turn. `locked`: waits for a lock. `idle`: has an idle open transaction. */
  state: 'running' | 'locked' | 'queued' | 'idle'
  /** Milliseconds in this state, or of this statement. */
  forMs: number
  /** What it waits for, in PostgreSQL's words: `Lock: transactionid`. */
  waitsFor?: string
  /** Ids of the queries that block it. */
  blockedBy: string[]
  /** The locks it holds on tables: `public.orders: RowExclusiveLock`. */
  locks: string[]
  /** False for what belongs to a superuser. */
  canCancel: boolean
}

const PATH = '/platform/pg-meta/{ref}/running'
const REQUIRES = { ref: 'Project ref is required' }

/** What runs in the project's database now, also from other programs. */
export const listRunning = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  response: gives<RunningQuery[]>(),
  requires: REQUIRES,
})
/** Stops the statement, not the session; `cancelled` is false when it was over already. */
export const cancelRunning = endpoint({
  method: 'DELETE',
  path: `${PATH}/{runningId}`,
  params: { runningId: opaqueId },
  access: inProject('update', 'database'),
  servedBy: 'holder',
  audit: 'never, because no data is changed',
  response: gives<{ cancelled: boolean }>(),
  requires: REQUIRES,
})
