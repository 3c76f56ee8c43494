/** PgBouncer beside a running app, for tests. */
import { pino } from 'pino'
import { findPgbouncer } from '../src/poolers/find-pgbouncer.js'
import { startPoolers, type Poolers, type PoolersDeps } from '../src/poolers/poolers.js'
import type { RunningApp } from './running-app.js'

/** @throws when PgBouncer is not installed */
export async function startTestPoolers(
  running: RunningApp,
  installationId: string,
  more: Pick<PoolersDeps, 'ports' | 'access'>,
): Promise<Poolers> {
  const program = await findPgbouncer()
  if (!program) throw new Error('PgBouncer is missing. Debian: apt-get install pgbouncer')
  return startPoolers({
    program,
    control: running.control,
    life: running.life,
    box: running.box,
    projectChanges: {
      isWhole: () => true,
      onTurn: () => () => {},
      subscribe: () => () => {},
      onNotifications: () => () => {},
      onData: () => () => {},
      onWrite: () => () => {},
    },
    installationId,
    dataDir: running.dataDir,
    log: pino({ level: 'silent' }),
    lookEveryMs: 100,
    ...more,
  })
}
