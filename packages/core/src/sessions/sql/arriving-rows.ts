/** Shows the rows of a run while they arrive. */
import type { WritableAtom } from 'nanostores'
import type { Clock } from '../../ports/index.js'
import type { GatheredResults } from '../../sql/gathered-results.js'
import type { RunState } from './run-state.js'

/** Milliseconds between two looks at the rows that arrive. */
const ARRIVING_MS = 100

/** Shows the first rows at once, and what follows in steps. */
export function showArrivingRows(
  { $state, clock }: { $state: WritableAtom<RunState>; clock: Clock },
  gathered: GatheredResults,
) {
  let stop: (() => void) | undefined
  let hasShown = false
  const show = () => {
    stop = undefined
    const state = $state.get()
    if (state.status === 'running') $state.set({ ...state, results: gathered.all() })
  }
  return {
    came() {
      if (!hasShown && gathered.rows() > 0) {
        hasShown = true
        show()
      } else stop ??= clock.after(ARRIVING_MS, show)
    },
    stop: () => stop?.(),
  }
}
