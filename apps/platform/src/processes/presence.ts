/** Sends the heartbeat of this process every few seconds, and takes over work from processes that are away. */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { leaveProcess, livePeers, seeProcess, type Peer } from '../control/processes.js'
import { markAway, markBack } from '../control/unfinished-projects.js'

const BEAT_EVERY_MS = 5000
const STANDSTILL_MS = 3 * BEAT_EVERY_MS

export interface Presence {
  /** Calls `gone` when that process is away. The returned function stops the watch. */
  watch(installationId: string, gone: () => void): () => void
  /** Marks this process as away. */
  close(): Promise<void>
}

export interface PresenceDeps {
  control: ControlDatabase
  self: Peer
  log: Pick<Logger, 'warn'>
  /** After each heartbeat: takes over the work of processes that are away. */
  onBeat(): Promise<void>
}

/** Resolves when the others can see this process. @throws ControlError */
export async function beginPresence({ control, self, log, onBeat }: PresenceDeps): Promise<Presence> {
  const watches = new Set<{ installationId: string; gone: () => void }>()
  let isClosed = false

  let seenAt = performance.now()
  const beSeen = () => control.write([seeProcess(self), markBack(self.installation_id)])

  async function beat(): Promise<void> {
    await beSeen()
    const sinceMs = performance.now() - seenAt
    seenAt = performance.now()
    // After a standstill of this machine or of the control plane the others had no chance to be seen either.
    if (sinceMs > STANDSTILL_MS) return
    await control.write([markAway])
    await onBeat()
    if (watches.size === 0) return
    const live = new Set((await livePeers(control, self.installation_id)).map((peer) => peer.installation_id))
    for (const watch of watches) if (!live.has(watch.installationId)) watch.gone()
  }

  let underWay: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    timer = setTimeout(() => {
      underWay = beat()
        .catch((error: unknown) => {
          if (!isClosed)
            log.warn({ err: error }, 'the other processes could not be told that this one is there')
        })
        .finally(() => {
          if (!isClosed) next()
        })
    }, BEAT_EVERY_MS).unref()
  }

  await beSeen()
  next()
  return {
    watch(installationId, gone) {
      const watch = { installationId, gone }
      watches.add(watch)
      return () => void watches.delete(watch)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await underWay
      await control.write([leaveProcess(self.installation_id), markAway])
    },
  }
}
