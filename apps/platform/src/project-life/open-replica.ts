/** Opens a read replica for a call. It is open while its primary is; its state is known from its row. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { setAddress } from '../control/databases.js'
import { replicaById, setReplicaStatus } from '../control/replicas.js'
import { exitText, type ServerExit } from '../engines/cluster/server-exit.js'
import { DatabaseError, type Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { projectText } from '../text/projects.js'
import type { LifeContext } from './life-context.js'
import { watchedDatabase } from './watched-database.js'

/**
 * @param openPrimary opens its primary first
 * @throws DomainError database_not_found, replica_not_healthy, EngineError
 */
export async function openReplica(
  { deps }: LifeContext,
  id: DatabaseId,
  openPrimary: (ref: string) => Promise<unknown>,
): Promise<Database> {
  const row = await replicaById(deps.control, id)
  if (!row) throw new DomainError('database_not_found')
  if (row.status !== 'ACTIVE_HEALTHY' || row.promoting_to !== null)
    throw new DomainError('replica_not_healthy', row.status_reason ?? undefined)
  await openPrimary(row.ref)
  const { memoryOf } = deps
  const database = await deps.registry.open({
    id,
    engine: 'cluster',
    ...(memoryOf && { memory: () => memoryOf(row.ref) }),
  })
  const { address } = database
  if (address && (address.host !== row.db_host || address.port !== row.db_port))
    await deps.control.write([setAddress(id, address)])
  return watchedDatabase(database, explainWrite)
}

const READ_ONLY = '25006'

/** PostgreSQL says that the transaction only reads; the caller wants to know why. */
function explainWrite(error: unknown): void {
  if (!(error instanceof DatabaseError) || error.report.code !== READ_ONLY) return
  error.report.hint = projectText.isReplica
  error.report.formattedError += `\nHINT:  ${projectText.isReplica}`
}

/** Its server stopped unexpectedly. What watches the replicas starts it again. */
export function replicaEnded({ deps }: LifeContext, id: DatabaseId, exit: ServerExit): void {
  const how = exitText(exit)
  deps.log.error({ replica: id, ...exit }, `PostgreSQL of a read replica stopped unexpectedly (${how})`)
  deps.control
    .write([setReplicaStatus(id, ['ACTIVE_HEALTHY'], 'ACTIVE_UNHEALTHY', projectText.ended(how))])
    .catch((err: unknown) =>
      deps.log.error({ err, replica: id }, 'the status of a replica could not be written'),
    )
}
