/** The directory of a database, and its name. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from './engine.js'
import { directoryText } from '../text/engines.js'

const ID_FORM = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** Whether it is a valid id, and so a safe directory name. */
export function isDatabaseId(id: DatabaseId): boolean {
  return ID_FORM.test(id)
}

/** `<dataDir>/projects/<id>`. @throws EngineError when the id could name another folder */
export function projectDirectory(dataDir: string, id: DatabaseId): string {
  if (!isDatabaseId(id)) throw new EngineError('directory', directoryText.notAnId(id))
  return join(dataDir, 'projects', id)
}

/** Removal is retried, because an ending process may still write a file. */
const REMOVE_AGAIN_TIMES = 10

/** Deletes the directory. Idempotent. @throws EngineError `directory` */
export async function removeProjectDirectory(dataDir: string, id: DatabaseId): Promise<void> {
  const directory = projectDirectory(dataDir, id)
  await rm(directory, { recursive: true, force: true, maxRetries: REMOVE_AGAIN_TIMES }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new EngineError('directory', directoryText.notDeleted(directory, error.code), { cause: error })
    },
  )
}

/** Deletes the files of users of a project whose database is elsewhere. Idempotent. @throws EngineError `directory` */
export async function removeProjectFiles(dataDir: string, id: DatabaseId): Promise<void> {
  for (const name of ['objects', 'uploads']) {
    const directory = join(projectDirectory(dataDir, id), name)
    await rm(directory, { recursive: true, force: true, maxRetries: REMOVE_AGAIN_TIMES }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new EngineError('directory', directoryText.notDeleted(directory, error.code), { cause: error })
      },
    )
  }
  // A database that our engines made there before stays.
  await rmdir(projectDirectory(dataDir, id)).catch((error: NodeJS.ErrnoException) => {
    if (!ALREADY_GONE_OR_IN_USE.has(error.code)) throw error
  })
}

const ALREADY_GONE_OR_IN_USE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST'])
