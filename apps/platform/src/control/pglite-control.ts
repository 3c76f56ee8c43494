/** The control plane in a PGlite under the data directory. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../engines/engine.js'
import { sendAtRest } from '../engines/files-at-rest.js'
import { PgliteDatabase } from '../engines/pglite/pglite-database.js'
import { PGLITE_MAJOR } from '../engines/pglite/pglite-engine.js'
import { CONTROL_NAME, type OwnControlLocation } from './control-location.js'
import { controlText } from '../text/control.js'

/** PGlite is closed after this time without a call, to free its memory. */
const IDLE_MS = 15 * 60_000

/** @param directory holds `pglite` */
export function pgliteControl(directory: string, templatesDirectory: string): OwnControlLocation {
  const database = new PgliteDatabase({
    id: CONTROL_NAME,
    projectDirectory: directory,
    templatesDirectory,
    prepared: 'control',
    idleMs: IDLE_MS,
    beforeOpen: async () => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await requireMajor(directory)
    },
  })
  return {
    open: async () => database,
    close: () => database.close(),
    backUp: (sink) => database.atRest(() => sendAtRest(directory, CONTROL_NAME, sink)),
  }
}

async function requireMajor(directory: string): Promise<void> {
  const text = await readFile(join(directory, 'pglite', 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (text === undefined || Number.parseInt(text, 10) === PGLITE_MAJOR) return
  throw new EngineError('version', controlText.otherPglite(directory, text.trim(), PGLITE_MAJOR))
}
