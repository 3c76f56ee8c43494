/** Whether the earlier statements of a failed text were kept, judged by their command tags. */
import type { RunRemains } from '@basedeck/platform-client/contract'

/** Several statements of one text are one transaction, unless one of them ends it or calls code that may. */
export function remainsOf(commands: readonly string[]): RunRemains {
  if (commands.some((command) => CALLS.has(command))) return 'unknown'
  return commands.includes('COMMIT') ? 'kept' : 'rolled_back'
}

/** The same of a script, whose statements are kept one by one, but in a transaction that the text began. */
export function remainsOfScript(commands: readonly string[]): RunRemains {
  const begun = commands.findLastIndex((command) => command === 'BEGIN' || command === 'START TRANSACTION')
  const ended = commands.findLastIndex((command) => command === 'COMMIT' || command === 'ROLLBACK')
  return begun > ended ? 'unknown' : 'kept'
}

const CALLS = new Set(['CALL', 'DO'])
