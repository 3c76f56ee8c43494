/** Copies of backups in a store outside the machine: sent, kept through the store's failures, and a lost machine restored from them. */
import {
  createClient,
  createBackup,
  deleteBackup,
  listBackups,
  queryTyped,
  updateBackupSettings,
} from '@basedeck/platform-client'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'
import { startS3Server, type S3Server } from './s3-server.js'

const params = { ref: 'default' }
const folder = programFolder()
let server: S3Server
beforeAll(async () => {
  server = await startS3Server({ pageSize: 1000 })
})
afterAll(() => server.stop())

function environment(bucketFolder: string): Record<string, string> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.location
  return {
    BASEDECK_BACKUP_STORE: `s3://${bucket}/${bucketFolder}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
    AWS_ENDPOINT_URL: endpoint,
  }
}

async function start(name: string, engine: string, store: string) {
  const args = ['--port', '0', '--api-port', '0', '--engine', engine, '--data-dir', folder.at(name)]
  const program = await startProgram(args, /database +open/, environment(store))
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  const client = createClient({ baseUrl: program.url })
  return {
    program,
    client,
    list: () => client.call(listBackups, { params }),
    run: async (query: string) =>
      (await client.call(queryTyped, { params, body: { query, runId: crypto.randomUUID() } })).results.at(-1)
        ?.rows,
  }
}
type Started = Awaited<ReturnType<typeof start>>

async function backedUp({ client, list }: Started): Promise<string> {
  const { id } = await client.call(createBackup, { params })
  await isWhole(list, 1)
  return id
}

async function isWhole(list: Started['list'], least: number): Promise<void> {
  const count = async () => (await list()).backups.filter(({ status }) => status === 'completed').length
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThanOrEqual(least)
}

async function isSent({ list }: Started): Promise<void> {
  await expect
    .poll(async () => (await list()).store, { timeout: 30_000 })
    .toMatchObject({ waiting: 0, error: null })
}
const keysOf = (store: string) => [...server.kept.keys()].filter((key) => key.startsWith(`${store}/`))
async function copied(store: string): Promise<void> {
  await expect
    .poll(() => keysOf(store).filter((key) => key.includes('/installation/')).length, { timeout: 30_000 })
    .toBeGreaterThan(0)
}

/** The machine is lost: nothing but the key is left. @returns what the restore said */
async function lose(program: Program, from: string, to: string, store: string): Promise<string> {
  const key = await readFile(join(folder.at(from), 'secret.key'), 'utf8')
  await program.end('SIGTERM')
  await rm(folder.at(from), { recursive: true })
  const args = ['restore', '--from', `s3://${server.location.bucket}/${store}`, '--data-dir', folder.at(to)]
  const withoutKey = await startProgram(args, /never/, environment(store))
  expect(withoutKey).toMatchObject({ code: 1, output: expect.stringContaining('secret.key') })
  await mkdir(folder.at(to), { recursive: true })
  await writeFile(join(folder.at(to), 'secret.key'), key, { mode: 0o600 })
  const ended = await startProgram(args, /never/, environment(store))
  expect(ended).toMatchObject({ code: 0 })
  return 'url' in ended ? '' : ended.output
}

test('a lost machine comes back with what its cluster committed after the backup', async () => {
  const before = await start('lost', 'cluster', 'cluster')
  await before.run(`create table notes (a text); create table filler (a text)`)
  await before.client.call(updateBackupSettings, { params, body: { point_in_time: true } })
  await isWhole(before.list, 1)
  await before.run(`insert into notes values ('after the backup')`)
  const committed = Date.now()
  // More than a segment, so that the one before is finished now.
  await before.run(`insert into filler select md5(random()::text) from generate_series(1, 300000)`)
  const sentUntil = () =>
    Math.max(0, ...keysOf('cluster').map((key) => Number(/\/wal\/.+\.(\d+)$/.exec(key)?.[1] ?? 0)))
  await expect.poll(sentUntil, { timeout: 60_000 }).toBeGreaterThan(committed)
  await isSent(before)
  await copied('cluster')

  expect(await lose(before.program, 'lost', 'found', 'cluster')).toContain('what its log has after that')
  const after = await start('found', 'cluster', 'cluster')
  expect(await after.run('select a from notes')).toEqual([['after the backup']])
  const known = (await after.list()).backups.filter(({ status }) => status === 'completed')
  expect(known.length).toBeGreaterThan(0)
  await after.program.end('SIGTERM')
}, 150_000)

test('a store that is away loses nothing, and gets all when it is back', async () => {
  const running = await start('away', 'pglite', 'pglite')
  await running.run(`create table notes (a text); insert into notes values ('kept')`)
  server.disturb((method) => (method === 'PUT' ? 403 : undefined))
  const id = await backedUp(running)
  await expect
    .poll(async () => (await running.list()).store, { timeout: 30_000 })
    .toMatchObject({ waiting: 1, error: expect.stringContaining('refuses the call') })
  server.disturb(undefined)
  await isSent(running)
  await copied('pglite')
  expect(keysOf('pglite')).toContain(`pglite/backups/default/${id}.backup`)

  await lose(running.program, 'away', 'back', 'pglite')
  const back = await start('back', 'pglite', 'pglite')
  expect(await back.run('select a from notes')).toEqual([['kept']])
  await back.client.call(deleteBackup, { params: { ...params, id } })
  expect(keysOf('pglite')).not.toContain(`pglite/backups/default/${id}.backup`)

  // Another installation may not write among these.
  const other = await start('other', 'pglite', 'pglite')
  await backedUp(other)
  await expect
    .poll(async () => (await other.list()).store?.error ?? '', { timeout: 30_000 })
    .toContain('another installation')
  await other.program.end('SIGTERM')
  await back.program.end('SIGTERM')
}, 150_000)
