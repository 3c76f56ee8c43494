/**
 * The temporary folder of a platform's processes of functions. The kernel's lock on it tells whether that platform goes on: what
 * killed ones left is deleted by the next that starts.
 */
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockByKernel, type KernelLock } from '../engines/kernel-lock.js'
import { isAlive } from '../engines/process-alive.js'

export interface RunFolder {
  path: string
  /** Deletes it. */
  remove(): Promise<void>
}

const NAME = 'basedeck-fn'
/** `basedeck-fn.<pid>.<random>`; an older program named its folder `basedeck-fn-<random>`, and did not lock it. */
const NAMED = new RegExp(`^${NAME}(?:\\.(\\d+)\\.|-)\\w{6}$`)
const UNLOCKED_MS = 24 * 3600 * 1000

/** Deno opens no socket where the system keeps its special files, though such a folder may be one of memory (`/dev/shm`). */
export function denoFolder(temporary = tmpdir()): string {
  return /^\/(dev|proc|sys)\//.test(temporary) ? '/tmp' : temporary
}

export async function openRunFolder(parent = denoFolder()): Promise<RunFolder> {
  for (;;) {
    const path = await mkdtemp(join(parent, `${NAME}.${process.pid}.`))
    // Each process enters its own folder in it.
    await chmod(path, 0o711)
    const lock = lockOf(path)
    // A platform that started at the same time may have swept it before it was locked.
    if (lock?.type === 'taken' || !(await isThere(path))) continue
    return {
      path,
      async remove() {
        await rm(path, { recursive: true, force: true })
        if (lock?.type === 'held') lock.release()
      },
    }
  }
}

/** Deletes the folders of platforms that have ended. Those of others that can't be deleted stay. */
export async function sweepRunFolders(now: number, parent = denoFolder()): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const named = NAMED.exec(name)
    if (!named) continue
    const path = join(parent, name)
    await removeIfLeft(path, named[1] === undefined ? undefined : Number(named[1]), now).catch(() => {})
  }
}

/** @param pid undefined: of an older program */
async function removeIfLeft(path: string, pid: number | undefined, now: number): Promise<void> {
  if (pid === undefined && now - (await stat(path)).mtimeMs < UNLOCKED_MS) return
  const lock = lockOf(path)
  if (!lock || lock.type === 'taken') return
  try {
    if (lock.type === 'unavailable' && (pid === undefined || isAlive(pid))) return
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  } finally {
    if (lock.type === 'held') lock.release()
  }
}

/** Undefined: it is gone, or somebody else’s. */
function lockOf(path: string): KernelLock | undefined {
  try {
    return lockByKernel(path)
  } catch {
    return undefined
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
