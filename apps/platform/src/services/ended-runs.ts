/**
 * What became of runs that ended a short while ago, for callers who lost the answer: a page that was loaded again asks by
 * the run's id.
 */
import type { RunRemains } from '@basedeck/platform-client/contract'
import { DatabaseError, type RunOutcome } from '../engines/engine.js'

const KEPT_MS = 15 * 60 * 1000
const KEPT_RUNS = 1000

export interface EndedRuns {
  /** Remembers how the run ends, and passes its end on. */
  watch(id: string, run: Promise<RunOutcome>, isDiscarded: boolean): Promise<RunOutcome>
  /** Undefined: it did not end here lately. */
  outcomeOf(id: string): RunRemains | undefined
}

/** @param now milliseconds since 1970 */
export function createEndedRuns(now: () => number): EndedRuns {
  const ended = new Map<string, { at: number; outcome: RunRemains }>()
  const remember = (id: string, outcome: RunRemains): void => {
    ended.delete(id)
    ended.set(id, { at: now(), outcome })
    const [oldest] = ended.keys()
    if (ended.size > KEPT_RUNS && oldest !== undefined) ended.delete(oldest)
  }
  return {
    async watch(id, run, isDiscarded) {
      try {
        const outcome = await run
        remember(id, isDiscarded || outcome.rolledBackOpenTransaction ? 'rolled_back' : 'kept')
        return outcome
      } catch (error) {
        remember(id, error instanceof DatabaseError ? (error.report.outcome ?? 'rolled_back') : 'unknown')
        throw error
      }
    },
    outcomeOf(id) {
      const known = ended.get(id)
      return known && now() - known.at <= KEPT_MS ? known.outcome : undefined
    },
  }
}
