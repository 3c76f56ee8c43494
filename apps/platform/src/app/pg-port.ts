/** The port of the databases in PGlite, where the operator has switched it on. */
import type { Logger } from 'pino'
import type { Config } from '../config/config.js'
import { OWN_REF } from '../control/own-installation.js'
import { projectByRef } from '../control/projects.js'
import { programAccess } from '../config/database-ports.js'
import type { DatabaseAddress } from '../engines/engine.js'
import { freePort } from '../engines/cluster/free-port.js'
import { ClientPort } from '../engines/pglite/socket/client-port.js'
import type { Inside } from '../services/open-platform.js'
import { listenAddresses } from '../engines/program-access.js'
import { listenError, StartError } from './start-failure.js'
import { startText } from '../text/start.js'

export interface PgPortDeps {
  /** The first connection may come before it is open. */
  inside: Promise<Pick<Inside, 'control' | 'life' | 'registry'>>
  log: Logger
}

export interface PgPort {
  /** As programs are told. */
  address: DatabaseAddress
  close(): Promise<void>
}

export type PgPortConfig = Pick<Config, 'pgPort' | 'pgHost' | 'pgTls' | 'publicUrl' | 'platform'>

/** Undefined: it is not switched on. @throws StartError */
export async function openPgPort(
  config: PgPortConfig,
  { inside, log }: PgPortDeps,
): Promise<PgPort | undefined> {
  const { pgPort, platform } = config
  if (pgPort === undefined) return undefined
  const { listen, host, tls } = programAccess(config)
  try {
    const opened = await ClientPort.listen({
      host: listen,
      port: pgPort,
      tls,
      ownRef: platform ? undefined : OWN_REF,
      async passwordOf(ref) {
        const { control, life, registry } = await inside
        const row = await projectByRef(control, ref)
        return row?.engine === 'pglite' && life.isHere(row) ? registry.embedded().passwordOf(ref) : undefined
      },
      async open(ref) {
        const { life, registry } = await inside
        // It checks that the project is not paused.
        await life.database(ref)
        return registry.embedded().open(ref)
      },
      onError: (err) => log.error({ err }, 'a program could not be connected to a database in PGlite'),
    })
    return { address: { host, port: opened.port }, close: () => opened.close() }
  } catch (error) {
    throw listenError(error, listen, pgPort, 'pg-port')
  }
}

/** Tried at the start: a server of a project would say it only when it is opened. @throws StartError */
export async function checkPgHost(config: PgPortConfig): Promise<void> {
  const access = programAccess(config)
  try {
    await freePort(0, listenAddresses(access))
  } catch (cause) {
    throw new StartError(startText.pgHost(access.listen), { cause })
  }
}
