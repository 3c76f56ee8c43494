/**
 * The connection poolers of a hosted platform: one shared pair, which a client passes by naming the database
 * `postgres.{ref}`, and one for each project of a paid plan. CLARIFICATIONS "Odds and ends".
 */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import type { WriteLine } from '../log-lines/log-line.js'
import { poolerLine } from './pooler-line.js'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { SESSION_POOLER_PORT, TRANSACTION_POOLER_PORT, transactionPooler } from '@basedeck/core/rules'
import type { ControlDatabase } from '../control/control-database.js'
import type { ProjectChanges } from '../control/project-changes.js'
import { ONLY_THIS_MACHINE, listenAddresses, type ProgramAccess } from '../engines/program-access.js'
import { writeTlsFiles } from '../engines/tls-files.js'
import { processUser } from '../engines/cluster/process-user.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { PgbouncerProgram } from './find-pgbouncer.js'
import { poolerSql, USUAL_SETTINGS, type PoolerSettings } from './pgbouncer-text.js'
import { PoolerProcess } from './pooler-process.js'
import { pooledProjects, type PooledProject } from './pooled-projects.js'

export interface PoolerState {
  port: number
  isRunning: boolean
  /** The last line of one that ends at once; empty: it wrote none. */
  problem: string | undefined
  settings: PoolerSettings
  /** ISO 8601; changes with every change of the settings. */
  updatedAt: string
}

/** `stale`: the settings are another version than the expected one. */
export type PoolerChange = 'changed' | 'stale' | 'no-pooler'

/** The names of databases at the pair: of the primary, and by replica. */
export interface SharedPair {
  database: string
  replicas: { id: DatabaseId; database: string }[]
  transaction: PoolerState
  session: PoolerState
}

export interface Poolers {
  /** The name or address that programs are told. */
  readonly host: string
  /** The shared pair; undefined for a project that it does not serve. */
  shared(ref: string): SharedPair | undefined
  /** Undefined: the project has none. */
  dedicated(ref: string): PoolerState | undefined
  /** Gives the project's database the login of the poolers, also one that seems to have it. @throws EngineError */
  prepare(ref: string): Promise<void>
  /** Changes the settings of a project's own pooler. @param expected the version that is changed; without it no version is checked */
  change(ref: string, settings: Partial<PoolerSettings>, expected?: string): Promise<PoolerChange>
  /** Settles when new clients are served by what is stored now. */
  follow(): Promise<void>
  close(): Promise<void>
}

export interface PoolersDeps {
  program: PgbouncerProgram
  control: ControlDatabase
  life: Pick<ProjectLife, 'database'>
  box: SecretBox
  projectChanges: ProjectChanges
  installationId: string
  dataDir: string
  log: Logger
  /** Keeps what the poolers say, in the logs of their projects. Default: nothing is kept. */
  writeLine?: WriteLine | undefined
  /** Where programs reach them. Default: on this machine only. */
  access?: ProgramAccess
  /** Wanted ports of the shared pair; default those of SPEC §9. */
  ports?: { transaction: number; session: number }
  /** How often a change is looked for that is not reported. Default 10 s. */
  lookEveryMs?: number
}

/** A change of an organization’s plan is no change of its projects. */
const LOOK_EVERY_MS = 10_000

