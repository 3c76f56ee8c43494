/** The real program is killed while branches of a database by URL are made, reset and deleted: no database is left without a branch. */
import {
  createBranch,
  createClient,
  deleteBranch,
  listBranches,
  queryTyped,
  resetBranch,
  type Client,
} from '@basedeck/platform-client'
import { readdir } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { branchDatabase } from '../src/engines/server/branch-database.js'
import { startDatabaseServer } from './database-by-url.js'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'
import { randomMoment } from './random-moment.js'

const ROUNDS = Number(process.env['BASEDECK_KILL_ROUNDS'] ?? 12)
const params = { ref: 'default' }
const folder = programFolder()
/** Milliseconds: about as long as a branch takes. */
const LONGEST_WORK = 4000
const SETTLES = { timeout: 120_000, interval: 100 }

test('branches are made, reset and deleted', async () => {
  const server = await startDatabaseServer()
  const url = await server.create('shop')
  let program!: Program
  let client!: Client
  const start = async () => {
    const args = ['--port', '0', '--api-port', '0', '--data-dir', folder.at('data'), '--database-url', url]
    const started = await startProgram([...args, '--prepare'], /database +open/)
    if (!isRunning(started)) throw new Error(started.output)
    folder.keep(started)
    program = started
    client = createClient({ baseUrl: program.url })
  }
  const branches = async () =>
    (await client.call(listBranches, { params })).filter(({ is_default }) => !is_default)
  const databases = async () =>
    (
      await server.query(`select datname from pg_database where datname ~ '^basedeck_branch' order by 1`)
    ).rows.map(({ datname }: { datname: string }) => datname)
  const run = async (ref: string, query: string) =>
    (
      await client.call(queryTyped, { params: { ref }, body: { query, runId: crypto.randomUUID() } })
    ).results.at(-1)?.rows
  try {
    await start()
    await run('default', 'create table notes (a int); insert into notes select generate_series(1, 1000)')
    for (let round = 0; round < ROUNDS; round++) {
      const [branch] = await branches()
      const work = branch
        ? round % 3 === 2
          ? client.call(deleteBranch, { params: { branch: branch.id } })
          : client.call(resetBranch, { params: { branch: branch.id } })
        : client.call(createBranch, { params, body: { branch_name: `b${round}`, with_data: true } })
      const outcome = work.then(
        () => 'begun',
        () => 'refused or broken off',
      )
      await randomMoment(LONGEST_WORK)
      await program.end('SIGKILL')
      const what = `round ${round}, ${branch?.name ?? 'new'}, ${await outcome}`
      await start()
      await vi.waitUntil(
        async () => (await branches()).every(({ status }) => !/COMING|RESTORING|GOING/.test(status)),
        SETTLES,
      )
      const left = await branches()
      expect(
        left.map(({ status }) => status),
        `${what}`,
      ).toEqual(left.map(() => 'ACTIVE_HEALTHY'))
      for (const { project_ref: ref } of left)
        expect(await run(ref, 'select count(*) from notes'), `${what}`).toEqual([['1000']])
      // What was there before a reset that was broken off goes with the next one.
      for (const name of await databases())
        expect(
          left.some(({ project_ref: ref }) => name.startsWith(branchDatabase(ref))),
          `${what}: ${name}`,
        ).toBe(true)
    }
    for (const { id } of await branches()) await client.call(deleteBranch, { params: { branch: id } })
    await vi.waitUntil(async () => (await branches()).length === 0, SETTLES)
    expect(await databases()).toEqual([])
    expect(await readdir(folder.at('data', 'restoring')).catch(() => [])).toEqual([])
    expect(await run('default', 'select count(*) from notes')).toEqual([['1000']])
    await program.end('SIGTERM')
  } finally {
    await server.stop()
  }
}, 3_000_000)
