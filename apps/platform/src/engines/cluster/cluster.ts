/** One project's PostgreSQL server: created on first use, started, given its owner, and migrated. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { bootstrapProject } from '../../project-database/bootstrap.js'
import type { OpenOptions, Scratch } from '../engine.js'
import { keepEngineRecord, otherMajor } from '../engine-record.js'
import { projectDirectory, removeProjectDirectory } from '../project-directory.js'
import { ADMIN_ROLE, CHANGES_ROLE, DATABASE_NAME, OWNER_ROLE, READER_ROLE, SERVICE_ROLE } from '../roles.js'
import { secretNamed, type Secrets } from '../secrets.js'
import { listenAddresses, type ProgramAccess } from '../program-access.js'
import { ownerLogin } from '../server/owner-login.js'
import { connectionShares } from '../server/connection-shares.js'
import { ServerDatabase } from '../server/server-database.js'
import { ADMIN_OPTIONS, OPENING_OPTIONS } from '../session/protected-settings.js'
import { serverFacts } from '../server/server-version.js'
import type { DatabaseTemplates } from '../templates/database-templates.js'
import { endSwaps } from '../swap-directory.js'
import { replicasIn } from '../replica-id.js'
import { writeTlsFiles, type TlsFiles } from '../tls-files.js'
import type { Binaries } from './binaries.js'
import {
  clusterMajor,
  createCluster,
  keepSettings,
  letOtherMachinesIn,
  letServicesIn,
  portOfSettings,
  setAdminPassword,
  writeSettings,
} from './cluster-directory.js'
import { freePort } from './free-port.js'
import { writeNetworkRules } from './let-in.js'
import { machineMemory } from './machine-memory.js'
import { grantedMemory, memorySettings } from './memory-settings.js'
import { preloadSettings } from './preloaded-libraries.js'
import { checkReachable, handOver, handOverAll, processUser, type ProcessUser } from './process-user.js'
import { type ServerProcess, stopOrphan } from './server-process.js'
import { endRecovery, isStandby } from './replicas/end-recovery.js'
import { settleReplicas } from './replicas/settle-replicas.js'
import { endUnreadSlot } from './unread-slot.js'
import { CHANGES_LIMIT_MB, SLOT_LIMIT_MB } from './replicas/replication-slots.js'
import { explained, openTheWay } from './way-in.js'
import { removeSocketDirectory, socketDirectory } from './socket-directory.js'
import { endTrial, undoTrial } from './tried-settings.js'
import { recoverBy, walSettings, type RestoreHow } from './wal-archive.js'
import { startPatiently } from './start-patiently.js'

/** Where the platform itself reaches every cluster. */
const LOOPBACK = '127.0.0.1'

export interface ClusterOptions {
  dataDir: string
  id: DatabaseId
  binaries: Binaries
  secrets: Secrets
  templates: DatabaseTemplates
  /** Of a new database. */
  ownerPassword?: string
  /** As of `OpenOptions`. */
  repair?: boolean
  memory?: OpenOptions['memory']
  network?: OpenOptions['network']
  access: ProgramAccess
  sync: boolean
  idleMs: number
  onIdle(): void
  /** As of `Database`. */
  scratch(): Promise<Scratch>
}

export interface RunningCluster {
  database: ServerDatabase
  server: ServerProcess
  /** How the superuser signs in. */
  admin: pg.ClientConfig
  /** The directory of its socket. */
  socket: string
  port: number
  /** Of the cluster. */
  directory: string
}

