/**
 * A campaign of kills: the program, the primary, a replica or the writer of the archive is killed at random moments of backups,
 * restores, branches, merges and promotions, while rows are written. No commit that was answered is lost, no merge is half done, and
 * nothing is left behind. With BASEDECK_KILL_FIGURES the counts are written to that file, in the form of a bench.
 */
import {
  compareBranch,
  createBackup,
  createBranch,
  createClient,
  deleteBranch,
  listBackups,
  listBranches,
  listReplicas,
  mergeBranch,
  promoteReplica,
  queryTyped,
  removeReplica,
  resetBranch,
  restoreBackup,
  setupReplica,
  updateBackupSettings,
  type Client,
} from '@basedeck/platform-client'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'
import { randomMoment } from './random-moment.js'

const ROUNDS = Number(process.env['BASEDECK_KILL_ROUNDS'] ?? 20)
const FIGURES = process.env['BASEDECK_KILL_FIGURES']
const params = { ref: 'default' }
const folder = programFolder()
/** Milliseconds: about as long as each of the works takes. */
const LONGEST_WORK = 5000
const SETTLES = { timeout: 180_000, interval: 100 }
const WORKS = ['backup', 'branch', 'merge', 'promotion', 'restore', 'reset'] as const
type Work = (typeof WORKS)[number]
const VICTIMS = ['platform', 'primary', 'replica', 'archive'] as const
type Victim = (typeof VICTIMS)[number]

let program: Program
let client: Client

async function start(): Promise<void> {
  const args = ['--port', '0', '--api-port', '0', '--engine', 'cluster', '--data-dir', folder.at('cluster')]
  const started = await startProgram(args, /database +open/)
  if (!isRunning(started)) throw new Error(started.output)
  folder.keep(started)
  program = started
  client = createClient({ baseUrl: program.url })
}

const runIn = async (ref: string, query: string) =>
  (
    await client.call(queryTyped, { params: { ref }, body: { query, runId: crypto.randomUUID() } })
  ).results.at(-1)?.rows ?? []
const run = (query: string) => runIn('default', query)
const replicas = async () => (await client.call(listReplicas, { params })).replicas
const healthy = async () => (await replicas()).find(({ status }) => status === 'ACTIVE_HEALTHY')?.identifier
const branches = async () =>
  (await client.call(listBranches, { params })).filter(({ is_default }) => !is_default)
const backups = async () => (await client.call(listBackups, { params })).backups
/** A server that lost one of its processes answers for a moment before it starts anew. */
const asked = (query: string) => vi.waitUntil(() => run(query).catch(() => undefined), SETTLES)
/** Until it is true; what is asked may be refused meanwhile. */
const until = (is: () => Promise<boolean>) => vi.waitUntil(() => is().catch(() => false), SETTLES)
const isReady = async (name: string) =>
  (await branches()).find((one) => one.name === name)?.status === 'ACTIVE_HEALTHY'

/** Rows whose insert was answered. */
let acknowledged = new Set<string>()
let next = 0
async function writes(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const a = String(next++)
    await run(`insert into notes values (${a})`).then(
      () => acknowledged.add(a),
      () => asked('select 1').catch(() => undefined),
    )
  }
}

async function begin(work: Work, round: number): Promise<unknown> {
  const name = `b${round}`
  if (work === 'backup') return client.call(createBackup, { params })
  if (work === 'branch')
    return client.call(createBranch, { params, body: { branch_name: name, with_data: round % 2 === 0 } })
  if (work === 'promotion') {
    const chosen = await healthy()
    return chosen
      ? client.call(promoteReplica, { params, body: { database_identifier: chosen } })
      : client.call(setupReplica, { params, body: { read_replica_region: 'eu-west-1' } })
  }
  if (work === 'restore') {
    const whole = (await backups()).find(({ status }) => status === 'completed')
    return whole
      ? client.call(restoreBackup, { params, body: { id: whole.id } })
      : client.call(createBackup, { params })
  }
  const [branch] = await branches()
  if (!branch) throw new Error('The branch is not there.')
  if (work === 'reset') return client.call(resetBranch, { params: { branch: branch.id } })
  const { parent_version, branch_version, objects } = await client.call(compareBranch, {
    params: { ref: branch.project_ref },
  })
  return client.call(mergeBranch, {
    params: { ref: branch.project_ref },
    body: { parent_version, branch_version, objects: objects.map(({ id }) => id), runId: name },
  })
}

/** What a merge and a reset begin with: a branch, in which two tables were made. */
async function prepare(work: Work, round: number): Promise<void> {
  if (work !== 'merge' && work !== 'reset') return
  const { project_ref: ref } = await client.call(createBranch, { params, body: { branch_name: `b${round}` } })
  await until(() => isReady(`b${round}`))
  await runIn(
    ref,
    `create table made_${round} (id int primary key); create table more_${round} (id int primary key)`,
  )
}

/** Gives who was killed: without a replica, that is the primary. */
async function kill(victim: Victim): Promise<Victim> {
  const pid = await pidOf(victim)
  if (pid === undefined) return victim === 'primary' ? kill('platform') : kill('primary')
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  return victim
}

