/**
 * One program owns a data directory at a time. The kernel's lock decides if the system has one. The file `lock` names
 * the holder, and decides on other systems. A lock whose program has died is taken over.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { EngineError } from './engine.js'
import { lockByKernel, type KernelLock } from './kernel-lock.js'
import { isAlive } from './process-alive.js'
import { directoryText } from '../text/engines.js'

/** Who holds a lock. A pid alone is not enough, because it may have been reused. */
interface Holder {
  pid: number
  /** Clock ticks from boot to the program's start; null where the system doesn't report it. */
  startedAt: string | null
  token: string
  /** Whether the kernel's lock is held too. Absent in the file of an older program: false. */
  isHeldByKernel?: boolean
  /** The pid namespace. Null: unknown; absent: written by an older program. */
  pidNamespace?: string | null
  /** The machine's or the container's name. */
  host?: string
}

export interface DataDirectoryLock {
  /** False: two programs in different containers would not see each other. */
  readonly isHeldByKernel: boolean
  /** Idempotent. */
  release(): Promise<void>
}

/**
 * Take it before anything opens the directory.
 * @throws EngineError `locked`, naming the process that holds it; `directory` when nothing can be written there
 */
export async function lockDataDirectory(dataDir: string): Promise<DataDirectoryLock> {
  const file = join(dataDir, 'lock')
  let kernelLock: KernelLock | undefined
  try {
    await mkdir(dataDir, { recursive: true })
    kernelLock = lockByKernel(dataDir)
    if (kernelLock.type === 'taken') throw locked(dataDir, await readHolder(file))
    const own = ownHolder(kernelLock.type === 'held')
    while (!(await create(file, own))) await removeIfDead(file, dataDir, own)
    return lockOf(kernelLock, file, own)
  } catch (error) {
    if (kernelLock?.type === 'held') kernelLock.release()
    if (error instanceof EngineError) throw error
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new EngineError('directory', directoryText.notWritable(dataDir, reason), { cause: error })
  }
}

function ownHolder(isHeldByKernel: boolean): Holder {
  return {
    pid: process.pid,
    startedAt: startOf('self') ?? null,
    token: randomUUID(),
    isHeldByKernel,
    pidNamespace: pidNamespace(),
    host: hostname(),
  }
}

function lockOf(kernelLock: KernelLock, file: string, own: Holder): DataDirectoryLock {
  let isReleased = false
  return {
    isHeldByKernel: kernelLock.type === 'held',
    async release() {
      if (isReleased) return
      isReleased = true
      if ((await readHolder(file))?.token === own.token) await rm(file, { force: true })
      // Released last, so that the next holder's file is not removed.
      if (kernelLock.type === 'held') kernelLock.release()
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

/**
 * Moves the old file away before removing it: if another program has taken the lock since it was read, its file is put back.
 * @throws EngineError `locked`
 */
async function removeIfDead(file: string, dataDir: string, own: Holder): Promise<void> {
  const seen = await readHolder(file)
  // We hold the kernel's lock, so the holder named in the file no longer does.
  const hasEnded = own.isHeldByKernel === true && seen?.isHeldByKernel === true
  if (seen && !hasEnded && isRunning(seen)) throw locked(dataDir, seen)
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const moved = await readHolder(aside)
  if (moved && moved.token !== seen?.token) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

function locked(dataDir: string, holder: Holder | undefined): EngineError {
  return new EngineError('locked', directoryText.locked(dataDir, nameOf(holder)))
}

/** Without a valid file, the holder is unknown. */
function nameOf(holder: Holder | undefined): string {
  if (!holder) return directoryText.holder.other
  const { pid, host } = holder
  if (!isCountedHere(holder)) return directoryText.holder.container(pid, host)
  if (pid === process.pid) return directoryText.holder.own
  return isRunning(holder) ? directoryText.holder.process(pid) : directoryText.holder.other
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function isRunning(holder: Holder): boolean {
  if (!isCountedHere(holder) || !isAlive(holder.pid)) return false
  const start = startOf(holder.pid)
  return holder.startedAt === null || start === undefined || start === holder.startedAt
}

function isCountedHere({ pidNamespace: theirs }: Holder): boolean {
  return theirs === undefined || theirs === null || theirs === pidNamespace()
}

/** Linux names the namespace in which processes are counted. */
function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}

const START_FIELD = 22
const FIELDS_BEFORE_NAME = 3

/** From Linux's `/proc`; the name before the other fields may hold blanks and brackets. */
function startOf(pid: number | 'self'): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD - FIELDS_BEFORE_NAME]
  } catch {
    return undefined
  }
}
