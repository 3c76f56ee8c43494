/**
 * Copies of a database of 1 GB: a branch with its rows against copying its directory and flushing it, a replica against
 * pg_basebackup and the start of a server; a branch without rows; a promotion.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createBranch,
  deleteBranch,
  listBranches,
  listReplicas,
  promoteReplica,
  removeReplica,
  setupReplica,
} from '@basedeck/platform-client'
import { handOver } from '../../apps/platform/src/engines/cluster/process-user.js'
import { replicationPasswordOf } from '../../apps/platform/src/engines/cluster/replicas/replica-files.js'
import { REPLICATION_ROLE } from '../../apps/platform/src/engines/roles.js'
import { fileSecrets } from '../../apps/platform/src/engines/secrets.js'
import { runApp, type RunningApp } from '../../apps/platform/test/running-app.js'
import { median, type BenchResult } from '../bench-result.js'
import { barePostgres, until } from './bare-postgres.js'

const program = promisify(execFile)
const params = { ref: 'default' }
const TURNS = 3
/** About 1 GB, and nothing that can be compressed. */
const ROWS = 900_000
const BARE_BUDGET_MS = 1500
const PROMOTE_BUDGET_MS = 2000
const BRANCH_BUDGET = 1.3
const REPLICA_BUDGET = 1.5
const FILL_MS = 300_000

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

/** @returns its identifier and the time until it is healthy */
async function replicaTime(app: RunningApp): Promise<{ id: string; took: number }> {
  let id = ''
  const took = await timeOf(async () => {
    const body = { read_replica_region: 'eu-central-1' }
    id = (await app.client.call(setupReplica, { params, body })).identifier
    await until(async () => (await replicaOf(app, id))?.status === 'ACTIVE_HEALTHY')
  })
  return { id, took }
}

async function replicaOf({ client }: RunningApp, id: string) {
  const { replicas } = await client.call(listReplicas, { params })
  return replicas.find(({ identifier }) => identifier === id)
}

async function removed(app: RunningApp, id: string): Promise<void> {
  await app.client.call(removeReplica, { params, body: { database_identifier: id } })
  await until(async () => (await replicaOf(app, id)) === undefined)
}

/** By PostgreSQL's own program, until the copy takes connections. The primary lets it in since it had a replica. */
async function baseBackupTime({ dataDir }: RunningApp): Promise<number> {
  const postgres = await barePostgres(dataDir)
  const parent = join(dataDir, 'floor')
  await mkdir(parent)
  await handOver(parent, postgres.user)
  const copy = join(parent, 'pg')
  const postmaster = await readFile(join(dataDir, 'projects/default/pg/postmaster.pid'), 'utf8')
  const [, , , port = '', socket = ''] = postmaster.split('\n')
  const password = await fileSecrets(join(dataDir, 'secrets')).get(replicationPasswordOf('default'))
  const from = ['-h', socket, '-p', port, '-U', REPLICATION_ROLE]
  const begun = performance.now()
  await postgres.run('pg_basebackup', [...from, '-D', copy, '-c', 'fast', '-X', 'stream', '-R'], {
    ...process.env,
    PGPASSWORD: password,
  })
  const server = await postgres.start(copy)
  await until(() =>
    postgres.run('pg_isready', ['-h', copy, '-p', server.port]).then(
      () => true,
      () => false,
    ),
  )
  const took = performance.now() - begun
  await server.stop()
  await rm(parent, { recursive: true, force: true })
  return took
}

async function promotionTime({ client }: RunningApp, id: string): Promise<number> {
  return (await client.call(promoteReplica, { params, body: { database_identifier: id } })).took_ms
}

export async function run(): Promise<BenchResult[]> {
  const app = await runApp('cluster')
  try {
    const database = await app.life.database('default')
    for (const query of [
      'create table public.t (id int primary key, noise text)',
      `insert into public.t select g, (select string_agg(md5(random()::text || g || n), '') from generate_series(1, 30) n) from generate_series(1, ${ROWS}) g`,
      'checkpoint',
    ])
      await database.run({ runId: randomUUID(), as: 'admin', query, timeoutMs: FILL_MS })
    const times = { copy: [] as number[], data: [] as number[], bare: [] as number[] }
    for (let turn = 0; turn < TURNS; turn++) {
      times.copy.push(await copyTime(app))
      times.data.push(await branchTime(app, true))
      times.bare.push(await branchTime(app, false))
    }
    const replicas = { ours: [] as number[], bare: [] as number[] }
    for (let turn = 0; turn < TURNS; turn++) {
      const { id, took } = await replicaTime(app)
      replicas.ours.push(took)
      await removed(app, id)
      replicas.bare.push(await baseBackupTime(app))
    }
    const promote = await promotionTime(app, (await replicaTime(app)).id)
    const [copied, backedUp] = [median(times.copy), median(replicas.bare)]
    return [
      {
        name: 'a branch with 1 GB',
        value: median(times.data),
        unit: 'ms',
        floor: copied,
        floorName: 'cp of the directory, flushed',
        budget: Math.round(copied * BRANCH_BUDGET),
      },
      { name: 'a branch of it without rows', value: median(times.bare), unit: 'ms', budget: BARE_BUDGET_MS },
      {
        name: 'a replica of it, until it is healthy',
        value: median(replicas.ours),
        unit: 'ms',
        floor: backedUp,
        floorName: 'pg_basebackup, and the start of a server',
        budget: Math.round(backedUp * REPLICA_BUDGET),
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
