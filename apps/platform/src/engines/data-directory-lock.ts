/** One program owns a data directory at a time; a lock whose program has died is taken over. */
import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from './engine.js'
import { isAlive } from './process-alive.js'

/** Who holds a lock. A pid alone would not do: it may have gone to another program since. */
interface Holder {
  pid: number
  /** Clock ticks from boot to the program's start; null where the system doesn't tell. */
  startedAt: string | null
  token: string
}

export interface DataDirectoryLock {
  /** Idempotent. */
  release(): Promise<void>
}

/**
 * Take it before any engine opens the directory.
 * @throws EngineError `locked`, naming the process that holds it; `directory` when nothing can be written there
 */
export async function lockDataDirectory(dataDir: string): Promise<DataDirectoryLock> {
  const file = join(dataDir, 'lock')
  const own: Holder = {
    pid: process.pid,
    startedAt: (await startOf(process.pid)) ?? null,
    token: randomUUID(),
  }
  try {
    await mkdir(dataDir, { recursive: true })
    while (!(await create(file, own))) await removeIfDead(file, dataDir)
  } catch (error) {
    if (error instanceof EngineError) throw error
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new EngineError('directory', `The data directory ${dataDir} can’t be locked (${reason}).`, {
      cause: error,
    })
  }
  return {
    async release() {
      if ((await readHolder(file))?.token === own.token) await rm(file, { force: true })
    },
  }
}

/** The file appears whole or not at all; false when there is one already. */
async function create(file: string, own: Holder): Promise<boolean> {
  const draft = `${file}.${own.token}`
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Puts the old lock aside before removing it, so that a lock somebody took meanwhile is given back. */
async function removeIfDead(file: string, dataDir: string): Promise<void> {
  const seen = await readHolder(file)
  if (seen && (await isRunning(seen))) throw locked(dataDir, seen)
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const moved = await readHolder(aside)
  if (moved && moved.token !== seen?.token) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

function locked(dataDir: string, { pid }: Holder): EngineError {
  const who = pid === process.pid ? 'this process already' : `process ${pid}`
  return new EngineError(
    'locked',
    `The data directory ${dataDir} is in use by ${who}; stop it, or choose another.`,
  )
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

async function isRunning({ pid, startedAt }: Holder): Promise<boolean> {
  if (!isAlive(pid)) return false
  const start = await startOf(pid)
  return startedAt === null || start === undefined || start === startedAt
}

const startField = 22
const fieldsBeforeName = 3

/** From Linux's `/proc`; the name before the other fields may hold blanks and brackets. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[startField - fieldsBeforeName]
}
