/**
 * The key that encrypts all secrets of an installation: given by the operator, or generated at the first start in a
 * file that only this user can read. A new key is never generated while values of another key exist. DESIGN §2, §8.
 */
import { createSecretKey, hkdfSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SecretError } from './secret-error.js'
import { secretText } from '../text/secrets.js'

export interface InstallationKeyOptions {
  dataDir: string
  /** The value of `BASEDECK_SECRET_KEY`; empty counts as none. */
  given: string | undefined
  /** Whether no encrypted values exist yet. */
  mayCreate: boolean
  /** Called with a sentence for the operator. */
  warn(sentence: string): void
}

/** Characters of a key that the operator gives. */
const GIVEN_MIN_CHARACTERS = 32
const KEY_BYTES = 32
const FILE_NAME = 'secret.key'
const OWNER_ONLY = 0o600
const LOW_BITS = 0o777

/** @throws SecretError `key-lost`, `key-unusable` */
export async function installationKey(options: InstallationKeyOptions): Promise<KeyObject> {
  const { dataDir, given, mayCreate } = options
  if (given) return stretched(given)
  const path = join(dataDir, FILE_NAME)
  const kept = await readKey(path, options.warn)
  if (kept) return kept
  if (!mayCreate) throw lost(path)
  await writeKey(dataDir, path)
  // Of two programs that start at once one wrote the file, and both use that.
  const made = await readKey(path, options.warn)
  if (!made) throw lost(path)
  return made
}

function stretched(given: string): KeyObject {
  if ([...given].length < GIVEN_MIN_CHARACTERS) {
    throw new SecretError('key-unusable', secretText.givenTooShort(GIVEN_MIN_CHARACTERS))
  }
  return createSecretKey(Buffer.from(hkdfSync('sha256', given, '', 'basedeck installation key', KEY_BYTES)))
}

async function readKey(path: string, warn: (sentence: string) => void): Promise<KeyObject | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new SecretError('key-unusable', secretText.unreadableFile(path, error.code), {
      cause: error,
    })
  })
  if (text === undefined) return undefined
  const bytes = Buffer.from(text.trim(), 'base64url')
  if (bytes.length !== KEY_BYTES || bytes.toString('base64url') !== text.trim()) {
    throw new SecretError('key-unusable', secretText.damaged(path))
  }
  await tighten(path, warn)
  return createSecretKey(bytes)
}

/** Systems without file modes (Windows) report meaningless bits. */
async function tighten(path: string, warn: (sentence: string) => void): Promise<void> {
  if (process.platform === 'win32') return
  const mode = (await stat(path)).mode & LOW_BITS
  if ((mode & ~OWNER_ONLY) === 0) return
  const before = mode.toString(8).padStart(3, '0')
  await chmod(path, OWNER_ONLY).then(
    () => warn(secretText.tightened(path, before)),
    () => warn(secretText.notTightened(path, before)),
  )
}

/** The file appears whole and on the disk, or not at all. */
async function writeKey(dataDir: string, path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await mkdir(dataDir, { recursive: true })
    const file = await open(draft, 'wx', OWNER_ONLY)
    try {
      await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64url')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new SecretError('key-unusable', secretText.unwritableFile(path, code), { cause })
  } finally {
    await rm(draft, { force: true })
  }
}

function lost(path: string): SecretError {
  return new SecretError('key-lost', secretText.lost(path))
}
