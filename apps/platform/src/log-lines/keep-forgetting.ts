/** From time to time deletes the lines that the plans of projects keep no longer. */
import type { Logger } from 'pino'
import type { KeptDays } from './kept-days.js'
import type { LogLines } from './log-lines.js'

const EVERY_MS = 60 * 60_000

export interface ForgettingDeps {
  keptDays: Pick<KeptDays, 'shorter'>
  lines: Pick<LogLines, 'forget'>
  log: Pick<Logger, 'warn'>
}

/** @returns how it ends */
export function keepForgetting({ keptDays, lines, log }: ForgettingDeps, everyMs = EVERY_MS): () => void {
  const look = async () => {
    try {
      const kept = await keptDays.shorter()
      if (kept.length > 0) await lines.forget(kept)
    } catch (error) {
      log.warn({ err: error }, 'old lines of logs could not be deleted; it is tried again')
    }
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  return () => clearInterval(timer)
}
