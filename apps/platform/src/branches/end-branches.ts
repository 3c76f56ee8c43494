/** Deletes previews whose time is over. */
import type { Logger } from 'pino'
import { endedBranches } from '../control/branches.js'
import type { ControlDatabase } from '../control/control-database.js'
import { projectByRef } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import type { ProjectLife } from '../project-life/project-life.js'

export interface EndBranchesDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'isHere' | 'remove'>
  now(): Date
  log: Pick<Logger, 'warn'>
}

const LOOK_MS = 60_000

/** @returns what ends it, and waits for what is under way */
export function endBranches(deps: EndBranchesDeps): () => Promise<void> {
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(() => endOnce(deps))
  }, LOOK_MS).unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/** The next look tries again what failed. */
export async function endOnce({ control, life, now, log }: EndBranchesDeps): Promise<void> {
  try {
    for (const ref of await endedBranches(control, now())) {
      const row = await projectByRef(control, ref)
      if (!row || !life.isHere(row)) continue
      await life.remove(ref, { actor: null, origin: null }).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error
      })
    }
  } catch (error) {
    log.warn({ err: error }, 'branches whose time is over could not be deleted; it is tried again soon')
  }
}
