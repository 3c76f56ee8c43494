/**
 * A replica takes the place of its primary. What is begun is written down before the files are moved; the row of the primary,
 * and with it Connect, the poolers and the API, changes in one step with that of the replica. The new primary has the address
 * of the former one.
 */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { basename } from 'node:path'
import type { ControlStatement } from '../control/control-database.js'
import { beginPromotion, endPromotion, takePrimaryRow, type ReplicaRow } from '../control/replicas.js'
import { EngineError } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { newFormer } from './former-primaries.js'
import type { ReplicasContext } from './replicas-context.js'

export interface Promoted {
  identifier: DatabaseId
  took_ms: number
  former_primary: string
}

/** @throws DomainError replica_busy, replica_behind, primary_unreachable */
export async function promote(
  context: ReplicasContext,
  { row, force }: { row: ReplicaRow; force: boolean },
  noted: ControlStatement[],
): Promise<Promoted> {
  const { control, registry, life, dataDir, now } = context
  const { identifier: id, ref } = row
  const begun = performance.now()
  if (!force) await requireBoth(context, row)
  const aside = newFormer(dataDir, ref, now())
  const claimed = await control.write([beginPromotion(id, aside), ...noted])
  if (!claimed.ok) throw new DomainError('replica_busy')
  try {
    await registry.promote(id, ref, { aside, force })
  } catch (error) {
    // The files of the replica are where they were: nothing was changed.
    if (!(await registry.hasTakenPlace(id, ref))) {
      await control.write([endPromotion(id)])
      await life.database(ref).catch(() => {})
      throw asRefusal(error)
    }
  }
  await control.write(takePrimaryRow(id))
  // It is the primary whether or not its server starts at once: what is left to do must not wait for that.
  await life
    .database(ref)
    .catch((err: unknown) =>
      context.log.warn({ err, project: ref }, 'a new primary did not start at once; it is tried again'),
    )
  const took_ms = Math.round(performance.now() - begun)
  await tidyUp(context, row)
  return { identifier: ref, took_ms, former_primary: basename(aside) }
}

/** What a killed program began is finished, or it never happened. */
export async function finishPromotion(context: ReplicasContext, row: ReplicaRow): Promise<void> {
  const { control, registry, log } = context
  const { identifier: id, ref } = row
  if (!(await registry.hasTakenPlace(id, ref))) {
    await control.write([endPromotion(id)])
    log.warn({ replica: id }, 'a promotion was broken off; the primary is the one that it was')
    return
  }
  await control.write(takePrimaryRow(id))
  await tidyUp(context, row)
  log.warn(
    { replica: id },
    'a promotion was broken off after the replica took the place of its primary; it is finished',
  )
}

/** Files that can't be deleted now are by the next start. */
async function tidyUp(
  { registry, log, onPromoted }: ReplicasContext,
  { identifier: id, ref }: ReplicaRow,
): Promise<void> {
  await registry
    .removeReplica(id, ref)
    .catch((err: unknown) => log.warn({ err, replica: id }, 'what is left of a replica could not be deleted'))
  await onPromoted?.(ref)
}

/** @throws DomainError primary_unreachable, replica_not_healthy */
async function requireBoth({ life }: ReplicasContext, { identifier, ref }: ReplicaRow): Promise<void> {
  try {
    const database = await life.database(ref)
    await database.run({ runId: crypto.randomUUID(), as: 'admin', query: 'select 1', timeoutMs: ASK_MS })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'project_not_found') throw error
    throw new DomainError('primary_unreachable', undefined, { cause: error })
  }
  await life.database(identifier)
}

const ASK_MS = 5000

function asRefusal(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error
  if (error.code === 'unsupported') return new DomainError('replica_behind', undefined, { cause: error })
  return new DomainError('primary_unreachable', undefined, { cause: error })
}
