/** Where an engine keeps the passwords it makes up: files that only this user can read. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Called when a project's database is made, and at each start of its server. */
export interface Secrets {
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
}

/** One file per secret under `directory`, mode 0600. */
export function fileSecrets(directory: string): Secrets {
  return {
    async get(name) {
      return readFile(join(directory, name), 'utf8').catch(() => undefined)
    },
    async set(name, value) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const unfinished = join(directory, `${name}.new`)
      await writeFile(unfinished, value, { mode: 0o600 })
      await rename(unfinished, join(directory, name))
    },
  }
}

/** The secret of that name, made up at the first time. */
export async function secretNamed(secrets: Secrets, name: string): Promise<string> {
  const known = await secrets.get(name)
  if (known !== undefined) return known
  const made = randomBytes(24).toString('base64url')
  await secrets.set(name, made)
  return made
}
