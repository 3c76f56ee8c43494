/** One program owns a data directory at a time; a lock whose program has died is taken over. */
import { mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from './engine.js'

interface Owner {
  pid: number
  /** Clock ticks since boot at which the process began, where the system tells. */
  startedAt: string | null
}

/** @throws EngineError `locked`, naming the process that owns the directory */
export async function lockDataDirectory(dataDir: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'lock')
  const handle = await take(file, dataDir)
  const own: Owner = { pid: process.pid, startedAt: (await startOf(process.pid)) ?? null }
  await handle.writeFile(JSON.stringify(own))
  await handle.close()
  return { release: () => rm(file, { force: true }) }
}

async function take(file: string, dataDir: string): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(file, 'wx', 0o600)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = await readOwner(file)
    if (owner && (await isRunning(owner))) {
      throw new EngineError('locked', `The data directory ${dataDir} is in use by process ${owner.pid}.`)
    }
    await rm(file, { force: true })
  }
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner
  } catch {
    return undefined
  }
}

async function isRunning({ pid, startedAt }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const start = await startOf(pid)
  return startedAt === null || start === undefined || start === startedAt
}

/** Field 22 of `/proc/<pid>/stat`; the second field may hold blanks and brackets. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}
