/**
 * The files that connect an application to a project: complete enough to copy and to run. Servers ask the database by
 * its URL, browsers and phones the object API by the key that anyone may have.
 * @rule connect.files  @spec §2
 */
import { browserFiles } from './browser-files.js'
import type { ConnectFile, FileValues } from './file.js'
import { nativeFiles } from './native-files.js'
import { ormFiles } from './orm-files.js'
import { serverFiles } from './server-files.js'

export type { ConnectFile, FileValues } from './file.js'

/** An entry of the catalogue, by the keys of its lists. */
export interface ChosenFramework {
  framework: string
  /** Absent: the framework has one way of use. */
  using?: string | undefined
  with: string
}

/** The files of an entry of the catalogue, in the order in which they are made. @throws for an unknown entry */
export function connectFiles(chosen: ChosenFramework, values: FileValues): ConnectFile[] {
  const { framework, using, with: library } = chosen
  const name = using === undefined ? framework : `${framework}/${using}`
  const files =
    serverFiles(name, library, values) ??
    browserFiles(name, values) ??
    nativeFiles(name, values) ??
    ormFiles(name, library, values)
  if (!files) throw new Error(`Connect has no files for ${name}`)
  return files.map((file) => ({ ...file, code: file.code.trimEnd() }))
}
