/** The program's log: a line of JSON for each event, on the standard error. */
import { pino, type DestinationStream, type Logger } from 'pino'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const STANDARD_ERROR = 2

/** @param destination default: the standard error */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination(STANDARD_ERROR),
): Logger {
  return pino({ level, serializers: { err: loggedError } }, destination)
}

export interface LoggedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: LoggedError
}

/** Causes of causes end somewhere. */
const DEEPEST = 5

/**
 * Only what finds the fault. Errors of drivers carry more: the text of a query, the values of a row, a whole URL.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPasswords(String(error)) }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: withoutPasswords(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: withoutPasswords(error.stack) }),
    ...(error.cause === undefined || depth === DEEPEST ? {} : { cause: loggedError(error.cause, depth + 1) }),
  }
}

/** Of addresses in the text: `postgresql://me:secret@host`. */
function withoutPasswords(text: string): string {
  return text.replace(/(\w:\/\/[^\s:@/]*):[^\s@/]*@/g, '$1:…@')
}
