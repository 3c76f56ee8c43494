/**
 * Moves the control plane of a data directory from PGlite into a cluster: copied into a directory beside it, compared, and
 * only then put in its place. The one before is kept. A move that was broken off is begun again; one that was compared is
 * finished by the next start.
 */
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '../engines/is-there.js'
import { flushDirectory, flushName } from '../engines/templates/flush-directory.js'
import { createControlDatabase } from './control-database.js'
import { controlDirectory, type OwnControlPlace } from './control-place.js'
import { copyControl } from './copy-control.js'
import { migrateControl } from './migrate.js'

/** Says in a draft that it is whole. */
const WHOLE_MARK = 'moved'

export interface MoveControl {
  dataDir: string
  from: OwnControlPlace
  /** The cluster in a directory; its sessions get these options. */
  to(directory: string, sessionOptions: string): OwnControlPlace
}

/** Where the control plane is made that takes the place of the present one. */
export const draftOf = (dataDir: string): string => `${controlDirectory(dataDir)}.new`

/** Gives where the one before is kept. Closes both. @throws EngineError, ControlError; the one before is as it was then */
export async function moveControl({ dataDir, from, to }: MoveControl): Promise<string> {
  const draft = draftOf(dataDir)
  await rm(draft, { recursive: true, force: true })
  // Tables come in any order; what they refer to is compared at the end.
  const target = to(draft, '-c session_replication_role=replica')
  try {
    for (const { open } of [from, target]) await migrateControl(createControlDatabase(open, async () => {}))
    await copyControl(await from.open(), await target.open())
  } catch (error) {
    await target.close()
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await Promise.all([from.close(), target.close()])
  }
  await flushDirectory(draft)
  await writeFile(join(draft, WHOLE_MARK), '', { flush: true })
  await flushDirectory(draft)
  return putInPlace(dataDir)
}

/** Finishes a move that a killed program had compared. Gives where the one before is kept, if one was finished. */
export async function finishMove(dataDir: string): Promise<string | undefined> {
  return (await isThere(join(draftOf(dataDir), WHOLE_MARK))) ? putInPlace(dataDir) : undefined
}

/** Each step leaves what `finishMove` finds. */
async function putInPlace(dataDir: string): Promise<string> {
  const directory = controlDirectory(dataDir)
  let kept = `${directory}.old`
  if (await isThere(directory)) {
    for (let others = 2; await isThere(kept); others++) kept = `${directory}.old.${others}`
    await rename(directory, kept)
  }
  await rename(draftOf(dataDir), directory)
  await flushName(directory)
  await rm(join(directory, WHOLE_MARK))
  return kept
}
