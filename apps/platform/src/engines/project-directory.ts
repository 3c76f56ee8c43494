/** What is stored of a project on disk, and under which name. */
import { join } from 'node:path'
import { EngineError } from './engine.js'

const refForm = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** `<dataDir>/projects/<ref>`. @throws EngineError when the ref could name another place */
export function projectDirectory(dataDir: string, ref: string): string {
  if (!refForm.test(ref)) throw new EngineError('directory', `"${ref}" is not a project reference.`)
  return join(dataDir, 'projects', ref)
}
