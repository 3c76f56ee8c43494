/** What is stored of a project on disk, and under which name. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from './engine.js'

const refForm = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** Whether it can name a project, and so a directory. */
export function isProjectRef(ref: string): boolean {
  return refForm.test(ref)
}

/** `<dataDir>/projects/<ref>`. @throws EngineError when the ref could name another place */
export function projectDirectory(dataDir: string, ref: string): string {
  if (!isProjectRef(ref)) throw new EngineError('directory', `"${ref}" is not a project reference.`)
  return join(dataDir, 'projects', ref)
}

/** A process that is just ending may still write a last file there. */
const removeAgainTimes = 10

/** Nothing is left of it. Idempotent. @throws EngineError `directory` */
export async function removeProjectDirectory(dataDir: string, ref: string): Promise<void> {
  const directory = projectDirectory(dataDir, ref)
  await rm(directory, { recursive: true, force: true, maxRetries: removeAgainTimes }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new EngineError('directory', `${directory} can’t be deleted (${error.code}).`, { cause: error })
    },
  )
}
