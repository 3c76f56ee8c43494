/** What remains of a text's statements when a later one fails, told by PostgreSQL's words for those that ran. */
import type { RunRemains } from '@basedeck/platform-client/contract'

/** Several statements of one text are one transaction, unless one of them ends it or calls code that may. */
export function remainsOf(commands: readonly string[]): RunRemains {
  if (commands.some((command) => CALLS.has(command))) return 'unknown'
  return commands.includes('COMMIT') ? 'kept' : 'rolled_back'
}

const CALLS = new Set(['CALL', 'DO'])
