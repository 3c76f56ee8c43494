/**
 * Moves the control plane of a data directory from PGlite into a cluster: it is copied into a draft directory,
 * compared, and only then put in place. The old one is kept. An interrupted move is started again; one whose copy was
 * compared is finished by the next start.
 */
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '../engines/is-there.js'
import { flushDirectory, flushName } from '../engines/templates/flush-directory.js'
import { createControlDatabase } from './control-database.js'
import { controlDirectory, type OwnControlLocation } from './control-location.js'
import { copyControl } from './copy-control.js'
import { migrateControl } from './migrate.js'

/** A file in the draft that marks it as complete. */
const WHOLE_MARK = 'moved'

export interface MoveControl {
  dataDir: string
  from: OwnControlLocation
  /** The cluster in a directory; its sessions get these options. */
  to(directory: string, sessionOptions: string): OwnControlLocation
}

/** The directory in which the new control plane is made. */
export const draftOf = (dataDir: string): string => `${controlDirectory(dataDir)}.new`

/** Returns where the old one is kept. Closes both. @throws EngineError, ControlError; the old one is unchanged then */
export async function moveControl({ dataDir, from, to }: MoveControl): Promise<string> {
  const draft = draftOf(dataDir)
  await rm(draft, { recursive: true, force: true })
  // Tables are copied in any order, so foreign keys are not checked; the comparison at the end finds losses.
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

/**
 * Finishes a move whose copy was compared before the program was killed. Returns where the old one is kept, if a move
 * was finished.
 */
export async function finishMove(dataDir: string): Promise<string | undefined> {
  return (await isThere(join(draftOf(dataDir), WHOLE_MARK))) ? putInPlace(dataDir) : undefined
}

/** `finishMove` can continue after each step. */
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
