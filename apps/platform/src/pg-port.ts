/** The port of the databases in PGlite, where the operator has switched it on. */
import type { Logger } from 'pino'
import type { Config } from './config.js'
import { OWN_REF } from './control/own-installation.js'
import { projectByRef } from './control/projects.js'
import { ClientPort, SOCKET_HOST } from './engines/pglite/socket/client-port.js'
import type { Inside } from './open-platform.js'
import { listenError } from './start-failure.js'

export interface PgPortDeps {
  /** The first connection may come before it is open. */
  inside: Promise<Pick<Inside, 'control' | 'life' | 'registry'>>
  log: Logger
}

/** Undefined: it is not switched on. @throws StartError */
export async function openPgPort(
  { pgPort, platform }: Pick<Config, 'pgPort' | 'platform'>,
  { inside, log }: PgPortDeps,
): Promise<ClientPort | undefined> {
  if (pgPort === undefined) return undefined
  try {
    return await ClientPort.listen({
      port: pgPort,
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
  } catch (error) {
    throw listenError(error, SOCKET_HOST, pgPort, 'pg-port')
  }
}
