/** The server of a replica: it follows its primary through the socket of that, and is started after it. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../engine.js'
import { projectDirectory } from '../../project-directory.js'
import { DATABASE_NAME, OWNER_ROLE, READER_ROLE, REPLICATION_ROLE, SERVICE_ROLE } from '../../roles.js'
import { secretNamed } from '../../secrets.js'
import { ServerDatabase } from '../../server/server-database.js'
import { connectionShares } from '../../server/connection-shares.js'
import { serverFacts } from '../../server/server-version.js'
import {
  adminLogin,
  commonLogin,
  findPasswords,
  startServer,
  type ClusterOptions,
  type RunningCluster,
} from '../cluster.js'
import { checkReachable, handOver, processUser } from '../process-user.js'
import { removeSocketDirectory } from '../socket-directory.js'
import { isWholeReplica, replicationPasswordOf } from './replica-files.js'
import { slotOf } from '../../replica-id.js'
import { replicaText } from '../../../text/replicas.js'

export interface ReplicaOptions extends Omit<
  ClusterOptions,
  'templates' | 'sync' | 'idleMs' | 'onIdle' | 'scratch'
> {
  primary: DatabaseId
  /** Undefined: it does not run. The replica then serves what it has. */
  following: RunningCluster | undefined
}

/** @throws EngineError `unavailable` when the replica must be copied from its primary again */
export async function startReplica(options: ReplicaOptions): Promise<RunningCluster> {
  const { dataDir, id, primary, following, secrets, access, binaries } = options
  const project = projectDirectory(dataDir, id)
  const directory = join(project, 'pg')
  if (!(await isWholeReplica(dataDir, id))) throw new EngineError('unavailable', replicaText.needsResync)
  const user = await processUser()
  await checkReachable(project, user)
  await checkReachable(binaries.directory, user)
  await handOver(directory, user)
  const passwords = await findPasswords({ id: primary, secrets })
  const password = await secretNamed(secrets, replicationPasswordOf(primary))
  if (following) await takeSettings(following.directory, directory)
  const { server, port, socket } = await startServer(project, options, user, {
    hot_standby: 'on',
    primary_slot_name: slotOf(id),
    recovery_target_timeline: 'latest',
    // A query of a reader is not ended by what its primary cleans up meanwhile.
    hot_standby_feedback: 'on',
    ...(following && { primary_conninfo: conninfo({ ...following, password, id }) }),
  })
  try {
    const common = commonLogin(port)
    const admin = adminLogin(port, passwords.admin)
    const { host } = admin
    const { versionNumber, connections } = await serverFacts(admin)
    const reader = { ...common, host, user: READER_ROLE, password: passwords.reader }
    const service = { ...common, host: socket, user: SERVICE_ROLE, password: passwords.service }
    const database = new ServerDatabase({
      id,
      versionNumber,
      shares: connectionShares(connections),
      address: { host: access.host, port },
      findReader: async () => reader,
      findService: async () => service,
      users: { admin, owner: { ...common, host: socket, user: OWNER_ROLE } },
      onClose: async () => {
        await server.stop()
        await removeSocketDirectory(socket, project)
      },
    })
    return { database, server, admin, socket, port, directory }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** What its primary is set to, it must have room for. */
async function takeSettings(from: string, to: string): Promise<void> {
  for (const name of ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf'])
    await copyFile(join(from, name), join(to, name))
}

function conninfo({
  socket,
  port,
  password,
  id,
}: Pick<RunningCluster, 'socket' | 'port'> & { password: string; id: DatabaseId }): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  return [
    `host=${quoted(socket)}`,
    `port=${port}`,
    `user=${REPLICATION_ROLE}`,
    `password=${quoted(password)}`,
    `application_name=${slotOf(id)}`,
    `dbname=${DATABASE_NAME}`,
    'sslmode=disable',
  ].join(' ')
}