/** @throws EngineError */
export async function startCluster(options: ClusterOptions): Promise<RunningCluster> {
  const { dataDir, id, binaries, idleMs, onIdle, scratch } = options
  const project = projectDirectory(dataDir, id)
  const user = await processUser()
  await mkdir(project, { recursive: true })
  await checkReachable(project, user)
  await checkReachable(binaries.directory, user)
  // The secrets may come later, since the control plane has to be open for them: files and server don't wait for them.
  const finding = findPasswords(options)
  // A failure is thrown below. Without this line, an unhandled rejection would end the process before that.
  finding.catch(() => {})
  // A promotion that was broken off: what it moved away comes back, or its replica is the primary now.
  await endSwaps(project)
  await prepareDirectory(clusterDirectory(project), async () => (await finding).admin, options, user)
  const { server, port, socket } = await startServer(project, options, user)
  try {
    const passwords = await finding
    const common = commonLogin(port)
    const admin = adminLogin(port, passwords.admin)
    if (await isStandby(clusterDirectory(project))) await endRecovery(admin)
    const reader = { ...common, host: LOOPBACK, user: READER_ROLE, password: passwords.reader }
    const changes = { ...common, host: socket, user: CHANGES_ROLE, password: passwords.changes }
    const service = { ...common, host: socket, user: SERVICE_ROLE, password: passwords.service }
    await openTheWay(admin, { repair: options.repair ?? false })
    const { versionNumber, connections } = await serverFacts(admin)
    const database: ServerDatabase = new ServerDatabase({
      id,
      versionNumber,
      shares: connectionShares(connections),
      address: { host: options.access.host, port },
      ownerLogin: ownerLogin({
        secret: { secrets: options.secrets, name: ownerPasswordOf(id) },
        database: DATABASE_NAME,
        owned: () => database,
      }),
      // Through the socket the owner needs no password, so that changing it does not lock the dashboard out.
      findReader: async () => reader,
      findService: async () => service,
      findChanges: async () => ({ config: changes, keepsSlot: true }),
      users: { admin, owner: { ...common, host: socket, user: OWNER_ROLE } },
      explain: (error) => explained(admin, error),
      grantsToReader: true,
      idleMs,
      onIdle,
      scratch,
      onClose: async () => {
        await server.stop()
        await removeSocketDirectory(socket, project)
      },
    })
    await bootstrapProject(database, passwords)
    await settleReplicas({ dataDir, id, admin })
    endUnreadSlot(admin)
    return { database, server, admin, socket, port, directory: clusterDirectory(project) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Set explicitly, because the driver would otherwise read the environment. */
const PLAIN = { ssl: false } as const

/** What all sign-ins to the server at that port share. */
export function commonLogin(port: number) {
  return {
    ...PLAIN,
    port,
    database: DATABASE_NAME,
    application_name: 'basedeck',
    connectionTimeoutMillis: 10_000,
    options: OPENING_OPTIONS,
  }
}

/** How the superuser signs in to it. */
export function adminLogin(port: number, password: string) {
  return { ...commonLogin(port), host: LOOPBACK, user: ADMIN_ROLE, password, options: ADMIN_OPTIONS }
}

/** The port that the project's server had when it last ran; undefined before its first start. */
export function portOfCluster(dataDir: string, id: DatabaseId): Promise<number | undefined> {
  return portOfSettings(clusterDirectory(projectDirectory(dataDir, id)))
}

/** Deletes everything, and stops a server that outlived its program. Idempotent. @throws EngineError `directory` */
export async function removeCluster(dataDir: string, id: DatabaseId, secrets: Secrets): Promise<void> {
  await stopOrphan(clusterDirectory(projectDirectory(dataDir, id)))
  await removeProjectDirectory(dataDir, id)
  await secrets.remove(adminPasswordOf(id))
  await secrets.remove(ownerPasswordOf(id))
  await secrets.remove(readerPasswordOf(id))
  await secrets.remove(servicePasswordOf(id))
  await secrets.remove(changesPasswordOf(id))
}

/**
 * Prepares a cluster from a backup as the database of `id`: sets the superuser's password to the one stored for this
 * project. PostgreSQL replays its WAL for that, so a cluster that can't start fails here.
 * @throws EngineError
 */
export async function prepareRestoredCluster(
  draft: string,
  { dataDir, id, binaries, secrets }: Pick<ClusterOptions, 'dataDir' | 'id' | 'binaries' | 'secrets'>,
  { recovery, isCopy = false, statements = [], lacksFiles = false }: RestoreHow = {},
): Promise<void> {
  const user = await processUser()
  const directory = clusterDirectory(draft)
  await keepSettings(clusterDirectory(projectDirectory(dataDir, id)), directory)
  await checkReachable(draft, user)
  await checkReachable(binaries.directory, user)
  await handOverAll(directory, user)
  await handOver(directory, user)
  const password = await secretNamed(secrets, adminPasswordOf(id))
  const recovered = recovery && (await recoverBy(directory, recovery, user))
  // Its whole directory is flushed after this.
  await setAdminPassword(directory, password, { binaries, user, sync: false, isCopy, statements, lacksFiles })
  await recovered?.()
}

const adminPasswordOf = (id: DatabaseId) => `${id}.admin-password`
const ownerPasswordOf = (id: DatabaseId) => `${id}.owner-password`
const readerPasswordOf = (id: DatabaseId) => `${id}.reader-password`
const servicePasswordOf = (id: DatabaseId) => `${id}.service-password`
const changesPasswordOf = (id: DatabaseId) => `${id}.changes-password`
const clusterDirectory = (project: string) => join(project, 'pg')

interface ClusterPasswords {
  admin: string
  owner: string
  reader: string
  service: string
  changes: string
}

export async function findPasswords({
  id,
  secrets,
  ownerPassword,
}: Pick<ClusterOptions, 'id' | 'secrets' | 'ownerPassword'>): Promise<ClusterPasswords> {
  return {
    admin: await secretNamed(secrets, adminPasswordOf(id)),
    owner: await secretNamed(secrets, ownerPasswordOf(id), ownerPassword),
    reader: await secretNamed(secrets, readerPasswordOf(id)),
    service: await secretNamed(secrets, servicePasswordOf(id)),
    changes: await secretNamed(secrets, changesPasswordOf(id)),
  }
}

async function prepareDirectory(
  directory: string,
  adminPassword: () => Promise<string>,
  { dataDir, id, binaries, templates, sync }: ClusterOptions,
  user: ProcessUser | undefined,
): Promise<void> {
  const major = await clusterMajor(directory)
  const keepRecord = () => keepEngineRecord(dataDir, id, { engine: 'cluster', postgresMajor: binaries.major })
  if (major === undefined)
    return createCluster(directory, { binaries, templates, user, sync }, async () => {
      const password = await adminPassword()
      // Only now: until the control plane is open, no project has this engine.
      await keepRecord()
      return password
    })
  await keepRecord()
  if (major !== binaries.major) throw otherMajor(id, major, binaries.major)
  await handOver(directory, user)
}

/** @param asReplica settings by which it follows a primary; default: it follows none */
export async function startServer(
  project: string,
  {
    dataDir,
    id,
    binaries,
    memory,
    network,
    access,
  }: Pick<ClusterOptions, 'dataDir' | 'id' | 'binaries' | 'memory' | 'network' | 'access'>,
  user: ProcessUser | undefined,
  asReplica: Readonly<Record<string, string>> = {},
): Promise<{ server: ServerProcess; port: number; socket: string }> {
  const directory = clusterDirectory(project)
  const socket = await socketDirectory(project, user)
  // The port of the last start, so that published addresses stay valid.
  const earlier = await portOfSettings(directory)
  const bytes = await memory?.()
  const hasReplicas = (await replicasIn(dataDir, id)).length > 0
  const more = {
    // Realtime decodes the changes of published tables.
    wal_level: 'logical',
    ...(await preloadSettings(binaries)),
    ...(bytes === undefined ? {} : memorySettings(grantedMemory(bytes, machineMemory()))),
    ...(await walSettings(project, user)),
    ...(access.tls && tlsSettings(await writeTlsFiles(dataDir, access.tls, user))),
    max_slot_wal_keep_size: `${hasReplicas ? SLOT_LIMIT_MB : CHANGES_LIMIT_MB}MB`,
    ...asReplica,
  }
  if (access.tls) await letOtherMachinesIn(directory)
  await letServicesIn(directory)
  if (network) {
    const rules = await network()
    // SSL is enforced only with a certificate: without one each connection would be refused.
    await writeNetworkRules(directory, access.tls ? rules : { ...rules, enforceSsl: false }, user)
  }
  const hosts = listenAddresses(access)
  let port = 0
  const start = () =>
    startPatiently({ directory, logFile: join(project, 'pg.log'), binaries, user }, async (attempt) => {
      port = await freePort(attempt === 1 ? earlier : undefined, hosts)
      await writeSettings(directory, {
        port,
        socketDirectory: socket,
        clusterName: `basedeck ${id}`,
        addresses: hosts.join(','),
        more,
      })
    })
  const server = await start().catch(async (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    if (await undoTrial(project, reason)) return start()
    throw error
  })
  await endTrial(project)
  return { server, port, socket }
}

function tlsSettings({ certificate, key }: TlsFiles): Record<string, string> {
  return { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key }
}
