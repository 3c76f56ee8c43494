/**
 * What happens when Run is pressed: nothing, a refusal, a question, or a run.
 * What runs without a question runs READ ONLY; what the user confirmed runs writable.
 * @rule sql.run-plan  @spec §4, §5
 */
import {
  confirmationFor,
  dangersIn,
  withAutoLimit,
  type Danger,
  type DecidingWord,
} from '@basedeck/sql-guard'
import { isQueryTooLarge } from './query-size.js'

/** A run that may begin. `sql` is the sent text, with an added limit. */
export interface PlannedRun {
  type: 'run'
  sql: string
  readOnly: boolean
  /** Everything is rolled back at the end. */
  discard?: boolean
  /** Rows; only when a limit was added to the text. */
  autoLimit?: number
}

/** The question that has to be confirmed first, with the objects that the text would destroy. */
export interface RunQuestion {
  type: 'ask'
  reason: 'write' | 'function'
  dangers: Danger[]
  /** The word that decided. */
  at?: DecidingWord
}

/** The effect of pressing Run. */
export type RunPlan = { type: 'nothing' } | { type: 'refuse'; reason: 'too-large' } | RunQuestion | PlannedRun

/**
 * Decides what happens when Run is pressed.
 * @param confirmed the user confirmed the question
 * @param rowLimit rows; 0 or less adds no limit
 */
export function planRun(sql: string, rowLimit: number, confirmed: boolean): RunPlan {
  if (isQueryTooLarge(sql)) return { type: 'refuse', reason: 'too-large' }
  const confirmation = confirmationFor(sql)
  if (confirmation.type === 'empty') return { type: 'nothing' }
  if (confirmation.type === 'ask' && !confirmed) {
    const { reason, at } = confirmation
    return { type: 'ask', reason, dangers: dangersIn(sql), ...(at ? { at } : {}) }
  }
  const limited = withAutoLimit(sql, rowLimit)
  return {
    type: 'run',
    sql: limited.sql,
    readOnly: !confirmed,
    ...(limited.type === 'added' ? { autoLimit: limited.limit } : {}),
  }
}
