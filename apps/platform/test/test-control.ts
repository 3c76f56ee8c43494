/** A separate control plane for each test file: a copy of a prepared one, because creating one takes seconds. */
import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ControlDatabase } from '../src/control/control-database.js'
import { CONTROL_MIGRATIONS } from '../src/control/migrations/index.js'
import { openControlDatabase } from '../src/control/open-control-database.js'
import { PGLITE_MAJOR } from '../src/engines/pglite/pglite-engine.js'

export interface TestControl extends ControlDatabase {
  dataDir: string
  /** Closes it and removes its files. */
  remove(): Promise<void>
}

/** The server of `scripts/mutation-control.ts`. */
const SERVER_URL = process.env['BASEDECK_TEST_CONTROL_URL']

export async function testControl(): Promise<TestControl> {
  if (SERVER_URL !== undefined) return controlOn(SERVER_URL)
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

/** A copy of the server's `control_template`. */
async function controlOn(serverUrl: string): Promise<TestControl> {
  const dataDir = await mkdtemp(join(tmpdir(), 'basedeck-control-'))
  const name = `control_${randomUUID().replaceAll('-', '')}`
  const ask = async (sql: string) => {
    const client = new pg.Client(serverUrl)
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await ask(`create database ${name} template control_template`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const control = openControlDatabase({ dataDir, databaseUrl: url.href })
  await control.ready
  return {
    ...control,
    dataDir,
    async remove() {
      await control.close()
      await ask(`drop database ${name} with (force)`)
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
