/** A project's cluster on disk: made by initdb in one step, with our settings; who made it with which version. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EngineError } from '../engine.js'
import { adminRole, ownerRole } from '../roles.js'
import type { Binaries } from './binaries.js'
import { handOver, handOverAll, type ProcessUser } from './process-user.js'

const run = promisify(execFile)

export interface ClusterFiles {
  binaries: Binaries
  user: ProcessUser | undefined
  /** False only in tests: initdb then doesn't wait for the disk. */
  sync: boolean
}

/** PostgreSQL's major version of an existing cluster; undefined when there is none. */
export async function clusterMajor(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/** Makes a new cluster at `directory`; an interrupted attempt leaves nothing there. @throws EngineError */
export async function createCluster(directory: string, password: string, files: ClusterFiles): Promise<void> {
  await removeUnfinished(directory)
  // The initdb of a killed program may still be at work: it must not meet this one.
  const unfinished = `${directory}.${randomUUID()}.new`
  const passwordFile = `${unfinished}.password`
  await mkdir(unfinished, { recursive: true })
  await handOver(unfinished, files.user)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await handOverAll(passwordFile, files.user)
  try {
    await initdb(unfinished, passwordFile, files)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await append(join(unfinished, 'postgresql.conf'), "\ninclude_if_exists = 'basedeck.conf'\n")
  await writeFile(join(unfinished, 'pg_hba.conf'), accessRules)
  await rename(unfinished, directory)
}

async function removeUnfinished(directory: string): Promise<void> {
  const parent = dirname(directory)
  for (const name of await readdir(parent)) {
    const isUnfinished = name.startsWith(`${basename(directory)}.`) && /\.new(\.password)?$/.test(name)
    if (isUnfinished) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

/** The socket lies in a directory that only this user can enter; every other way in needs a password. */
const accessRules = `# Written by Basedeck.
local  all  ${ownerRole}  trust
host   all  all  127.0.0.1/32  scram-sha-256
`

const locales = [
  ['--locale=C.UTF-8'],
  ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ['--locale=C'],
]

async function initdb(directory: string, passwordFile: string, files: ClusterFiles): Promise<void> {
  let failure: unknown
  for (const locale of locales) {
    try {
      return await initdbWith(locale, directory, passwordFile, files)
    } catch (error) {
      failure ??= error
    }
  }
  const { stderr } = failure as { stderr?: string }
  const reason = stderr?.trim().split('\n').at(-1) ?? String(failure)
  throw new EngineError('unavailable', `PostgreSQL's initdb failed: ${reason}`, { cause: failure })
}

async function initdbWith(
  locale: string[],
  directory: string,
  passwordFile: string,
  files: ClusterFiles,
): Promise<void> {
  const { binaries, user, sync } = files
  const args = [
    `--pgdata=${directory}`,
    `--username=${adminRole}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
    ...(sync ? [] : ['--no-sync']),
  ]
  await run(join(binaries.directory, 'initdb'), args, {
    cwd: directory,
    env: { ...process.env, TZ: 'UTC' },
    ...(user && { uid: user.uid, gid: user.gid }),
  })
}

async function append(path: string, text: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')) + text)
}

/** What changes from start to start. */
export interface ServerSettings {
  port: number
  socketDirectory: string
  clusterName: string
}

/** Writes the settings for the next start: a developer's machine, nothing that risks a committed row. */
export async function writeSettings(directory: string, settings: ServerSettings): Promise<void> {
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
  const lines = [
    '# Written by Basedeck at each start; your own settings belong into postgresql.conf, below the include.',
    `cluster_name = ${text(settings.clusterName)}`,
    "listen_addresses = '127.0.0.1'",
    `port = ${settings.port}`,
    `unix_socket_directories = ${text(settings.socketDirectory)}`,
    'unix_socket_permissions = 0700',
    "lc_messages = 'C'",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    'logging_collector = off',
    "log_destination = 'stderr'",
    'log_min_error_statement = panic',
    'jit = off',
  ]
  await writeFile(join(directory, 'basedeck.conf'), `${lines.join('\n')}\n`)
}
