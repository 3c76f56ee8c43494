/** Runs the connection poolers of a hosted platform where PgBouncer is installed. */
import type { Logger } from 'pino'
import type { Config } from '../config.js'
import { programAccess } from '../database-ports.js'
import type { Inside } from '../open-platform.js'
import { findPgbouncer } from './find-pgbouncer.js'
import { startPoolers, type Poolers } from './poolers.js'

/** Undefined: this build has none, or PgBouncer is not installed. Never rejects. @param ends is given what stops them */
export async function runPoolers(
  { control, life, box, projectChanges }: Inside,
  config: Config,
  installationId: string,
  log: Logger,
  ends: (() => Promise<void>)[],
): Promise<Poolers | undefined> {
  const { platform, dataDir } = config
  const program = platform ? await findPgbouncer() : undefined
  if (!program) return undefined
  try {
    const poolers = await startPoolers({
      program,
      control,
      life,
      box,
      projectChanges,
      installationId,
      dataDir,
      access: programAccess(config),
      log,
    })
    ends.push(() => poolers.close())
    return poolers
  } catch (err) {
    log.error({ err }, 'the connection poolers could not be started')
    return undefined
  }
}
