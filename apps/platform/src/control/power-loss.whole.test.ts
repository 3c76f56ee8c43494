/**
 * Acknowledged writes survive a power cut when the control plane is a cluster: its server runs under strace, its
 * directory is rebuilt as after power cuts at random moments, and every acknowledged change is found. Only in `npm
 * run test:full`, which installs strace.
 */
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Binaries } from '../engines/cluster/binaries.js'
import { handOverAll, processUser } from '../engines/cluster/process-user.js'
import { usableBinaries } from '../engines/cluster/usable-binaries.js'
import { createTemplates } from '../engines/templates/database-templates.js'
import {
  acknowledgedBefore,
  afterPowerCut,
  answeredTooEarly,
  snapshot,
  type Step,
} from '../engines/testing/power-cut.js'
import { randomFrom } from '../engines/testing/random-from.js'
import { readStrace, straceArguments } from '../engines/testing/strace-trace.js'
import { temporaryDirectory } from '../engines/testing/temporary-directory.js'
import { clusterControl } from './cluster-control.js'
import { createControlDatabase, type ControlDatabase } from './control-database.js'
import { migrateControl } from './migrate.js'

const CHANGES = 60
const CUTS = 50
const SEED = 20_261_123

describe('after a power cut', () => {
  let temporary: Awaited<ReturnType<typeof temporaryDirectory>>
  let binaries: Binaries
  let before: string
  let root: string
  let trace: Step[]

  const opened = (directory: string, by = binaries) =>
    clusterControl({ directory, binaries: by, templates: createTemplates(join(temporary.path, 'templates')) })

  beforeAll(async () => {
    temporary = await temporaryDirectory()
    const [found] = await usableBinaries(temporary.path)
    if (!found) throw new Error('PostgreSQL is installed')
    binaries = found
    before = join(temporary.path, 'before')
    const directory = join(temporary.path, 'control')
    root = join(directory, 'pg')
    const fresh = opened(directory)
    await migrateControl(createControlDatabase(fresh.open, fresh.close))
    await fresh.close()
    await snapshot(root, before)
    const file = join(temporary.path, 'traces', 'trace')
    const traced = opened(directory, await tracedBinaries(temporary.path, binaries, file))
    try {
      await change(createControlDatabase(traced.open, traced.close))
    } finally {
      // Killed without closing anything, as in a power cut.
      process.kill(Number((await readFile(join(root, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL')
      await traced.close()
    }
    trace = await readStrace(file, root)
  })
  afterAll(() => temporary.remove())

  test('each change was acknowledged after its log was flushed', () => {
    expect(answeredTooEarly(trace)).toEqual([])
    expect(acknowledgedBefore(trace, trace.length)).toHaveLength(CHANGES)
  })

  test.each(Array.from({ length: CUTS }, (_, cut) => cut))(
    'cut %i loses nothing that was acknowledged',
    async (cut) => {
      const chance = randomFrom(SEED + cut)
      const step = Math.floor(chance() * trace.length)
      const target = join(temporary.path, `cut-${cut}`)
      await mkdir(target)
      await afterPowerCut({ before, root, trace }, step, join(target, 'pg'), chance)
      await handOverAll(join(target, 'pg'), await processUser())
      const control = opened(target)
      try {
        const answered = acknowledgedBefore(trace, step)
        const found = await idsIn(createControlDatabase(control.open, control.close))
        expect(found.slice(0, answered.length)).toEqual(answered)
      } finally {
        await control.close()
        await rm(target, { recursive: true, force: true })
      }
    },
  )
})

/** One transaction each; the first makes the table. */
async function change(control: ControlDatabase): Promise<void> {
  await control.write([{ sql: 'create table control.kept (id int primary key, pad text)' }])
  for (let id = 2; id <= CHANGES; id++) {
    await control.write([
      { sql: `insert into control.kept values (${id}, repeat('x', ${(id * 37) % 3000}))` },
      ...(id % 7 === 0 ? [{ sql: `create table control.made_${id} as select * from control.kept` }] : []),
      ...(id % 13 === 0 ? [{ sql: `update control.kept set pad = pad || 'y' where id % 2 = 0` }] : []),
    ])
    if (id % 11 === 0) await control.script('checkpoint')
  }
}

/** The acknowledged changes that are found. A new table counts only with all of its rows. */
async function idsIn(control: ControlDatabase): Promise<number[]> {
  const [table] = await control.select<{ kept: string | null }>(`select to_regclass('control.kept') as kept`)
  if (!table?.kept) return []
  const rows = await control.select<{ id: number }>('select id from control.kept order by id')
  const ids = [1, ...rows.map(({ id }) => id)]
  for (const id of ids.filter((one) => one % 7 === 0))
    expect(await control.select(`select count(*)::int as n from control.made_${id}`)).toEqual([{ n: id - 1 }])
  return ids
}

/** The same programs, with the server under strace. */
async function tracedBinaries(folder: string, binaries: Binaries, output: string): Promise<Binaries> {
  const directory = join(folder, 'traced')
  await mkdir(join(folder, 'traces'))
  await chmod(join(folder, 'traces'), 0o777)
  await mkdir(directory)
  await symlink(join(binaries.directory, 'initdb'), join(directory, 'initdb'))
  const postgres = join(binaries.directory, 'postgres')
  const line = ['strace', ...straceArguments(output), postgres].map((word) => `'${word}'`).join(' ')
  await writeFile(join(directory, 'postgres'), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 })
  return { ...binaries, directory }
}
