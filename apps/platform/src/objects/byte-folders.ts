/** The folders of a project's files in the data directory. They go with the project's own folder. */
import { join } from 'node:path'
import { projectDirectory } from '../engines/project-directory.js'
import { isUuid } from './uuid.js'

/** Of whole files; two levels of folders keep each of them small. */
export function objectsFolder(dataDir: string, project: string): string {
  return join(projectDirectory(dataDir, project), 'objects')
}

/** Of files that are not whole yet. */
export function uploadsFolder(dataDir: string, project: string): string {
  return join(projectDirectory(dataDir, project), 'uploads')
}

/** Where the bytes of an id are. @throws Error when it is not a UUID: it could name another folder */
export function bytesPath(dataDir: string, project: string, id: string): string {
  if (!isUuid(id)) throw new Error('not an id of bytes')
  return join(objectsFolder(dataDir, project), bytesName(id))
}

/** The same within the folder of a project's files. */
export function bytesName(id: string): string {
  return `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`
}
