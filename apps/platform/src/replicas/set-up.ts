/** The setup of one replica: its steps are written down as they are done, and the one that fails leaves nothing behind. */
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseId, ReplicaStep } from '@basedeck/platform-client/contract'
import { failedStep } from '@basedeck/core/rules/projects'
import { setCopied, setReplicaStatus, setStep } from '../control/replicas.js'
import { setAddress } from '../control/databases.js'
import { DatabaseError, EngineError } from '../engines/engine.js'
import { withoutPaths } from '../engines/without-paths.js'
import { DomainError } from '../kernel/domain-error.js'
import { setupText } from '../text/replicas.js'
import type { ReplicasContext } from './replicas-context.js'

const TOLD_EVERY_MS = 500
const ASK_AGAIN_MS = 100
/** For what the primary wrote while it was copied. */
const REPLAY_LIMIT_MS = 60 * 60_000

const STEP_OF = {
  launched: 'LaunchedReadReplicaInstance',
  initiated: 'InitiatedReadReplicaSetup',
  downloaded: 'DownloadedBaseBackup',
} as const satisfies Record<string, ReplicaStep>

/** It never rejects: what went wrong is in the row. */
export async function setUp(
  context: ReplicasContext,
  { ref, id }: { ref: string; id: DatabaseId },
  stop: AbortController,
): Promise<void> {
  const { control, registry, log } = context
  let done: ReplicaStep = 'Requested'
  const step = async (next: ReplicaStep) => {
    const written = await control.write([setStep(id, next)])
    if (!written.ok) stop.abort()
    stop.signal.throwIfAborted()
    done = next
  }
  try {
    await step('Started')
    // A paused project, or one that is deleted, is told here.
    await context.life.database(ref)
    await requireRoom(context, ref)
    const copied = toldNowAndThen(context, id, stop)
    await registry.makeReplica(id, {
      primary: ref,
      signal: stop.signal,
      onStep: (made) => step(STEP_OF[made]),
      onBytes: copied,
    })
    await replayed(context, { ref, id }, stop.signal)
    await step('ReplayedWalArchives')
    await streaming(context, { ref, id }, stop.signal)
    const { address } = await context.registry.open({ id, engine: 'cluster' })
    await step('CompletedReadReplicaSetup')
    await control.write([
      ...(address ? [setAddress(id, address)] : []),
      setReplicaStatus(id, ['INIT_READ_REPLICA'], 'ACTIVE_HEALTHY'),
    ])
  } catch (error) {
    // The next start begins again.
    if (context.stopping.aborted) return
    const sentence = stop.signal.aborted ? setupText.stopped : sentenceOf(error)
    log.warn({ err: error, replica: id, step: done }, 'the setup of a read replica failed')
    await registry.removeReplica(id, ref).catch(() => {})
    const reason = setupText.failed(failedStep(done), sentence)
    await control
      .write([setReplicaStatus(id, ['INIT_READ_REPLICA'], 'INIT_READ_REPLICA_FAILED', reason)])
      .catch((err: unknown) =>
        log.error({ err, replica: id }, 'the status of a replica could not be written'),
      )
  }
}

/** @throws EngineError when the copy would fill the disk */
async function requireRoom({ life, freeBytes }: ReplicasContext, ref: string): Promise<void> {
  if (!freeBytes) return
  const database = await life.database(ref)
  const { results } = await database.run({
    runId: crypto.randomUUID(),
    as: 'admin',
    query: 'select sum(pg_catalog.pg_database_size(oid)) from pg_catalog.pg_database',
  })
  const needed = Number(results[0]?.rows[0]?.[0] ?? 0)
  const free = await freeBytes()
  if (needed > free) throw new EngineError('directory', setupText.noRoom(needed, free))
}

function toldNowAndThen({ control, now, log }: ReplicasContext, id: DatabaseId, stop: AbortController) {
  const begunAt = now()
  let last = -Infinity
  return (done: number, total: number): void => {
    if (performance.now() - last < TOLD_EVERY_MS) return
    last = performance.now()
    control.write([setCopied(id, { done, total, begunAt })]).then(
      // It was removed, or its project was paused or deleted.
      ({ ok }) => ok || stop.abort(),
      (err: unknown) => log.warn({ err, replica: id }, 'the progress of a replica could not be written'),
    )
  }
}

async function replayed(
  { registry }: ReplicasContext,
  { ref, id }: { ref: string; id: DatabaseId },
  signal: AbortSignal,
): Promise<void> {
  const position = await registry.positionOf(ref)
  const deadline = performance.now() + REPLAY_LIMIT_MS
  while (!(await registry.hasCaughtUp(id, position))) {
    if (performance.now() > deadline) throw new EngineError('unavailable', setupText.notCaughtUp)
    await delay(ASK_AGAIN_MS, undefined, { signal })
  }
}

const STREAM_LIMIT_MS = 30_000

async function streaming(
  { registry }: ReplicasContext,
  { ref, id }: { ref: string; id: DatabaseId },
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + STREAM_LIMIT_MS
  while (!(await registry.followings(ref)).get(id)?.isStreaming) {
    if (performance.now() > deadline) throw new EngineError('unavailable', setupText.notStreaming)
    await delay(ASK_AGAIN_MS, undefined, { signal })
  }
}

function sentenceOf(error: unknown): string {
  if (isFull(error)) return setupText.diskFull
  const isTold = [DomainError, EngineError, DatabaseError].some((kind) => error instanceof kind)
  return isTold ? withoutPaths((error as Error).message) : setupText.unexpected
}

function isFull(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === 'ENOSPC' || /No space left on device/.test(message)
}
