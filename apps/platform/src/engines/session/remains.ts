/** Whether the earlier statements of a failed text were kept, judged by their command tags. */
import type { RunRemains } from '@basedeck/platform-client/contract'

/** Several statements of one text are one transaction, unless one of them ends it or calls code that may. */
export function remainsOf(commands: readonly string[]): RunRemains {
  if (commands.some((command) => CALLS.has(command))) return 'unknown'
  return commands.includes('COMMIT') ? 'kept' : 'rolled_back'
}

const CALLS = new Set(['CALL', 'DO'])
