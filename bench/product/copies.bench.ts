/**
 * Copies of a database of 1 GB: a branch with its rows and a replica, against copying its directory and flushing it; a branch
 * without rows; a promotion.
 */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createBranch,
  deleteBranch,
  listBranches,
  listReplicas,
  promoteReplica,
  queryPlain,
  setupReplica,
} from '@basedeck/platform-client'
import { runApp, type RunningApp } from '../../apps/platform/test/running-app.js'
import { median, type BenchResult } from '../bench-result.js'

const program = promisify(execFile)
const params = { ref: 'default' }
const TURNS = 3
/** About 1 GB, and nothing that can be compressed. */
const ROWS = 900_000
const BARE_BUDGET_MS = 1500
const PROMOTE_BUDGET_MS = 2000
const BRANCH_BUDGET = 1.3
const REPLICA_BUDGET = 1.5
const ASK_AGAIN_MS = 20

async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((done) => setTimeout(done, ASK_AGAIN_MS))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** `cp`, and what was written is on the disk, as that of a branch and a replica is. */
function copyTime({ dataDir }: RunningApp): Promise<number> {
  const copy = join(dataDir, 'copy')
  const from = join(dataDir, 'projects', 'default', 'pg')
  return timeOf(() => program('sh', ['-c', 'cp -a "$0" "$1" && sync -f "$1"', from, copy])).finally(() =>
    rm(copy, { recursive: true, force: true }),
  )
}

async function branchTime(app: RunningApp, withData: boolean): Promise<number> {
  const branch_name = withData ? 'with data' : 'bare'
  const find = async () =>
    (await app.client.call(listBranches, { params })).find(({ name }) => name === branch_name)
  const took = await timeOf(async () => {
    await app.client.call(createBranch, { params, body: { branch_name, with_data: withData } })
    await until(async () => (await find())?.status === 'ACTIVE_HEALTHY')
  })
  const made = await find()
  await app.client.call(deleteBranch, { params: { branch: made?.project_ref ?? '' } })
  await until(async () => (await find()) === undefined)
  await app.life.settled()
  return took
}

async function replicaTimes(app: RunningApp): Promise<{ setup: number; promote: number }> {
  let id = ''
  const setup = await timeOf(async () => {
    const body = { read_replica_region: 'eu-central-1' }
    id = (await app.client.call(setupReplica, { params, body })).identifier
    await until(async () => {
      const { replicas } = await app.client.call(listReplicas, { params })
      return replicas.some((one) => one.identifier === id && one.status === 'ACTIVE_HEALTHY')
    })
  })
  const body = { database_identifier: id }
  const { took_ms: promote } = await app.client.call(promoteReplica, { params, body })
  return { setup, promote }
}

export async function run(): Promise<BenchResult[]> {
  const app = await runApp('cluster')
  try {
    const query = `create table t (id int primary key, noise text);
insert into t select g, (select string_agg(md5(random()::text || g || n), '') from generate_series(1, 30) n) from generate_series(1, ${ROWS}) g;
checkpoint`
    const database = await app.life.database('default')
    await database.run({ runId: 'fill', as: 'admin', query, timeoutMs: 0 }).catch(async () => {
      for (const one of query.split(';\n'))
        await app.client.call(queryPlain, { params, body: { query: one } })
    })
    const times = { copy: [] as number[], data: [] as number[], bare: [] as number[] }
    for (let turn = 0; turn < TURNS; turn++) {
      times.copy.push(await copyTime(app))
      times.data.push(await branchTime(app, true))
      times.bare.push(await branchTime(app, false))
    }
    const floor = median(times.copy)
    const { setup, promote } = await replicaTimes(app)
    const against = { unit: 'ms', floor, floorName: 'cp of the directory, flushed' }
    return [
      { name: 'a branch with 1 GB', value: median(times.data), ...against, budget: floor * BRANCH_BUDGET },
      { name: 'a branch of it without rows', value: median(times.bare), unit: 'ms', budget: BARE_BUDGET_MS },
      {
        name: 'a replica of it, until it is healthy',
        value: setup,
        ...against,
        budget: floor * REPLICA_BUDGET,
      },
      {
        name: 'the replica takes the place of its primary',
        value: promote,
        unit: 'ms',
        budget: PROMOTE_BUDGET_MS,
      },
    ]
  } finally {
    await app.stop()
  }
}
