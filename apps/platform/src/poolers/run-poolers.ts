/** Runs the connection poolers of a hosted platform where PgBouncer is installed. */
import type { Logger } from 'pino'
import type { Config } from '../config/config.js'
import { programAccess } from '../config/database-ports.js'
import type { WriteLine } from '../log-lines/log-line.js'
import type { Inside } from '../services/open-platform.js'
import { findPgbouncer } from './find-pgbouncer.js'
import { startPoolers, type Poolers } from './poolers.js'

/** Undefined: this build has none, or PgBouncer is not installed. Never rejects. @param ends is given at once what stops them */
export function runPoolers(
  inside: Pick<Inside, 'control' | 'life' | 'box' | 'projectChanges'> & { writeLine?: WriteLine | undefined },
  config: Config,
  installationId: string,
  log: Logger,
  ends: (() => Promise<void>)[],
): Promise<Poolers | undefined> {
  const started = start(inside, config, installationId, log)
  // A platform that ends while they start ends them too, before the control plane.
  ends.push(async () => (await started)?.close())
  return started
}

async function start(
  inside: Pick<Inside, 'control' | 'life' | 'box' | 'projectChanges'> & { writeLine?: WriteLine | undefined },
  config: Config,
  installationId: string,
  log: Logger,
): Promise<Poolers | undefined> {
  const { platform, dataDir } = config
  const program = platform ? await findPgbouncer() : undefined
  if (!program) return undefined
  try {
    return await startPoolers({
      program,
      ...inside,
      installationId,
      dataDir,
      access: programAccess(config),
      log,
    })
  } catch (err) {
    log.error({ err }, 'the connection poolers could not be started')
    return undefined
  }
}
