/** What a primary needs before its replicas are started. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import type pg from 'pg'
import { wholeReplicasIn } from './replica-files.js'
import { settleSlots } from './replication-slots.js'

/** @throws DatabaseError */
export async function settleReplicas({
  dataDir,
  id,
  admin,
}: {
  dataDir: string
  id: DatabaseId
  admin: pg.ClientConfig
}): Promise<void> {
  await settleSlots(admin, await wholeReplicasIn(dataDir, id))
}
