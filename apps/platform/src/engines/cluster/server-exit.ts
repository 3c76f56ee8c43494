/** How a server ended, derived from the exit of its watcher. */
import { constants } from 'node:os'
import { engineText } from '../../text/engines.js'

export type ServerExit = { signal: string } | { code: number }

/** A shell reports a child killed by a signal as exit code 128 plus the signal’s number. */
const SIGNALLED = 128

export function serverExit(code: number | null, signal: string | null): ServerExit {
  if (signal !== null) return { signal }
  const name = Object.entries(constants.signals).find(([, number]) => SIGNALLED + number === code)?.[0]
  return name === undefined ? { code: code ?? 0 } : { signal: name }
}

/** For the middle of a sentence: `killed by SIGKILL`. */
export function exitText(exit: ServerExit): string {
  return 'signal' in exit ? engineText.killedBy(exit.signal) : engineText.exitCode(exit.code)
}
