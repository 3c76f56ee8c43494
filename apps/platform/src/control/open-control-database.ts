/** Opens the control plane's database: one under the data directory, or a PostgreSQL that several processes share. */
import { EngineError } from '../engines/engine.js'
import { PostgresEngine } from '../engines/server/postgres-engine.js'
import { ControlError, createControlDatabase, type ControlDatabase } from './control-database.js'
import {
  CONTROL_NAME,
  type BackUpControl,
  type ControlLocation,
  type OwnControlLocation,
} from './control-location.js'
import { measuredControl, type OnControlCall } from './measured-control.js'
import { migrateControl } from './migrate.js'
import { ownControlLocation, type OwnControlOptions } from './own-control-location.js'
import { remembering } from './remembering.js'

export interface ControlDatabaseOptions extends OwnControlOptions {
  /** Given: instead of the data directory. */
  databaseUrl?: string | undefined
  /** Called with the duration of each call that reached the database. */
  onCall?: OnControlCall | undefined
}

/** Starts opening at once; calls wait until it is open. @throws EngineError at `ready` */
export function openControlDatabase(
  options: ControlDatabaseOptions,
): ControlDatabase & { ready: Promise<void>; backUp: BackUpControl | undefined } {
  const { open, close, backUp } =
    options.databaseUrl === undefined ? own(options) : shared(options.databaseUrl)
  const asked = createControlDatabase(open, close)
  const plain = options.onCall ? measuredControl(asked, options.onCall) : asked
  const raw = options.databaseUrl === undefined ? remembering(plain) : plain
  const migrated = migrateControl(raw)
  // Only the operator at the terminal sees the message that names the server.
  const ready = migrated.catch((error: unknown) => {
    throw error instanceof ControlError && error.cause instanceof EngineError ? error.cause : error
  })
  // Callers get this failure. Without this line, an unhandled rejection would end the process before the first call.
  ready.catch(() => {})
  return {
    ready,
    close,
    backUp,
    select: async (sql, parameters) => {
      await migrated
      return raw.select(sql, parameters)
    },
    selectOften: async (sql, parameters) => {
      await migrated
      return raw.selectOften(sql, parameters)
    },
    write: async (statements) => {
      await migrated
      return raw.write(statements)
    },
    append: async (statements) => {
      await ready
      return raw.append(statements)
    },
    script: async (sql) => {
      await migrated
      return raw.script(sql)
    },
  }
}

interface Opened extends ControlLocation {
  backUp: BackUpControl | undefined
}

/** The engine is determined at the first use. */
function own(options: ControlDatabaseOptions): Opened {
  let location: Promise<OwnControlLocation> | undefined
  const find = () => (location ??= ownControlLocation(options))
  return {
    open: async () => (await find()).open(),
    close: async () => (await location?.catch(() => undefined))?.close(),
    backUp: async (sink) => (await find()).backUp(sink),
  }
}

function shared(databaseUrl: string): Opened {
  const engine = new PostgresEngine({ databaseUrl })
  return { open: () => engine.open(CONTROL_NAME), close: () => engine.close(), backUp: undefined }
}
