/** The folder everything is kept in. It says which format it has, so that an older program refuses a newer folder. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from './engines/engine.js'

/** Raised when what lies in the folder changes shape. */
const FORMAT = 1
const FILE = 'basedeck.json'

export interface Installation {
  format: number
  createdAt: string
}

/** @throws EngineError `directory` with a sentence */
export async function openDataDirectory(dir: string, now: Date): Promise<Installation> {
  await makeFolder(dir)
  const path = join(dir, FILE)
  const existing = await readInstallation(path)
  if (existing) return existing
  const installation: Installation = { format: FORMAT, createdAt: now.toISOString() }
  await writeFile(path, `${JSON.stringify(installation, null, 2)}\n`).catch(
    (error: NodeJS.ErrnoException) => {
      throw new EngineError('directory', `The data directory ${dir} is not writable (${error.code})`, {
        cause: error,
      })
    },
  )
  return installation
}

async function makeFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => undefined)
  if (found && !found.isDirectory()) {
    throw new EngineError('directory', `The data directory ${dir} is a file; choose a folder with --data-dir`)
  }
  // Node's recursive mkdir never ends where the system makes no folders at all.
  if (/^\/(proc|sys|dev)(\/|$)/.test(dir)) {
    throw new EngineError(
      'directory',
      `The data directory ${dir} can’t be made there; choose another with --data-dir`,
    )
  }
  await mkdir(dir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new EngineError('directory', `The data directory ${dir} can’t be made (${error.code})`, {
      cause: error,
    })
  })
}

async function readInstallation(path: string): Promise<Installation | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new EngineError('directory', `${path} can’t be read (${error.code})`, { cause: error })
  })
  if (text === undefined) return undefined
  const installation = parse(text)
  if (!installation)
    throw new EngineError('directory', `${path} is damaged: it should hold the format of the data directory`)
  if (installation.format > FORMAT) {
    throw new EngineError(
      'version',
      `The data directory was written by a newer Basedeck; start that version, or choose another --data-dir`,
    )
  }
  return installation
}

function parse(text: string): Installation | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const { format, createdAt } = value as Installation
    return typeof format === 'number' && typeof createdAt === 'string' ? { format, createdAt } : undefined
  } catch {
    return undefined
  }
}
