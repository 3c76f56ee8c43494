/** Builds the engine the operator wants, or the best that runs here. */
import { join } from 'node:path'
import { ClusterEngine } from './cluster/cluster-engine.js'
import { chooseEngine } from './engine-choice.js'
import { EngineError, type Engine, type EngineKind } from './engine.js'
import { silentLog, type EngineLog } from './engine-log.js'
import { PgliteEngine } from './pglite/pglite-engine.js'
import { fileSecrets, type Secrets } from './secrets.js'
import { PostgresEngine } from './server/postgres-engine.js'

export interface CreateEngineOptions {
  kind: 'auto' | EngineKind
  /** Lock it first: `lockDataDirectory`. */
  dataDir: string
  /** For `postgres`. */
  databaseUrl?: string
  /** For `postgres`: makes our roles and schemas in that database. Default false: nothing in it is changed. */
  prepare?: boolean
  /** Where passwords of a cluster are kept. Default: files under the data directory. */
  secrets?: Secrets
  log?: EngineLog
  /** An unused database is closed after this time. Default: 10 minutes for `cluster`, 5 for `pglite`. */
  idleMs?: number
}

/** No database is opened yet. @throws EngineError `unavailable` when the wanted engine can't run here */
export async function createEngine(options: CreateEngineOptions): Promise<Engine> {
  const { kind, dataDir, databaseUrl, prepare = false, log = silentLog, idleMs } = options
  if (kind === 'postgres') {
    if (databaseUrl === undefined)
      throw new EngineError('unreachable', 'The engine postgres needs a database URL.')
    return new PostgresEngine({ databaseUrl, prepare })
  }
  const idle = idleMs === undefined ? {} : { idleMs }
  const choice = await chooseEngine(dataDir, kind)
  if (choice.kind === 'pglite') {
    log.info(choice.reason)
    return new PgliteEngine({ dataDir, ...idle })
  }
  const secrets = options.secrets ?? fileSecrets(join(dataDir, 'secrets'))
  return new ClusterEngine({ dataDir, binaries: choice.binaries, secrets, ...idle })
}
