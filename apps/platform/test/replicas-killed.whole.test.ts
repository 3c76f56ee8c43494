/** The real program is killed in the middle of setups and promotions: one primary is left, with every acknowledged row. */
import {
  createClient,
  listReplicas,
  promoteReplica,
  queryTyped,
  removeReplica,
  setupReplica,
  type Client,
} from '@basedeck/platform-client'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'
import { randomMoment } from './random-moment.js'

const ROUNDS = Number(process.env['BASEDECK_KILL_ROUNDS'] ?? 20)
const params = { ref: 'default' }
const folder = programFolder()
/** Milliseconds: about as long as a setup or a promotion takes. */
const LONGEST_WORK = 4000

async function start(): Promise<{ program: Program; client: Client }> {
  const args = ['--port', '0', '--api-port', '0', '--engine', 'cluster', '--data-dir', folder.at('cluster')]
  const program = await startProgram(args, /database +open/)
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  return { program, client: createClient({ baseUrl: program.url }) }
}

test('setups and promotions', async () => {
  let { program, client } = await start()
  const run = async (query: string) =>
    (await client.call(queryTyped, { params, body: { query, runId: crypto.randomUUID() } })).results.at(-1)
      ?.rows
  const replicas = async () => (await client.call(listReplicas, { params })).replicas
  const healthy = async () => (await replicas()).find(({ status }) => status === 'ACTIVE_HEALTHY')?.identifier
  await run('create table notes (a int)')
  let acknowledged = 0
  /** A promotion refuses what comes while the servers change places. */
  const untilItAnswers = (signal: AbortSignal) =>
    vi.waitUntil(
      () =>
        signal.aborted ||
        run('select 1').then(
          () => true,
          () => signal.aborted,
        ),
      { timeout: 60_000, interval: 20 },
    )
  /** Rows are written while the work goes on; only those that were answered count. */
  const writes = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await run(`insert into notes values (${acknowledged})`).then(
        () => (acknowledged += 1),
        () => untilItAnswers(signal),
      )
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    const stop = new AbortController()
    const writing = writes(stop.signal)
    const chosen = await healthy()
    const work: Promise<unknown> = chosen
      ? client.call(promoteReplica, { params, body: { database_identifier: chosen } })
      : client.call(setupReplica, { params, body: { read_replica_region: 'eu-west-1' } })
    const outcome = work.then(
      () => 'done',
      () => 'refused or broken off',
    )
    await randomMoment(LONGEST_WORK)
    await program.end('SIGKILL')
    stop.abort()
    await writing
    const said = await outcome
    ;({ program, client } = await start())
    const what = `round ${round}, ${chosen ? 'promotion' : 'setup'}, ${said}`
    const rows = Number((await run('select count(distinct a) from notes'))?.[0]?.[0])
    // A row that was not answered may be there too.
    expect([acknowledged, acknowledged + 1], `${what}`).toContain(rows)
    expect(await run('select pg_is_in_recovery()'), `${what}`).toEqual([['f']])
    acknowledged = rows
    await expect
      .poll(async () => (await replicas()).map(({ status }) => status), { timeout: 120_000, message: what })
      .not.toContain('INIT_READ_REPLICA')
  }
  for (const { identifier } of await replicas())
    await client.call(removeReplica, { params, body: { database_identifier: identifier } })
  await expect.poll(replicas, { timeout: 60_000 }).toEqual([])
  expect(await readdir(join(folder.at('cluster'), 'projects'))).toEqual(['default'])
  await program.end('SIGTERM')
}, 3_000_000)
