/**
 * PostgreSQL refuses to run as root. A root process starts it as the user `postgres`, or as `nobody`,
 * who must be able to reach its files.
 */
import { chmod, chown, lchown, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EngineError } from '../engine.js'
import { forEachAtOnce } from '../for-each-at-once.js'
import { directoryTree } from '../templates/directory-tree.js'
import { engineText } from '../../text/engines.js'

export interface ProcessUser {
  name: string
  uid: number
  gid: number
}

/** The user to switch to; undefined when this process may run PostgreSQL itself. @throws EngineError `unavailable` */
export async function processUser(): Promise<ProcessUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const user = findUser(passwd, 'postgres') ?? findUser(passwd, 'nobody')
  if (!user) {
    throw new EngineError('unavailable', engineText.rootWithoutUser)
  }
  return user
}

function findUser(passwd: string, wanted: string): ProcessUser | undefined {
  for (const line of passwd.split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name === wanted && uid && gid) return { name, uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/** @throws EngineError `unavailable` naming the first directory on the way to `path` that the user may not enter */
export async function checkReachable(path: string, user: ProcessUser | undefined): Promise<void> {
  if (!user) return
  for (const directory of ancestors(resolve(path))) {
    const { mode, uid, gid } = await stat(directory)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) !== 0) continue
    throw new EngineError('unavailable', engineText.userCannotEnter(user.name, directory))
  }
}

function ancestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [...ancestors(parent), path]
}

/** Makes the user the owner of a directory that only they can enter. */
export async function handOver(directory: string, user: ProcessUser | undefined): Promise<void> {
  await chmod(directory, 0o700)
  if (user) await chown(directory, user.uid, user.gid)
}

/** Makes the user the owner of a directory and its contents, without links. */
export async function handOverAll(directory: string, user: ProcessUser | undefined): Promise<void> {
  if (!user) return
  const { directories, files } = await directoryTree(directory)
  await forEachAtOnce([...directories, ...files], (path) => lchown(join(directory, path), user.uid, user.gid))
}
