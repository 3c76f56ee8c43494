/** What is stored of a database on disk, and under which name. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from './engine.js'
import { directoryText } from '../text/engines.js'

const ID_FORM = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** Whether it can name a database, and so a directory. */
export function isDatabaseId(id: DatabaseId): boolean {
  return ID_FORM.test(id)
}

/** `<dataDir>/projects/<id>`. @throws EngineError when the id could name another place */
export function projectDirectory(dataDir: string, id: DatabaseId): string {
  if (!isDatabaseId(id)) throw new EngineError('directory', directoryText.notAnId(id))
  return join(dataDir, 'projects', id)
}

/** A process that is just ending may still write a last file there. */
const REMOVE_AGAIN_TIMES = 10

/** Nothing is left of it. Idempotent. @throws EngineError `directory` */
export async function removeProjectDirectory(dataDir: string, id: DatabaseId): Promise<void> {
  const directory = projectDirectory(dataDir, id)
  await rm(directory, { recursive: true, force: true, maxRetries: REMOVE_AGAIN_TIMES }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new EngineError('directory', directoryText.notDeleted(directory, error.code), { cause: error })
    },
  )
}
