/** Deletes a replica: its files and its slot, and its row at last, so that a program that is killed meanwhile begins again. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { deleteReplica, setReplicaStatus } from '../control/replicas.js'
import type { ReplicasContext } from './replicas-context.js'

export async function removeFiles(
  { control, registry, log }: ReplicasContext,
  { ref, id }: { ref: string; id: DatabaseId },
): Promise<void> {
  try {
    await registry.removeReplica(id, ref)
    await control.write([deleteReplica(id)])
  } catch (error) {
    log.warn({ err: error, replica: id }, 'a read replica could not be deleted')
    const reason = error instanceof Error ? error.message : String(error)
    await control.write([setReplicaStatus(id, ['GOING_DOWN'], 'GOING_DOWN', reason)])
  }
}
