/** Finds PgBouncer's program on this machine. */
import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export interface PgbouncerProgram {
  path: string
  /** `1.18.0`. */
  version: string
}

/** Debian keeps it where only root's PATH leads. */
const USUAL_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** Undefined: it is not installed. */
export async function findPgbouncer(path = process.env['PATH'] ?? ''): Promise<PgbouncerProgram | undefined> {
  for (const folder of new Set([...path.split(delimiter).filter(Boolean), ...USUAL_FOLDERS])) {
    const program = join(folder, 'pgbouncer')
    const said = await promisify(execFile)(program, ['--version']).catch(() => undefined)
    const version = /PgBouncer (\S+)/.exec(said?.stdout ?? '')?.[1]
    if (version !== undefined) return { path: program, version }
  }
  return undefined
}
