/** What a start can't be faster than: the same databases started by themselves, and the programs that start ours. */
import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { processUser } from '../../apps/platform/src/engines/cluster/process-user.js'
import { usableBinaries } from '../../apps/platform/src/engines/cluster/usable-binaries.js'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Milliseconds of each. */
export interface BareStarts {
  /** A script that does nothing, by npm. */
  npm: number
  /** Reads the program and ends. */
  program: number
  cluster: { first: number; second: number }
  pglite: { first: number; second: number }
}

export async function bareStarts(): Promise<BareStarts> {
  const main = join(root, 'apps/platform/dist/main.js')
  return {
    npm: await taken(() => execute('npm', ['pkg', 'get', 'name'], { cwd: root })),
    program: await taken(() => execute('node', [main, '--version'])),
    cluster: await bareCluster(),
    pglite: await barePglite(),
  }
}

/** Of the second call: the first fills the system's cache. */
async function taken(run: () => Promise<unknown>): Promise<number> {
  await run()
  return duration(run)
}

async function duration(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

/** initdb, the server and one query by psql; then the server and the query again. */
async function bareCluster(): Promise<BareStarts['cluster']> {
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-bare-'))
  const user = await processUser()
  if (user) await chown(folder, user.uid, user.gid)
  const [binaries] = await usableBinaries(folder)
  if (!binaries) throw new Error('There is no PostgreSQL to compare with.')
  const as = { cwd: '/', ...(user && { uid: user.uid, gid: user.gid }) }
  const run = (program: string, ...args: string[]) => execute(join(binaries.directory, program), args, as)
  const data = join(folder, 'data')
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}'`
  const start = () =>
    run('pg_ctl', 'start', '-w', '-s', '-D', data, '-o', settings, '-l', join(folder, 'log'))
  const ask = () => execute('psql', ['-h', folder, '-d', 'postgres', '-X', '-q', '-c', 'select 1'], as)
  const stop = () => run('pg_ctl', 'stop', '-w', '-s', '-D', data)
  const first = await duration(async () => {
    await run('initdb', '-D', data, '--auth=trust')
    await start()
    await ask()
  })
  await stop()
  const second = await duration(async () => {
    await start()
    await ask()
  })
  await stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return { first, second }
}

/** One PGlite in a Node of its own, which makes its database; then the same database again. */
async function barePglite(): Promise<BareStarts['pglite']> {
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-bare-'))
  const script = `
    import { PGlite } from '@electric-sql/pglite'
    const database = new PGlite(process.argv[1])
    await database.query('select 1')
    process.exit(0)`
  const open = () =>
    execute('node', ['--input-type=module', '-e', script, join(folder, 'data')], { cwd: root })
  const first = await duration(open)
  const second = await duration(open)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return { first, second }
}
