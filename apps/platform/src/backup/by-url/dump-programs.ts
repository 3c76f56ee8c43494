/** Finds `pg_dump` and `pg_restore`. They read servers of their own major version and of older ones. */
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { programFolders } from '../../engines/cluster/binaries.js'
import { keptText } from '../../text/kept-backups.js'
import { BackupError } from '../backup-error.js'

const run = promisify(execFile)

/**
 * The folder of the oldest pair that reads this server.
 * @param major of the server
 * @throws BackupError: none is installed
 */
export async function findDumpPrograms(major: number, path = process.env['PATH'] ?? ''): Promise<string> {
  const folders = await programFolders(path.split(delimiter).filter(Boolean))
  const found = (await Promise.all([...new Set(folders)].map(inspect))).filter((one) => one !== undefined)
  const [fitting] = found.filter((one) => one.major >= major).toSorted((a, b) => a.major - b.major)
  if (fitting) return fitting.folder
  throw new BackupError(keptText.noDumpProgram(major, [...new Set(found.map((one) => one.major))]))
}

async function inspect(folder: string): Promise<{ folder: string; major: number } | undefined> {
  try {
    await access(join(folder, 'pg_restore'), constants.X_OK)
    const { stdout } = await run(join(folder, 'pg_dump'), ['--version'], { timeout: 5000 })
    const [, major] = /(\d+)(?:\.\d+)*/.exec(stdout) ?? []
    return major === undefined ? undefined : { folder, major: Number(major) }
  } catch {
    return undefined
  }
}
