/** A separate control plane for each test file: a copy of a prepared one, because creating one takes seconds. */
import { createHash } from 'node:crypto'
import { cp, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ControlDatabase } from '../src/control/control-database.js'
import { CONTROL_MIGRATIONS } from '../src/control/migrations/index.js'
import { openControlDatabase } from '../src/control/open-control-database.js'
import { PGLITE_MAJOR } from '../src/engines/pglite/pglite-engine.js'

export interface TestControl extends ControlDatabase {
  dataDir: string
  /** Closes it and removes its files. */
  remove(): Promise<void>
}

export async function testControl(): Promise<TestControl> {
  const dataDir = await mkdtemp(join(tmpdir(), 'basedeck-control-'))
  await copyControl(dataDir)
  const control = openControlDatabase({ dataDir })
  await control.ready
  return {
    ...control,
    dataDir,
    async remove() {
      await control.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Puts a new control plane into a data directory. */
export async function copyControl(dataDir: string): Promise<void> {
  await cp(join(await template(), 'control'), join(dataDir, 'control'), { recursive: true })
}

async function template(): Promise<string> {
  const steps = createHash('sha256')
    .update(JSON.stringify([PGLITE_MAJOR, CONTROL_MIGRATIONS]))
    .digest('hex')
    .slice(0, 16)
  const path = join(tmpdir(), `basedeck-control-template-${steps}`)
  if (await exists(path)) return path
  const draft = await mkdtemp(`${path}-`)
  const control = openControlDatabase({ dataDir: draft })
  await control.ready
  await control.close()
  // Of two test files that begin at once one is first; the other's is not needed.
  await rename(draft, path).catch(() => rm(draft, { recursive: true, force: true }))
  return path
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
