/**
 * A setting that takes effect when the server starts, and may keep it from starting. What `ALTER SYSTEM` wrote before is kept until
 * a start has succeeded, so that a server which does not start with the new value starts with the old one.
 */
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '../is-there.js'

/** Names in the directory of the project. */
const BEFORE_FILE = 'settings-before'
const TRIED_FILE = 'settings-tried'
const REFUSED_FILE = 'settings-refused'

export interface TriedSetting {
  name: string
  value: string
}

/** A value with which the server did not start. */
export interface RefusedSetting extends TriedSetting {
  /** PostgreSQL's. */
  reason: string
}

const autoConf = (project: string) => join(project, 'pg', 'postgresql.auto.conf')

/** Call it before `ALTER SYSTEM`. A trial that no start has ended goes on: what was there before the first one comes back. */
export async function beginTrial(project: string, tried: TriedSetting): Promise<void> {
  await rm(join(project, REFUSED_FILE), { force: true })
  await writeFile(join(project, TRIED_FILE), JSON.stringify(tried))
  if (await isThere(join(project, BEFORE_FILE))) return
  const copy = join(project, `${BEFORE_FILE}.new`)
  await copyFile(autoConf(project), copy)
  await rename(copy, join(project, BEFORE_FILE))
}

/** The server runs with it, or PostgreSQL refused the value. */
export async function endTrial(project: string): Promise<void> {
  await rm(join(project, BEFORE_FILE), { force: true })
  await rm(join(project, TRIED_FILE), { force: true })
}

/** Puts the previous settings back; false: nothing is tried. */
export async function undoTrial(project: string, reason: string): Promise<boolean> {
  if (!(await isThere(join(project, BEFORE_FILE)))) return false
  const tried = await readFile(join(project, TRIED_FILE), 'utf8')
  await writeFile(
    join(project, REFUSED_FILE),
    JSON.stringify({ ...(JSON.parse(tried) as TriedSetting), reason }),
  )
  await copyFile(join(project, BEFORE_FILE), autoConf(project))
  await endTrial(project)
  return true
}

/** The value that was given back last; null: the server started with all of them. */
export async function refusedSetting(project: string): Promise<RefusedSetting | null> {
  const text = await readFile(join(project, REFUSED_FILE), 'utf8').catch(() => '')
  return text === '' ? null : (JSON.parse(text) as RefusedSetting)
}