/** Starts what is needed, and follows the projects until `close`. */
export async function startPoolers(deps: PoolersDeps): Promise<Poolers> {
  const { program, dataDir, box, log, control, installationId, projectChanges, life } = deps
  const user = await processUser()
  await mkdir(join(dataDir, 'poolers'), { recursive: true, mode: 0o711 })
  const password = box.passwordFor('poolers login')
  const { transaction = TRANSACTION_POOLER_PORT, session = SESSION_POOLER_PORT } = deps.ports ?? {}
  const folder = (name: string) => join(dataDir, 'poolers', name)
  const { access = ONLY_THIS_MACHINE } = deps
  const hosts = listenAddresses(access)
  const tls = access.tls && (await writeTlsFiles(dataDir, access.tls, user))
  const kept = deps.writeLine ?? (() => {})
  /** @param ref of the one project that it serves */
  const processOf = (name: string, wantedPort: number, ref?: string) =>
    new PoolerProcess({
      program: program.path,
      directory: folder(name),
      wantedPort,
      hosts,
      tls,
      password,
      user,
      log,
      onLine(text) {
        const line = poolerLine(text, { name, refOf: (database) => ref ?? sharedBy(database) }, Date.now())
        if (line) kept(line)
      },
    })
  const pair = {
    transaction: processOf('shared-transaction', transaction),
    session: processOf('shared-session', session),
  }
  const own = new Map<string, { pooler: PoolerProcess; stored: StoredSettings }>()
  /** Whose databases have the pooler's login: a start opens none of them for it. */
  const preparedFile = join(dataDir, 'poolers', 'prepared.json')
  const prepared = new Set(await readJson<string[]>(preparedFile, []))
  let keptPrepared = ''
  const keepPrepared = async () => {
    const text = JSON.stringify([...prepared])
    if (text !== keptPrepared) await writeFile(preparedFile, text)
    keptPrepared = text
  }
  let projects: PooledProject[] = []
  const sharedBy = (name: string | undefined) =>
    projects.find(({ ref, database, replicas }) =>
      [ref, ...replicas.map(({ id }) => id)].some((id) => sharedName(id, database) === name),
    )?.ref
  let isClosed = false

  async function prepare(ref: string): Promise<void> {
    const database = await life.database(ref)
    await database.run({ runId: `pooler-${randomUUID()}`, as: 'admin', query: poolerSql(password) })
    prepared.add(ref)
  }
  const prepareOnce = async ({ ref }: PooledProject): Promise<void> => {
    if (prepared.has(ref)) return
    await prepare(ref).catch((err: unknown) =>
      log.warn({ err, project: ref }, 'a database could not be prepared for its pooler'),
    )
  }

  async function look(): Promise<void> {
    if (isClosed) return
    projects = await pooledProjects(control, installationId)
    const refs = new Set(projects.map(({ ref }) => ref))
    // The server may be another one than before it was away.
    for (const ref of prepared) if (!refs.has(ref)) prepared.delete(ref)
    const shared = projects.flatMap(({ ref, port, database, replicas, rules }) =>
      [{ id: ref, port }, ...replicas].map((one) => ({
        name: sharedName(one.id, database),
        port: one.port,
        database,
        rules,
      })),
    )
    await pair.transaction.serve(shared, USUAL_SETTINGS)
    await pair.session.serve(shared, { ...USUAL_SETTINGS, pool_mode: 'session' })
    await followDedicated()
    // One after the other: an upgrade opens every project once.
    for (const project of projects) {
      if (isClosed) return
      await prepareOnce(project)
    }
    await keepPrepared()
  }

  async function followDedicated(): Promise<void> {
    const paid = projects.filter(({ plan }) => transactionPooler(plan) === 'dedicated')
    for (const [ref, { pooler }] of own) {
      if (paid.some((project) => project.ref === ref)) continue
      own.delete(ref)
      await pooler.stop()
      // A paused project keeps its port and settings.
      if (!(await isThere(control, ref))) await rm(folder(ref), { recursive: true, force: true })
    }
    for (const { ref, port, database, rules } of paid) {
      if (!own.has(ref))
        own.set(ref, { pooler: processOf(ref, 0, ref), stored: await readSettings(folder(ref)) })
      const one = own.get(ref)
      await one?.pooler.serve([{ name: database, port, database, rules }], one.stored.settings)
    }
  }

  let looking: Promise<void> = Promise.resolve()
  let isWaiting = false
  /** Many changes at once are looked at once. */
  const lookSoon = (): Promise<void> => {
    if (isWaiting) return looking
    isWaiting = true
    looking = looking.then(async () => {
      isWaiting = false
      await look().catch((err: unknown) => log.error({ err }, 'the poolers could not be brought up to date'))
    })
    return looking
  }
  const endListening = projectChanges.subscribe(() => void lookSoon())
  const timer = setInterval(() => void lookSoon(), deps.lookEveryMs ?? LOOK_EVERY_MS)
  timer.unref()
  void lookSoon()

  const stateOf = (pooler: PoolerProcess, settings: PoolerSettings, updatedAt = NEVER): PoolerState => ({
    port: pooler.port,
    isRunning: pooler.isRunning,
    problem: pooler.problem,
    settings,
    updatedAt,
  })
  return {
    host: access.host,
    prepare,
    shared(ref) {
      const project = projects.find((one) => one.ref === ref)
      return (
        project && {
          database: sharedName(ref, project.database),
          replicas: project.replicas.map(({ id }) => ({ id, database: sharedName(id, project.database) })),
          transaction: stateOf(pair.transaction, USUAL_SETTINGS),
          session: stateOf(pair.session, { ...USUAL_SETTINGS, pool_mode: 'session' }),
        }
      )
    },
    dedicated(ref) {
      const one = own.get(ref)
      return one && stateOf(one.pooler, one.stored.settings, one.stored.updatedAt)
    },
    async change(ref, changes, expected) {
      const one = own.get(ref)
      if (!one) return 'no-pooler'
      const before = one.stored
      if (expected !== undefined && expected !== before.updatedAt) return 'stale'
      // Before anything is awaited, so that of two changes of one version the second is stale.
      one.stored = {
        settings: { ...before.settings, ...changes },
        updatedAt: laterThan(before.updatedAt, Date.now()),
      }
      try {
        await writeSettings(folder(ref), one.stored)
      } catch (error) {
        one.stored = before
        throw error
      }
      await lookSoon()
      return 'changed'
    },
    follow: lookSoon,
    async close() {
      isClosed = true
      clearInterval(timer)
      endListening()
      await looking
      await Promise.all(
        [pair.transaction, pair.session, ...[...own.values()].map(({ pooler }) => pooler)].map((one) =>
          one.stop(),
        ),
      )
    },
  }
}

/** The name by which the shared pair routes a client. */
function sharedName(id: DatabaseId, database: string): string {
  return `${database}.${id}`
}

async function isThere(control: ControlDatabase, ref: string): Promise<boolean> {
  return (await control.select('select 1 from control.projects where ref = $1', [ref])).length > 0
}

interface StoredSettings {
  settings: PoolerSettings
  updatedAt: string
}

/** Of settings that were not changed yet. */
const NEVER = new Date(0).toISOString()

/** Always later than the one before, even on a coarse clock. */
function laterThan(before: string, now: number): string {
  return new Date(Math.max(now, Date.parse(before) + 1)).toISOString()
}

async function readSettings(folder: string): Promise<StoredSettings> {
  const stored = await readJson<Partial<PoolerSettings> & { updated_at?: string }>(
    join(folder, 'settings.json'),
    {},
  )
  const { updated_at: updatedAt = NEVER, ...settings } = stored
  return { settings: { ...USUAL_SETTINGS, ...settings }, updatedAt }
}

/** The file is there whole, as it was before or as it is now. */
async function writeSettings(folder: string, { settings, updatedAt }: StoredSettings): Promise<void> {
  const path = join(folder, 'settings.json')
  await writeFile(`${path}.new`, JSON.stringify({ ...settings, updated_at: updatedAt }), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** What was not written, or only in part, counts as `otherwise`. */
async function readJson<Value>(path: string, otherwise: Value): Promise<Value> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Value
  } catch {
    return otherwise
  }
}
