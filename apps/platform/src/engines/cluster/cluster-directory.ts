/** A project's cluster on disk: made by initdb with our settings, or copied from a template of that. */
import { createHash, randomUUID } from 'node:crypto'
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EngineError } from '../engine.js'
import {
  ADMIN_ROLE,
  CHANGES_ROLE,
  DATABASE_NAME,
  OWNER_ROLE,
  REPLICATION_ROLE,
  SERVICE_ROLE,
} from '../roles.js'
import { FROM_THIS_MACHINE, withOtherMachines } from '../network-rules.js'
import { giveOwnIdentity } from '../templates/cluster-identity.js'
import { flushDirectory } from '../templates/flush-directory.js'
import type { DatabaseTemplates } from '../templates/database-templates.js'
import type { Binaries } from './binaries.js'
import { failureCause } from './failure-cause.js'
import { handOver, handOverAll, type ProcessUser } from './process-user.js'
import { runProgram } from './run-program.js'
import type { RestoreHow } from './wal-archive.js'
import { engineText } from '../../text/engines.js'

export interface ClusterFiles {
  binaries: Binaries
  templates: DatabaseTemplates
  user: ProcessUser | undefined
  /** False only in tests: a new cluster then doesn't wait for the disk. */
  sync: boolean
}

/** PostgreSQL's major version of an existing cluster; undefined when there is none. */
export async function clusterMajor(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/**
 * Makes a new cluster at `directory`; an interrupted attempt leaves no directory.
 * @param readyToFinish called when the files are there; returns the superuser's password. Default: the superuser has no
 * password and can't sign in with one
 * @throws EngineError
 */
export async function createCluster(
  directory: string,
  files: ClusterFiles,
  readyToFinish?: () => Promise<string>,
): Promise<void> {
  const { binaries, templates, user, sync } = files
  await removeUnfinished(directory)
  // Programs of a killed attempt may still run, so each attempt uses its own draft directory.
  const unfinished = `${directory}.${randomUUID()}.new`
  await templates.makeOrCopy(unfinished, templateName(binaries), (draft) => makeTemplate(draft, files))
  await giveOwnIdentity(unfinished)
  await handOver(unfinished, user)
  await handOverAll(unfinished, user)
  // On the disk before the password is there to be waited for: PostgreSQL flushes what it changes itself.
  if (sync) await flushDirectory(unfinished)
  if (readyToFinish) await setAdminPassword(unfinished, await readyToFinish(), files)
  await rename(unfinished, directory)
}

/** What attempts of programs that were killed left beside the directory. */
export async function removeUnfinished(directory: string): Promise<void> {
  const parent = dirname(directory)
  for (const name of await readdir(parent)) {
    const isUnfinished = name.startsWith(`${basename(directory)}.`) && /\.new(\.password)?$/.test(name)
    if (isUnfinished) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Only this user can enter the directory of the socket; network connections need a password. */
const ACCESS_RULES = `# Written by Basedeck.
local  all  ${OWNER_ROLE}  trust
${FROM_THIS_MACHINE}
`

/** Through the socket, which takes less time than the network of the machine. */
const SERVICES = `
# The services of the project.
local  all  ${SERVICE_ROLE}  scram-sha-256
`

/** Realtime reads the changes of the project from this machine. */
const CHANGES = `
# Changes of published tables.
local  all  ${CHANGES_ROLE}  scram-sha-256
`

/** Replicas are on this machine. */
const REPLICAS = `
# The read replicas of the project.
local  replication  ${REPLICATION_ROLE}  scram-sha-256
`

export function letReplicasIn(directory: string): Promise<void> {
  return addRules(directory, REPLICAS)
}

export async function letOtherMachinesIn(directory: string): Promise<void> {
  const path = join(directory, 'pg_hba.conf')
  const rules = await readFile(path, 'utf8')
  const added = withOtherMachines(rules)
  if (added !== rules) await writeFile(path, added)
}

export async function letServicesIn(directory: string): Promise<void> {
  await addRules(directory, SERVICES)
  await addRules(directory, CHANGES)
}

/** Adds rules to those of the cluster, which may be the operator's own. Idempotent. */
async function addRules(directory: string, added: string): Promise<void> {
  const path = join(directory, 'pg_hba.conf')
  const rules = await readFile(path, 'utf8')
  if (!rules.includes(added)) await writeFile(path, rules + added)
}

const LOCALES = [
  ['--locale=C.UTF-8'],
  ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ['--locale=C'],
]

/** The superuser has no password yet: pg_hba.conf then refuses it over the network. */
const INITDB_ARGUMENTS = [`--username=${ADMIN_ROLE}`, '--auth=trust', '--encoding=UTF8', '--no-sync']

/** Each version and build of PostgreSQL has its own template. */
function templateName({ directory, version }: Binaries): string {
  const basis = JSON.stringify([directory, version, INITDB_ARGUMENTS, LOCALES, ACCESS_RULES])
  return `cluster-${version}-${createHash('sha256').update(basis).digest('hex').slice(0, 12)}`
}

async function makeTemplate(draft: string, { binaries, user }: ClusterFiles): Promise<void> {
  await handOver(draft, user)
  await initdb(draft, binaries, user)
  await append(join(draft, 'postgresql.conf'), "\ninclude_if_exists = 'basedeck.conf'\n")
  await writeFile(join(draft, 'pg_hba.conf'), ACCESS_RULES)
}

async function initdb(directory: string, binaries: Binaries, user: ProcessUser | undefined): Promise<void> {
  let failure: unknown
  for (const locale of LOCALES) {
    try {
      const args = [`--pgdata=${directory}`, ...INITDB_ARGUMENTS, ...locale]
      return void (await runProgram(user, join(binaries.directory, 'initdb'), args))
    } catch (error) {
      failure ??= error
    }
  }
  throw failed('initdb', failure)
}

const MANY_LOCKS = 4096

/** A subscription would take the changes that are meant for the database it was copied from. */
const QUIET = 'update pg_catalog.pg_subscription set subenabled = false\n'

/**
 * In single-user mode, without network, so that the cluster never runs without a password.
 * @param files `sync` as of a new cluster; `isCopy`: what would act beside the original is turned off; `statements` and
 *   `lacksFiles` as of `RestoreHow`
 * @throws EngineError
 */
export async function setAdminPassword(
  directory: string,
  password: string,
  {
    binaries,
    user,
    sync,
    isCopy = false,
    statements = [],
    lacksFiles = false,
  }: Pick<ClusterFiles, 'binaries' | 'user' | 'sync'> &
    Pick<RestoreHow, 'isCopy' | 'statements' | 'lacksFiles'>,
): Promise<void> {
  const statement = `alter role "${ADMIN_ROLE}" password '${password.replaceAll("'", "''")}'\n${isCopy ? QUIET : ''}`
  const script = [statement, ...statements.map((line) => `${line}\n`)].join('')
  const args = [
    '--single',
    ...(sync ? [] : ['-F']),
    // Statements about all tables hold a lock of each.
    ...(statements.length > 0 ? ['-c', `max_locks_per_transaction=${MANY_LOCKS}`] : []),
    ...(lacksFiles ? ['-c', 'ignore_invalid_pages=on'] : []),
    '-D',
    directory,
    DATABASE_NAME,
  ]
  try {
    const said = await runProgram(user, join(binaries.directory, 'postgres'), args, script)
    // It exits with 0 even if its statement failed.
    if (/\b(ERROR|FATAL|PANIC):/.test(said)) throw new Error(said)
  } catch (error) {
    throw failed('postgres --single', error)
  }
}

function failed(program: string, failure: unknown): EngineError {
  const { stderr, message } = failure as { stderr?: string; message?: string }
  const reason = failureCause(stderr || message || String(failure))
  return new EngineError('unavailable', engineText.programFailed(program, reason), { cause: failure })
}

async function append(path: string, text: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')) + text)
}

/** Settings that can differ at each start. */
export interface ServerSettings {
  port: number
  socketDirectory: string
  clusterName: string
  /** Addresses it listens on besides its socket; default: this machine's own. */
  addresses?: string
  /** Further settings, by PostgreSQL's names. */
  more?: Readonly<Record<string, string>>
}

/** Writes the settings for the next start. They suit a developer's machine and never risk a committed row. */
export async function writeSettings(directory: string, settings: ServerSettings): Promise<void> {
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
  const lines = [
    '# Written by Basedeck at each start; your own settings belong into postgresql.conf, below the include.',
    `cluster_name = ${text(settings.clusterName)}`,
    `listen_addresses = ${text(settings.addresses ?? '127.0.0.1')}`,
    `port = ${settings.port}`,
    `unix_socket_directories = ${text(settings.socketDirectory)}`,
    'unix_socket_permissions = 0700',
    "lc_messages = 'C'",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    'logging_collector = off',
    "log_destination = 'stderr'",
    'log_min_error_statement = panic',
    // The platform reads the log and keeps its entries, texts of statements without secrets (`log-lines`).
    "log_line_prefix = '%m [%p] %e <%u|%d> '",
    'log_min_duration_statement = 1s',
    'log_parameter_max_length = 0',
    'log_lock_waits = on',
    'jit = off',
    // Ends statements of disconnected clients, on systems that can detect them.
    ...(process.platform === 'linux' ? ["client_connection_check_interval = '10s'"] : []),
    ...Object.entries(settings.more ?? {}).map(([name, value]) => `${name} = ${text(value)}`),
  ]
  await writeFile(join(directory, 'basedeck.conf'), `${lines.join('\n')}\n`)
}

/** The port of the last start; undefined before the first. */
export async function portOfSettings(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'basedeck.conf'), 'utf8').catch(() => '')
  const [, port] = /^port = (\d+)$/m.exec(text) ?? []
  return port === undefined ? undefined : Number(port)
}

/** A cluster that replaces another one keeps the replaced one's port. */
export async function keepSettings(before: string, directory: string): Promise<void> {
  const port = await portOfSettings(before)
  await rm(join(directory, 'basedeck.conf'), { force: true })
  if (port !== undefined) await copyFile(join(before, 'basedeck.conf'), join(directory, 'basedeck.conf'))
}
