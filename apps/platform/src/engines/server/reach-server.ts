/** Connects to a server, with TLS if offered, and checks that its version is supported. */
import type pg from 'pg'
import { EngineError } from '../engine.js'
import { withoutTls, type DatabaseUrl } from './database-url.js'
import { serverFacts, type ServerFacts } from './server-version.js'
import { versionText } from './version-text.js'
import { databaseText } from '../../text/databases.js'

export interface ReachedServer extends ServerFacts {
  /** The settings that worked. */
  config: pg.ClientConfig
}

const OLDEST_VERSION = 140_000

/** Signs in once and changes nothing. @throws EngineError `unreachable`, `authentication`, `untrusted`, `version` */
export async function reachServer(url: DatabaseUrl): Promise<ReachedServer> {
  const reached = await reach(url)
  if (reached.versionNumber >= OLDEST_VERSION) return reached
  if (Number.isNaN(reached.versionNumber)) {
    throw new EngineError('unreachable', databaseText.notPostgres(`${url.host}:${url.port}`))
  }
  throw new EngineError(
    'version',
    databaseText.tooOld(`${url.host}:${url.port}`, versionText(reached.versionNumber)),
  )
}

async function reach({ config, plainWillDo }: DatabaseUrl): Promise<ReachedServer> {
  try {
    return { config, ...(await serverFacts(config)) }
  } catch (error) {
    if (!plainWillDo || !(error instanceof EngineError) || error.code !== 'no-tls') throw error
    const plain = withoutTls(config)
    return { config: plain, ...(await serverFacts(plain)) }
  }
}
