/**
 * Through what a program reaches a database: directly, through the shared pooler, or the project's own one.
 * @rule connect.poolers  @spec §4, §6, §9
 */
import type {
  PgbouncerConfig,
  ProjectDatabase,
  ProjectSettings,
  SupavisorConfig,
} from '@basedeck/platform-client/contract'
import type { ConnectionMethod, ConnectionTarget } from './connect-strings.js'

/** Of the shared transaction pooler. SPEC §9. */
export const TRANSACTION_POOLER_PORT = 6543
/** Of the shared session pooler. SPEC §9. */
export const SESSION_POOLER_PORT = 5432

/** The shared pooler serves the free plan, and sessions of every plan; paid plans have one of their own. SPEC §6. */
export type PoolerKind = 'shared' | 'dedicated'

/** Why a way to the database can't be shown. */
export type UnavailableReason =
  /** No program of a pooler runs. */
  | 'no-pooler'
  /** It runs in session mode, which has no transaction pooler. SPEC §4. */
  | 'session-mode'
  /** It is not there at this moment. */
  | 'pooler-down'
  /** PGlite opens a port only where the operator asks for it. */
  | 'no-port'

/** One way to the database, as far as it can be used. */
export type ConnectionWay =
  | {
      type: 'target'
      target: ConnectionTarget
      pooler: PoolerKind | null
      /** PGlite has one session, so that a second program is refused while the first is connected. */
      oneAtATime: boolean
    }
  | { type: 'unavailable'; reason: UnavailableReason }

/** What the platform says of a project's databases and poolers. */
export interface ConnectionSources {
  settings: Pick<ProjectSettings, 'db_host' | 'db_port' | 'db_name' | 'db_user'>
  databases: readonly Pick<
    ProjectDatabase,
    'identifier' | 'type' | 'engine' | 'db_host' | 'db_port' | 'db_name' | 'db_user'
  >[]
  /** The one that was chosen. */
  identifier: string
  /** Of the organization. */
  plan: string
  shared: readonly SupavisorConfig[]
  dedicated: PgbouncerConfig | null
}

/** The ways that a build shows: a self-hosted one has no pooler. */
export function connectionMethods(isPlatform: boolean): readonly ConnectionMethod[] {
  return isPlatform ? ['direct', 'transaction', 'session'] : ['direct']
}

/** Which pooler takes transactions in a plan. */
export function transactionPooler(plan: string): PoolerKind {
  return plan === 'free' ? 'shared' : 'dedicated'
}

/** The way that a method takes to the chosen database. */
export function connectionWay(method: ConnectionMethod, sources: ConnectionSources): ConnectionWay {
  switch (method) {
    case 'direct':
      return directWay(sources)
    case 'transaction':
      return transactionPooler(sources.plan) === 'shared'
        ? sharedTransactions(sources)
        : dedicatedTransactions(sources)
    case 'session':
      return sharedSessions(sources)
  }
}

/** A replica has the same name and user; its host and port are its own. */
function directWay({ settings, databases, identifier }: ConnectionSources): ConnectionWay {
  const chosen = databases.find((database) => database.identifier === identifier)
  const { db_host, db_port, db_name, db_user } = chosen ?? settings
  if (db_port === 0) return { type: 'unavailable', reason: 'no-port' }
  const target = { host: db_host, port: db_port, database: db_name, user: db_user }
  return { type: 'target', target, pooler: null, oneAtATime: chosen?.engine === 'pglite' }
}

function sharedTransactions({ shared, identifier }: ConnectionSources): ConnectionWay {
  const entry = shared.find((one) => one.identifier === identifier)
  if (!entry) return { type: 'unavailable', reason: 'no-pooler' }
  if (entry.status === 'COMING_UP') return { type: 'unavailable', reason: 'pooler-down' }
  if (entry.pool_mode === 'session') return { type: 'unavailable', reason: 'session-mode' }
  return { type: 'target', target: targetOf(entry), pooler: 'shared', oneAtATime: false }
}

function dedicatedTransactions(sources: ConnectionSources): ConnectionWay {
  const { dedicated, databases, identifier } = sources
  if (!dedicated) return { type: 'unavailable', reason: 'no-pooler' }
  const chosen = databases.find((database) => database.identifier === identifier)
  // At one host the port of the project's own pooler leads to the primary.
  const isBeside = chosen?.type === 'READ_REPLICA' && chosen.db_host === dedicated.db_host
  if (isBeside) return sharedTransactions(sources)
  if (!dedicated.pgbouncer_enabled)
    return {
      type: 'unavailable',
      reason: dedicated.pgbouncer_status === 'COMING_UP' ? 'pooler-down' : 'no-pooler',
    }
  if (dedicated.pool_mode === 'session') return { type: 'unavailable', reason: 'session-mode' }
  const target = targetOf(dedicated)
  const host = chosen?.type === 'READ_REPLICA' ? chosen.db_host : target.host
  return { type: 'target', target: { ...target, host }, pooler: 'dedicated', oneAtATime: false }
}

function sharedSessions({ shared, identifier }: ConnectionSources): ConnectionWay {
  const entry = shared.find((one) => one.identifier === identifier)
  if (!entry) return { type: 'unavailable', reason: 'no-pooler' }
  if (entry.status === 'COMING_UP') return { type: 'unavailable', reason: 'pooler-down' }
  const target = { ...targetOf(entry), port: sessionPort(entry) }
  return { type: 'target', target, pooler: 'shared', oneAtATime: false }
}

/** A pooler whose ports were occupied names the other one; the rule of 6543 and 5432 applies to 6543 alone. */
function sessionPort({ db_port, db_session_port }: SupavisorConfig): number {
  if (db_session_port !== undefined) return db_session_port
  return db_port === TRANSACTION_POOLER_PORT ? SESSION_POOLER_PORT : db_port
}

function targetOf({
  db_host,
  db_port,
  db_name,
  db_user,
}: SupavisorConfig | PgbouncerConfig): ConnectionTarget {
  return { host: db_host, port: db_port, database: db_name, user: db_user }
}
