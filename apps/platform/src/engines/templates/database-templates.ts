/**
 * Empty databases that are created once and copied for each project, because initdb takes a second or more. A
 * template holds no password, no key and no secret; each copy gets its own identity (`cluster-identity.ts`).
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isThere } from '../is-there.js'
import { copyDirectory } from './copy-directory.js'
import { flushDirectory, flushName } from './flush-directory.js'

export interface DatabaseTemplates {
  /**
   * Copies the template into `target`, which must not exist.
   * @param name must contain everything that the template depends on
   * @param make fills an existing directory; called when there is no such template yet
   */
  copyTo(target: string, name: string, make: (draft: string) => Promise<void>): Promise<void>
  /**
   * The same where making one takes no longer than copying it: without a template it is made in `target` itself. When that
   * happens again, a template is made a while later: most installations need none.
   */
  makeOrCopy(target: string, name: string, make: (draft: string) => Promise<void>): Promise<void>
}

/** A draft that is older was left by a process that was killed. */
const DRAFT_AGE_MS = 10 * 60_000

/** When what was asked for is open. */
const LATER_MS = 5_000

/**
 * @param directory where templates are kept; several processes may share it
 * @param later calls it a while later, and keeps no process alive for that
 */
export function createTemplates(
  directory: string,
  later: (act: () => void) => void = (act) => void setTimeout(act, LATER_MS).unref(),
): DatabaseTemplates {
  const drafts = new Map<string, TemplateDraft>()
  const promised = new Set<string>()
  /** Templates that were missed once. */
  const missed = new Set<string>()

  function makeLater(path: string, make: (draft: string) => Promise<void>): void {
    if (promised.has(path)) return
    promised.add(path)
    later(async () => {
      promised.delete(path)
      // What keeps it from being made is told by the next one that needs it.
      if (!(await isThere(path))) await (await draftOf(path, make)).published.catch(() => {})
    })
  }

  return {
    async makeOrCopy(target, name, make) {
      const path = join(directory, name)
      if (await isThere(path)) return copyDirectory(path, target)
      const isMissedAgain = missed.has(path)
      await mkdir(target, { recursive: true })
      await make(target)
      missed.add(path)
      if (isMissedAgain) makeLater(path, make)
    },
    async copyTo(target, name, make) {
      await mkdir(dirname(target), { recursive: true })
      const path = join(directory, name)
      if (!(await isThere(path))) {
        const draft = await draftOf(path, make)
        if (draft.isOpen) return draft.copyTo(target)
        await draft.published
      }
      await copyDirectory(path, target)
    },
  }

  /** That of this process, published or not; a new one where there was none, or where somebody removed what it published. */
  async function draftOf(path: string, make: (draft: string) => Promise<void>): Promise<TemplateDraft> {
    const last = drafts.get(path)
    if (last && !last.isOpen) {
      await last.published
      if (!(await isThere(path))) forget(path, last)
    }
    const draft = drafts.get(path) ?? beginDraft(path, make)
    drafts.set(path, draft)
    draft.published.catch(() => forget(path, draft))
    return draft
  }

  function forget(path: string, draft: TemplateDraft): void {
    if (drafts.get(path) === draft) drafts.delete(path)
  }
}

/** A template that is made or flushed. Copies don't wait for the disk: each caller flushes its own. */
interface TemplateDraft {
  /** Whether copies are still made of the draft; later ones are made of the published template. */
  readonly isOpen: boolean
  readonly published: Promise<void>
  /** Returns when the template is published too. */
  copyTo(target: string): Promise<void>
}

/** @param path where the template is published when it is on the disk */
function beginDraft(path: string, make: (draft: string) => Promise<void>): TemplateDraft {
  const made = makeDraft(path, make)
  const copies: Promise<void>[] = []
  let isOpen = true
  const published = publish()
  // The callers of `copyTo` get its failure.
  published.catch(() => {})

  async function publish(): Promise<void> {
    const draft = await made
    try {
      await flushDirectory(draft)
      for (const copy of copies) await copy.catch(() => {})
      isOpen = false
      await rename(draft, path)
      await flushName(path)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      // Another process was faster: its template is as good.
      if (!(await isThere(path))) throw error
    } finally {
      isOpen = false
    }
  }

  return {
    get isOpen() {
      return isOpen
    },
    published,
    async copyTo(target) {
      const copy = made.then((draft) => copyDirectory(draft, target))
      copies.push(copy)
      await Promise.all([copy, published])
    },
  }
}

async function makeDraft(path: string, make: (draft: string) => Promise<void>): Promise<string> {
  await removeOldDrafts(dirname(path))
  const draft = `${path}.${randomUUID()}.new`
  await mkdir(draft, { recursive: true })
  try {
    await make(draft)
    return draft
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Where a data directory's templates are kept; `BASEDECK_TEMPLATES_DIR` names a folder that several share. */
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
