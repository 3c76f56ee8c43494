/** Opens the control plane's database: PGlite under the data directory, or a PostgreSQL that several processes share. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError, type Database } from '../engines/engine.js'
import { PgliteDatabase } from '../engines/pglite/pglite-database.js'
import { pgliteMajor } from '../engines/pglite/pglite-engine.js'
import { PostgresEngine } from '../engines/server/postgres-engine.js'
import { templatesDirectory } from '../engines/templates/database-templates.js'
import { measuredControl } from '../metrics/measured-control.js'
import type { PlatformMetrics } from '../metrics/platform-metrics.js'
import { ControlError, createControlDatabase, type ControlDatabase } from './control-database.js'
import { migrateControl } from './migrate.js'
import { remembering } from './remembering.js'

export interface ControlDatabaseOptions {
  dataDir: string
  /** Given: instead of the data directory. */
  databaseUrl?: string | undefined
  /** Hears how long each call took that reached the database. */
  onCall?: PlatformMetrics['onControlCall'] | undefined
}

/** Its memory is given back after this time without a call. */
const IDLE_MS = 15 * 60_000

/** Runs `work` while nothing changes the control plane's files. */
export type HoldControl = (work: () => Promise<void>) => Promise<void>

/** Begins to open at once; a call made meanwhile waits. @throws EngineError at `ready` */
export function openControlDatabase(
  options: ControlDatabaseOptions,
): ControlDatabase & { ready: Promise<void>; hold: HoldControl | undefined } {
  const { open, close, hold } =
    options.databaseUrl === undefined ? embedded(options.dataDir) : shared(options.databaseUrl)
  const asked = createControlDatabase(open, close)
  const plain = options.onCall ? measuredControl(asked, options.onCall) : asked
  const raw = options.databaseUrl === undefined ? remembering(plain) : plain
  const migrated = migrateControl(raw)
  // The operator at the terminal gets the sentence that names the server; callers don't.
  const ready = migrated.catch((error: unknown) => {
    throw error instanceof ControlError && error.cause instanceof EngineError ? error.cause : error
  })
  // Callers get the failure; before the first call it must not end the process.
  ready.catch(() => {})
  return {
    ready,
    close,
    hold,
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

interface Opened {
  open: () => Promise<Database>
  close: () => Promise<void>
  /** Undefined where the files are another server's. */
  hold: HoldControl | undefined
}

function embedded(dataDir: string): Opened {
  const directory = join(dataDir, 'control')
  const database = new PgliteDatabase({
    ref: 'control',
    projectDirectory: directory,
    templatesDirectory: templatesDirectory(dataDir),
    idleMs: IDLE_MS,
    beforeWake: async () => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await requireMajor(directory)
    },
  })
  return {
    open: async () => database,
    close: () => database.close(),
    hold: (work) => database.atRest(work),
  }
}

async function requireMajor(directory: string): Promise<void> {
  const text = await readFile(join(directory, 'pglite', 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (text === undefined || Number.parseInt(text, 10) === pgliteMajor) return
  throw new EngineError(
    'version',
    `The control plane under ${directory} was made by PostgreSQL ${text.trim()}, and this Basedeck brings ${pgliteMajor}. Start the Basedeck that made it, dump it there, and restore the dump here.`,
  )
}

function shared(databaseUrl: string): Opened {
  const engine = new PostgresEngine({ databaseUrl })
  return { open: () => engine.open('control'), close: () => engine.close(), hold: undefined }
}