async function pidOf(victim: Victim): Promise<number | undefined> {
  if (victim === 'platform') return program.pid
  const projects = join(folder.at('cluster'), 'projects')
  const names = await readdir(projects)
  const name = victim === 'replica' ? names.find((one) => one.startsWith('default-rr-')) : 'default'
  if (name === undefined) return undefined
  const file = await readFile(join(projects, name, 'pg', 'postmaster.pid'), 'utf8').catch(() => '')
  const postmaster = Number(file.split('\n')[0])
  if (!postmaster) return undefined
  return victim === 'archive' ? archiverOf(postmaster) : postmaster
}

async function archiverOf(postmaster: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
  for (const child of children.trim().split(' ')) {
    const said = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (said.includes('archiver')) return Number(child)
  }
  return undefined
}

async function tidy(): Promise<void> {
  await until(async () => (await replicas()).every(({ status }) => status !== 'INIT_READ_REPLICA'))
  for (const { identifier, status } of await replicas())
    if (status === 'INIT_READ_REPLICA_FAILED')
      await client.call(removeReplica, { params, body: { database_identifier: identifier } })
  await until(async () => (await replicas()).every(({ status }) => !/FAILED|GOING_DOWN/.test(status)))
  await until(async () => (await branches()).every(({ status }) => !/COMING|RESTORING/.test(status)))
  for (const { id, status } of await branches())
    if (status !== 'GOING_DOWN') await client.call(deleteBranch, { params: { branch: id } })
  await until(async () => (await branches()).length === 0)
  await until(async () => (await backups()).every(({ status }) => status !== 'running'))
}

test('copies and changes of places', async () => {
  const counts = { platform: 0, primary: 0, replica: 0, archive: 0 }
  const ends = { done: 0, broken: 0 }
  await start()
  await run('create table notes (a bigint primary key)')
  await client.call(updateBackupSettings, { params, body: { point_in_time: true } })
  await until(async () => (await run('select 1')).length === 1)
  for (let round = 0; round < ROUNDS; round++) {
    const work = WORKS[round % WORKS.length]!
    const chosen = VICTIMS[Math.floor(Math.random() * VICTIMS.length)]!
    await prepare(work, round)
    const stop = new AbortController()
    const writing = writes(stop.signal)
    const outcome = begin(work, round).then(
      () => 'done' as const,
      () => 'broken' as const,
    )
    await randomMoment(LONGEST_WORK)
    const victim = await kill(chosen)
    counts[victim] += 1
    if (victim === 'platform') {
      await program.end('SIGKILL')
      await start()
    }
    const said = await outcome
    ends[said] += 1
    stop.abort()
    await writing
    const what = `round ${round}: ${work}, ${victim} killed, ${said}`
    await until(async () => (await run('select 1')).length === 1)
    const rows = new Set((await asked('select a from notes')).map(([a]) => a ?? ''))
    const lost = [...acknowledged].filter((a) => !rows.has(a))
    // What was written after the backup is gone by a restore, and kept in the copy of before.
    if (work === 'restore' && lost.length > 0) {
      const kept = (await backups()).filter(({ kind }) => kind === 'before_restore')
      expect(kept.length, `${what}: lost ${lost.length}`).toBeGreaterThan(0)
      acknowledged = rows
    } else expect(lost, `${what}`).toEqual([])
    expect(await asked('select pg_is_in_recovery()'), `${what}`).toEqual([['f']])
    if (work === 'merge') {
      const made = await asked(
        `select to_regclass('made_${round}') is not null, to_regclass('more_${round}') is not null,
          to_regclass('supabase_migrations.schema_migrations') is not null`,
      )
      expect(
        [
          ['t', 't', 't'],
          ['f', 'f', made[0]?.[2]],
        ],
        `${what}`,
      ).toContainEqual(made[0])
    }
    await tidy()
    const known = ['default', ...(await replicas()).map(({ identifier }) => identifier)]
    await expect
      .poll(async () => (await readdir(join(folder.at('cluster'), 'projects'))).toSorted(), {
        ...SETTLES,
        message: what,
      })
      .toEqual(known.toSorted())
    await expect
      .poll(() => readdir(join(folder.at('cluster'), 'restoring')).catch(() => []), {
        ...SETTLES,
        message: what,
      })
      .toEqual([])
    console.log(`${what}; ${acknowledged.size} rows`)
  }
  for (const { identifier } of await replicas())
    await client.call(removeReplica, { params, body: { database_identifier: identifier } })
  await expect.poll(replicas, SETTLES).toEqual([])
  expect(await readdir(join(folder.at('cluster'), 'projects'))).toEqual(['default'])
  await program.end('SIGTERM')
  if (FIGURES !== undefined) await writeFile(FIGURES, figures(counts, ends))
}, 6_000_000)

function figures(counts: Record<Victim, number>, ends: { done: number; broken: number }): string {
  const rows = [
    {
      name: 'random kills in backups, branches, merges, promotions, restores and resets',
      value: ROUNDS,
      unit: 'kills',
    },
    ...VICTIMS.map((victim) => ({
      name: `of these, of the ${victim}`,
      value: counts[victim],
      unit: 'kills',
    })),
    { name: 'works that ended all the same', value: ends.done, unit: 'works' },
    { name: 'works that broke off', value: ends.broken, unit: 'works' },
    { name: 'rows written and still there at the end', value: acknowledged.size, unit: 'rows' },
    { name: 'answered commits that were lost', value: 0, unit: 'commits', budget: 0 },
    { name: 'folders left behind', value: 0, unit: 'folders', budget: 0 },
  ]
  return `${JSON.stringify(rows, null, 2)}\n`
}
