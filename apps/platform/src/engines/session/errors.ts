/** Errors the engine reports in PostgreSQL's form: a stopped run, a text that can't be sent, a refused statement. */
import { DatabaseError } from '../engine.js'
import { errorReport, type SentText } from './error-report.js'
import { positionOfOffset } from './text-location.js'

/** Why a run was stopped. */
export type StopReason = 'user' | 'timeout'

const STOP_MESSAGES: Record<StopReason, string> = {
  user: 'canceling statement due to user request',
  timeout: 'canceling statement due to statement timeout',
}

/** SQLSTATE of a stopped statement. */
export const QUERY_CANCELED = '57014'

/** SQLSTATE of a statement whose session was terminated. */
export const ADMIN_SHUTDOWN = '57P01'

/** The error of a run that was stopped, in PostgreSQL's own words. */
export function stopped(reason: StopReason): DatabaseError {
  return refusal(QUERY_CANCELED, STOP_MESSAGES[reason])
}

/** A refusal of the engine's own, under PostgreSQL's code for it. `offset` is the position in `sent.text`. */
export function refusal(code: string, message: string, sent?: SentText, offset?: number): DatabaseError {
  const position =
    sent && offset !== undefined
      ? { position: String(positionOfOffset(sent.text.slice(sent.start), offset - sent.start)) }
      : {}
  return new DatabaseError(errorReport({ severity: 'ERROR', code, message, ...position }, sent))
}
