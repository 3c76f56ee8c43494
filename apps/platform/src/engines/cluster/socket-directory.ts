/** The directory of the server's unix socket: private to this user, with a path short enough for the system. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handOver, type ProcessUser } from './process-user.js'

const MAX_PATH_BYTES = 100
const LONGEST_NAME = '.s.PGSQL.65535.lock'

/** Under `projectDirectory` when the path is short enough, else under the system's own temporary directory. */
export async function socketDirectory(
  projectDirectory: string,
  user: ProcessUser | undefined,
): Promise<string> {
  const near = join(projectDirectory, 'run')
  const short = Buffer.byteLength(join(near, LONGEST_NAME)) <= MAX_PATH_BYTES
  const directory = short ? near : await mkdtemp(join(tmpdir(), 'basedeck-'))
  await mkdir(directory, { recursive: true })
  await handOver(directory, user)
  return directory
}

/** A directory outside of the project is made for one start only. */
export async function removeSocketDirectory(directory: string, projectDirectory: string): Promise<void> {
  if (directory !== join(projectDirectory, 'run')) await rm(directory, { recursive: true, force: true })
}
