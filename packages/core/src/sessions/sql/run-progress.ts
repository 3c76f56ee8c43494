/** Asks the platform whether a run that is under way waits for the database. */
import { queryProgress, type Client } from '@basedeck/platform-client'
import type { WritableAtom } from 'nanostores'
import type { Clock } from '../../ports/index.js'
import type { RunState } from './run-state.js'

/** Milliseconds between two polls of a run. */
const PROGRESS_MS = 1000

/** While the run takes longer than a moment, polls whether it waits for the database. */
export function watchProgress(
  { $state, client, clock }: { $state: WritableAtom<RunState>; client: Client; clock: Clock },
  run: { ref: string; runId: string },
): () => void {
  const later = () => clock.after(PROGRESS_MS, () => void look())
  let ended = false
  let stop = later()
  async function look() {
    const progress = await client.call(queryProgress, { params: run }).catch(() => undefined)
    const state = $state.get()
    if (ended) return
    if (progress && state.status === 'running')
      $state.set({ ...state, waiting: progress.state === 'waiting' })
    stop = later()
  }
  return () => {
    ended = true
    stop()
  }
}
