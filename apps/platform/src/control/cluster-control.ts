/**
 * The control plane in a small cluster under the data directory, reachable only through its socket. It starts on
 * first use, runs as long as the platform, and starts again if it stops unexpectedly.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { sendRunningCluster } from '../engines/cluster/base-backup.js'
import type { Binaries } from '../engines/cluster/binaries.js'
import { clusterMajor, createCluster, writeSettings } from '../engines/cluster/cluster-directory.js'
import { checkReachable, handOver, processUser, type ProcessUser } from '../engines/cluster/process-user.js'
import type { ServerExit } from '../engines/cluster/server-exit.js'
import type { ServerProcess } from '../engines/cluster/server-process.js'
import { removeSocketDirectory, socketDirectory } from '../engines/cluster/socket-directory.js'
import { startPatiently } from '../engines/cluster/start-patiently.js'
import { EngineError } from '../engines/engine.js'
import { ADMIN_ROLE, DATABASE_NAME } from '../engines/roles.js'
import { connectionShares } from '../engines/server/connection-shares.js'
import { ServerDatabase } from '../engines/server/server-database.js'
import { serverVersion } from '../engines/server/server-version.js'
import type { DatabaseTemplates } from '../engines/templates/database-templates.js'
import { flushName } from '../engines/templates/flush-directory.js'
import { CONTROL_NAME, type OwnControlLocation } from './control-location.js'
import { controlText } from '../text/control.js'

export interface ClusterControlOptions {
  /** Holds `pg`. */
  directory: string
  binaries: Binaries
  templates: DatabaseTemplates
  /** Settings of its sessions, as `-c name=value`. */
  sessionOptions?: string
  /** As of `ClusterOptions`; default true. */
  sync?: boolean
  /** As of `ControlDatabaseOptions`. */
  onServerExit?: ((exit: ServerExit) => void) | undefined
}

interface Running {
  server: ServerProcess
  database: ServerDatabase
  admin: pg.ClientConfig
}

/** The port only names the socket file. */
const PORT = 5432
const CONNECTIONS = 5

/** The control plane is small; memory is left for the projects. */
const SMALL_SETTINGS = {
  max_connections: '12',
  shared_buffers: '16MB',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  autovacuum_max_workers: '1',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  huge_pages: 'off',
}

/** Only the server's user can enter the directory of the socket, and nothing else is open. */
const ACCESS_RULES = `# Written by Basedeck at each start.
local  all  ${ADMIN_ROLE}  trust
`

export function clusterControl(options: ClusterControlOptions): OwnControlLocation {
  const { directory } = options
  let running: Promise<Running> | undefined
  let isClosed = false

  function begin(): Promise<Running> {
    const starting = start(options)
    const forget = () => {
      if (running === starting) running = undefined
    }
    starting.then(({ server, database }) => {
      server.onExit((exit) => {
        forget()
        database.abandon()
        if (!isClosed) options.onServerExit?.(exit)
      })
    }, forget)
    return starting
  }

  async function use(): Promise<Running> {
    if (isClosed) throw new EngineError('closed', controlText.closed)
    return (running ??= begin())
  }

  return {
    open: async () => (await use()).database,
    async close() {
      isClosed = true
      const last = await running?.catch(() => undefined)
      await last?.database.close()
    },
    async backUp(sink) {
      const { admin, database } = await use()
      const { versionNumber } = database
      await sendRunningCluster({ directory, name: CONTROL_NAME, admin, versionNumber, sink })
    },
  }
}

async function start(options: ClusterControlOptions): Promise<Running> {
  const { directory, binaries } = options
  const user = await processUser()
  await mkdir(directory, { recursive: true })
  await checkReachable(directory, user)
  await checkReachable(binaries.directory, user)
  const files = join(directory, 'pg')
  await prepareFiles(files, options, user)
  const socket = await socketDirectory(directory, user)
  await writeSettings(files, {
    port: PORT,
    socketDirectory: socket,
    clusterName: 'basedeck control',
    addresses: '',
    more: SMALL_SETTINGS,
  })
  await writeFile(join(files, 'pg_hba.conf'), ACCESS_RULES)
  const logFile = join(directory, 'pg.log')
  const server = await startPatiently({ directory: files, logFile, binaries, user })
  const admin = {
    host: socket,
    port: PORT,
    database: DATABASE_NAME,
    user: ADMIN_ROLE,
    application_name: 'basedeck',
    connectionTimeoutMillis: 10_000,
    ssl: false,
    ...(options.sessionOptions !== undefined && { options: options.sessionOptions }),
  }
  const stop = async () => {
    await server.stop()
    await removeSocketDirectory(socket, directory)
  }
  try {
    const database = new ServerDatabase({
      id: CONTROL_NAME,
      versionNumber: await serverVersion(admin),
      users: { admin, owner: admin },
      shares: { ...connectionShares(CONNECTIONS), owner: CONNECTIONS, admin: CONNECTIONS },
      onClose: stop,
    })
    return { server, database, admin }
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepareFiles(
  files: string,
  { binaries, templates, sync = true }: ClusterControlOptions,
  user: ProcessUser | undefined,
): Promise<void> {
  if ((await clusterMajor(files)) !== undefined) return handOver(files, user)
  await createCluster(files, { binaries, templates, user, sync })
  if (sync) await flushName(files)
}
