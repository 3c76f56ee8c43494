/**
 * The write-ahead log that is kept: pgbench on a cluster that hands its log out beside one that does not, and going back to a second
 * beside copying the plain files and replaying the plain log.
 */
import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  createBranch,
  deleteBranch,
  listBackups,
  listBranches,
  updateBackupSettings,
} from '@basedeck/platform-client'
import { handOver, handOverAll } from '../../apps/platform/src/engines/cluster/process-user.js'
import { recoverBy, type Recovery } from '../../apps/platform/src/engines/cluster/wal-archive.js'
import { urlOf } from '../../apps/platform/src/engines/testing/test-cluster.js'
import { runApp, type RunningApp } from '../../apps/platform/test/running-app.js'
import { median, type BenchResult } from '../bench-result.js'
import { barePostgres, until } from './bare-postgres.js'

const program = promisify(execFile)
const params = { ref: 'default' }
const TURNS = 5
const SECONDS = 15
const RESTORE_TURNS = 3
/** About 150 MB. */
const SCALE = 10
const ARCHIVING_BUDGET = 1.1
const RESTORE_BUDGET = 1.3
const COLLECT_MS = 2000

export async function run(): Promise<BenchResult[]> {
  const kept = await runApp('cluster')
  const bare = await runApp('cluster')
  try {
    for (const app of [kept, bare]) await pgbench(app, ['-i', '-q', '-s', String(SCALE)])
    await kept.client.call(updateBackupSettings, { params, body: { point_in_time: true } })
    await kept.life.settled()
    await until(async () =>
      (await kept.client.call(listBackups, { params })).backups.some(({ status }) => status === 'completed'),
    )
    const collecting = setInterval(() => void kept.backups.collect('default'), COLLECT_MS)
    const took = { kept: [] as number[], bare: [] as number[] }
    for (let turn = 0; turn < TURNS; turn++) {
      took.kept.push(await latency(kept))
      took.bare.push(await latency(bare))
    }
    clearInterval(collecting)
    const floor = median(took.bare)
    return [
      {
        name: 'a transaction of pgbench, 4 clients, while the log is kept',
        value: median(took.kept),
        unit: 'ms',
        floor,
        floorName: 'without',
        budget: Number((floor * ARCHIVING_BUDGET).toFixed(2)),
        notes: [`The middle of ${TURNS} runs of ${SECONDS} seconds, in turns.`],
      },
      await restoring(kept),
    ]
  } finally {
    await kept.stop()
    await bare.stop()
  }
}

async function pgbench({ dataDir, life }: RunningApp, args: string[]): Promise<string> {
  await life.database('default')
  const { stdout } = await program('pgbench', [...args, await urlOf(dataDir, 'default')])
  return stdout
}

/** Of one transaction, in milliseconds. */
async function latency(app: RunningApp): Promise<number> {
  const text = await pgbench(app, ['-n', '-c', '4', '-j', '2', '-T', String(SECONDS)])
  return Number(/latency average = ([\d.]+)/.exec(text)?.[1])
}

/** The log of all runs above is replayed, in turns with the floor. */
async function restoring(app: RunningApp): Promise<BenchResult> {
  const at = await keptMoment(app)
  const plain = await mkdtemp(join(app.dataDir, 'plain-'))
  const recovery = await app.branching.keptDraft?.('default', at, { draft: plain, scratch: plain })
  if (!recovery) throw new Error('Nothing is replayed')
  const took = { ours: [] as number[], bare: [] as number[] }
  for (let turn = 0; turn < RESTORE_TURNS; turn++) {
    took.bare.push(await copyAndReplay(app, plain, recovery))
    took.ours.push(await branchTime(app, at))
  }
  const floor = median(took.bare)
  const segments = (await readdir(join(plain, 'wal'))).length
  return {
    name: 'back to a second, as a branch',
    value: median(took.ours),
    unit: 'ms',
    floor,
    floorName: 'copy of the plain files, flushed, and replay',
    budget: Math.round(floor * RESTORE_BUDGET),
    notes: [`${segments} segments of 16 MB are replayed.`],
  }
}

/** A moment that can be restored: what was committed until then is in segments that are kept. */
async function keptMoment(app: RunningApp): Promise<string> {
  const at = new Date().toISOString()
  const database = await app.life.database('default')
  const ask = (query: string) => database.run({ runId: randomUUID(), as: 'admin', query })
  await delay(1000)
  await ask('create table public.after_all (a int)')
  await ask('select pg_switch_wal()')
  await until(async () => {
    await app.backups.collect('default')
    const { recoverable } = await app.client.call(listBackups, { params })
    return recoverable !== null && new Date(recoverable.to) > new Date(at)
  })
  return at
}

async function copyAndReplay(
  { dataDir }: RunningApp,
  plain: string,
  { folder, until: target }: Recovery,
): Promise<number> {
  const postgres = await barePostgres(dataDir)
  const copy = join(dataDir, 'floor')
  const log = join(dataDir, 'floor-wal')
  await program('cp', ['-a', folder, log])
  const begun = performance.now()
  await program('sh', ['-c', 'cp -a "$0" "$1" && sync -f "$1"', join(plain, 'pg'), copy])
  await recoverBy(copy, { folder: log, until: target }, postgres.user)
  await handOverAll(copy, postgres.user)
  await handOver(copy, postgres.user)
  const server = await postgres.start(copy)
  await until(async () =>
    /cluster state: +in production/.test(await postgres.run('pg_controldata', ['-D', copy])),
  )
  const took = performance.now() - begun
  await server.stop()
  await rm(copy, { recursive: true, force: true })
  await rm(log, { recursive: true, force: true })
  return took
}

async function branchTime({ client, life }: RunningApp, at: string): Promise<number> {
  const find = async () => (await client.call(listBranches, { params })).find(({ name }) => name === 'then')
  const begun = performance.now()
  await client.call(createBranch, { params, body: { branch_name: 'then', with_data: true, at } })
  await until(async () => (await find())?.status === 'ACTIVE_HEALTHY')
  const took = performance.now() - begun
  await client.call(deleteBranch, { params: { branch: (await find())?.project_ref ?? '' } })
  await until(async () => (await find()) === undefined)
  await life.settled()
  return took
}
