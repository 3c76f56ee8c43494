/** Tests the connection to a replica: by its address and its owner's password, as another program would sign in. */
import { randomUUID } from 'node:crypto'
import type { ReplicaTest } from '@basedeck/platform-client/contract'
import type { ReplicaRow } from '../control/replicas.js'
import { DatabaseError, EngineError } from '../engines/engine.js'
import { OWNER_ROLE } from '../engines/roles.js'
import { versionText } from '../engines/server/version-text.js'
import { DomainError } from '../kernel/domain-error.js'
import { replicaText } from '../text/replicas.js'
import type { ReplicasContext } from './replicas-context.js'

const ANSWERS_WITHIN_MS = 10_000

export async function testReplica(
  { life, registry }: Pick<ReplicasContext, 'life' | 'registry'>,
  { identifier: id, ref, status, status_reason }: ReplicaRow,
): Promise<ReplicaTest> {
  if (status !== 'ACTIVE_HEALTHY' && status !== 'ACTIVE_UNHEALTHY')
    return { is_reachable: false, reason: status_reason ?? replicaText.notAskedYet }
  const begun = performance.now()
  try {
    // It runs while its primary does.
    await life.database(ref)
    const database = await registry.open({ id, engine: 'cluster' })
    const { address, ownerLogin, versionNumber } = database
    if (address && ownerLogin) await ownerLogin.tryAt({ ...address, user: OWNER_ROLE })
    await database.run({ runId: randomUUID(), query: 'select 1', timeoutMs: ANSWERS_WITHIN_MS })
    const following = (await registry.followings(ref)).get(id)
    return {
      is_reachable: true,
      version: versionText(versionNumber),
      lag: following?.isStreaming ? { bytes: following.lagBytes, seconds: following.lagSeconds } : null,
      took_ms: Math.round(performance.now() - begun),
    }
  } catch (error) {
    if (error instanceof EngineError || error instanceof DatabaseError || error instanceof DomainError)
      return { is_reachable: false, reason: error.message }
    throw error
  }
}
