/** The data directory. A file in it records its format, so that an older program refuses a newer directory. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../engines/engine.js'
import { startText } from '../text/start.js'

/** Raised when the layout changes. From 3 on, the control plane may be in a cluster. */
const FORMAT = 3
const FILE = 'basedeck.json'

export interface Installation {
  format: number
  /** Identifies the installation among those that share a control plane. */
  id: string
  createdAt: string
}

/**
 * Reads the directory's own record; lock the directory first. @throws EngineError `directory`, `version` with a
 * sentence
 */
export async function openDataDirectory(dir: string, now: Date): Promise<Installation> {
  const path = join(dir, FILE)
  const existing = await readInstallation(path)
  if (existing?.format === FORMAT && existing.id !== undefined) return { ...existing, id: existing.id }
  // Upgrades an older format by rewriting only this file.
  const createdAt = existing?.createdAt ?? now.toISOString()
  const installation: Installation = { format: FORMAT, id: existing?.id ?? randomUUID(), createdAt }
  await writeFile(path, `${JSON.stringify(installation, null, 2)}\n`).catch(
    (error: NodeJS.ErrnoException) => {
      throw new EngineError('directory', startText.notWritable(dir, error.code), {
        cause: error,
      })
    },
  )
  return installation
}

/** Makes the folder if it is missing. @throws EngineError `directory` with a sentence */
export async function makeDataDirectory(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => undefined)
  if (found && !found.isDirectory()) {
    throw new EngineError('directory', startText.isFile(dir))
  }
  requireFolder(dir, '--data-dir')
  await mkdir(dir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new EngineError('directory', startText.notMade(dir, error.code), {
      cause: error,
    })
  })
}

/**
 * Refuses a folder in /proc, /sys or /dev, where Node's recursive mkdir never ends. /dev/shm is a normal file system
 * and is allowed.
 * @throws EngineError `directory` with a sentence that names the option
 */
export function requireFolder(dir: string, option: string): void {
  if (/^\/(proc|sys|dev(?!\/shm\/))(\/|$)/.test(dir))
    throw new EngineError('directory', startText.notAllowedThere(dir, option))
}

/** Before format 2 an installation had no id. */
type StoredInstallation = Omit<Installation, 'id'> & Partial<Pick<Installation, 'id'>>

async function readInstallation(path: string): Promise<StoredInstallation | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new EngineError('directory', startText.unreadable(path, error.code), { cause: error })
  })
  if (text === undefined) return undefined
  const installation = parse(text)
  if (!installation) throw new EngineError('directory', startText.damaged(path))
  if (installation.format > FORMAT) {
    throw new EngineError('version', startText.newerDirectory)
  }
  return installation
}

function parse(text: string): StoredInstallation | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const { format, createdAt, id } = value as StoredInstallation
    if (typeof format !== 'number' || typeof createdAt !== 'string') return undefined
    return { format, createdAt, ...(typeof id === 'string' ? { id } : {}) }
  } catch {
    return undefined
  }
}
