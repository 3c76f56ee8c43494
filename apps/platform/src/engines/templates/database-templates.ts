/**
 * Empty databases that are created once and copied for each project, because initdb takes a second or more. A
 * template holds no password, no key and no secret; each copy gets its own identity (`cluster-identity.ts`).
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isThere } from '../is-there.js'
import { copyDirectory } from './copy-directory.js'

export interface DatabaseTemplates {
  /**
   * Copies the template into `target`, which must not exist.
   * @param name must contain everything that the template depends on
   * @param make fills an existing directory; called when there is no such template yet
   */
  copyTo(target: string, name: string, make: (draft: string) => Promise<void>): Promise<void>
}

/** A draft that is older was left by a process that was killed. */
const DRAFT_AGE_MS = 10 * 60_000

/** @param directory where templates are kept; several processes may share it */
export function createTemplates(directory: string): DatabaseTemplates {
  const making = new Map<string, Promise<void>>()

  async function made(name: string, make: (draft: string) => Promise<void>): Promise<string> {
    const path = join(directory, name)
    if (await isThere(path)) return path
    const known = making.get(path) ?? makeOnce(path, make).finally(() => making.delete(path))
    making.set(path, known)
    await known
    return path
  }

  async function makeOnce(path: string, make: (draft: string) => Promise<void>): Promise<void> {
    await removeOldDrafts(directory)
    const draft = `${path}.${randomUUID()}.new`
    await mkdir(draft, { recursive: true })
    try {
      await make(draft)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      // Another process was faster: its template is as good.
      if (!(await isThere(path))) throw error
    }
  }

  return {
    async copyTo(target, name, make) {
      const template = await made(name, make)
      await mkdir(dirname(target), { recursive: true })
      await copyDirectory(template, target)
    },
  }
}

/** Where a data directory's templates are kept; `BASEDECK_TEMPLATES_DIR` names a place that several share. */
export function templatesDirectory(dataDir: string): string {
  return process.env['BASEDECK_TEMPLATES_DIR'] || join(dataDir, 'templates')
}

async function removeOldDrafts(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const name of names.filter((one) => one.endsWith('.new'))) {
    const path = join(directory, name)
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (changedAt !== undefined && Date.now() - changedAt > DRAFT_AGE_MS)
      await rm(path, { recursive: true, force: true })
  }
}
