/** Stores the passwords that an engine generates, encrypted in files that only this user can read. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretBox } from '../secrets/secret-box.js'

/** Called when a project's database is made, at each start of its server, and when it is removed. */
export interface Secrets {
  /** @throws SecretError when it can't be decrypted */
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
  /** A missing secret is no error. */
  remove(name: string): Promise<void>
}

/** One plain file per secret under `directory`, mode 0600. */
export function fileSecrets(directory: string): Secrets {
  return {
    get: (name) => readIfThere(join(directory, name)),
    set: (name, value) => writeWhole(directory, name, value),
    remove: (name) => rm(join(directory, name), { force: true }),
  }
}

const SEALED_END = '.sealed'

/** One encrypted file per secret. A plain one of an older program is encrypted when it is first read. */
export function encryptedFileSecrets(directory: string, box: SecretBox): Secrets {
  const plain = fileSecrets(directory)
  const purpose = (name: string) => `engine secret ${name}`
  const set = async (name: string, value: string): Promise<void> => {
    await plain.set(name + SEALED_END, box.seal(value, purpose(name)))
    await plain.remove(name)
  }
  return {
    set,
    async get(name) {
      const sealed = await plain.get(name + SEALED_END)
      if (sealed !== undefined) return box.open(sealed, purpose(name))
      const older = await plain.get(name)
      if (older !== undefined) await set(name, older)
      return older
    },
    async remove(name) {
      await plain.remove(name + SEALED_END)
      await plain.remove(name)
    },
  }
}

/** Secrets whose key is not known yet: each call waits for it. */
export function lateSecrets(coming: Promise<Secrets>): Secrets {
  // Each call gets this failure. Without this line, an unhandled rejection would end the process before the first call.
  coming.catch(() => {})
  return {
    get: async (name) => (await coming).get(name),
    set: async (name, value) => (await coming).set(name, value),
    remove: async (name) => (await coming).remove(name),
  }
}

/** The secret of that name. On first use it is `first`, or a generated one. */
export async function secretNamed(secrets: Secrets, name: string, first = madeUp()): Promise<string> {
  const known = await secrets.get(name)
  if (known !== undefined) return known
  await secrets.set(name, first)
  return first
}

function madeUp(): string {
  return randomBytes(24).toString('base64url')
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Writes the file atomically and flushes it, because what it protects may be created right afterwards. */
async function writeWhole(directory: string, name: string, value: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const unfinished = join(directory, `${name}.new`)
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(value)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(directory, name))
}
