/** Joins the processes that share the control plane: is seen by them, finishes what those leave that go, reaches them. */
import type { Logger } from 'pino'
import type { Inside } from '../services/open-platform.js'
import type { Neighbours } from './forwarding.js'
import { beginPresence, type Presence } from './presence.js'
import type { Proofs } from './proof.js'
import { createSend } from './send.js'

export interface ProcessesDeps {
  inside: Pick<Inside, 'control' | 'life' | 'projectChanges'>
  installationId: string
  /** Where the others reach this process. */
  address: string
  proofs: Proofs
  log: Pick<Logger, 'warn'>
}

/** @throws ControlError */
export async function beginProcesses({
  inside: { control, life, projectChanges },
  installationId,
  address,
  proofs,
  log,
}: ProcessesDeps): Promise<Presence & { neighbours: Neighbours }> {
  const stopHearing = projectChanges.subscribe((ref) => {
    life.changedElsewhere(ref).catch((error: unknown) => {
      log.warn({ err: error, project: ref }, 'what another process changed could not be followed')
    })
  })
  const presence = await beginPresence({
    control,
    self: { installation_id: installationId, address },
    log,
    onBeat: () => life.resumeUnfinishedOfOthers(),
  })
  return {
    watch: presence.watch,
    neighbours: { installationId, send: createSend({ proofs, presence }) },
    async close() {
      stopHearing()
      await presence.close()
    },
  }
}
