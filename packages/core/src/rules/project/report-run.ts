/**
 * What the query of a report's block is sent as: its parameters are bound as values, never written into the text, and what
 * would change something is refused before it is sent. The platform lets it only read, whatever is said here.
 * @rule reports.run  @spec §2, §5
 */
import { confirmationFor, hasMultipleStatements } from '@basedeck/sql-guard'
import { rangeBounds, readLogRange, type LocalTime } from '../logs/log-range.js'
import { isQueryTooLarge } from '../sql/query-size.js'
import { boundRun, parameterNames, type RunValues } from '../sql/run-values.js'
import type { ReportParameter } from './own-report.js'

/** Rows that a block takes; a result with more is cut, and says so. */
export const REPORT_ROWS = 10_000
/** Bytes that a block takes. */
export const REPORT_BYTES = 5 * 1024 * 1024
/** Milliseconds that a block may take. */
export const REPORT_TIMEOUT_MS = 30_000
/** Blocks that run at the same time. */
export const REPORT_AT_ONCE = 3

export type BlockRefusal =
  | { reason: 'empty' | 'too-large' | 'writes' | 'several' }
  /** Its query names parameters that the report does not have. */
  | { reason: 'unknown'; names: string[] }

export type BlockPlan =
  | { type: 'run'; query: string; parameters: (string | null)[] }
  | ({ type: 'refused' } & BlockRefusal)

/** @param values of the report's parameters, as `valuesOf` gives them */
export function planBlock(sql: string, values: RunValues): BlockPlan {
  if (isQueryTooLarge(sql)) return { type: 'refused', reason: 'too-large' }
  const confirmation = confirmationFor(sql)
  if (confirmation.type === 'empty') return { type: 'refused', reason: 'empty' }
  // Whether a function only reads is the platform's to say.
  if (confirmation.type === 'ask' && confirmation.reason === 'write')
    return { type: 'refused', reason: 'writes' }
  if (hasMultipleStatements(sql)) return { type: 'refused', reason: 'several' }
  const bound = boundRun(sql, values)
  if (bound.type === 'several') return { type: 'refused', reason: 'several' }
  if (bound.type === 'missing') return { type: 'refused', reason: 'unknown', names: bound.names }
  return { type: 'run', query: bound.sql, parameters: bound.parameters ?? [] }
}

/**
 * The values that queries name: of a time its beginning and its end.
 * @param given what the reader chose, by the names of parameters; default: what the report says
 * @param local what the reader's clock shows: `today` is their day
 */
export function valuesOf(
  parameters: readonly ReportParameter[],
  given: RunValues,
  local: LocalTime,
): Record<string, string | null> {
  return Object.fromEntries(
    parameters.flatMap((parameter): [string, string | null][] => {
      const { name, type } = parameter
      const value = chosenValue(parameter, given)
      if (type !== 'time') return [[name, value]]
      const bounds = value === null ? null : timeOf(value, local)
      return [
        [`${name}_from`, bounds && new Date(bounds.from).toISOString()],
        [`${name}_to`, bounds && new Date(bounds.to).toISOString()],
      ]
    }),
  )
}

/** What a parameter has now: of a choice that is there no longer, the first one. */
export function chosenValue(
  { name, type, value, choices }: ReportParameter,
  given: RunValues,
): string | null {
  const chosen = Object.hasOwn(given, name) ? (given[name] ?? null) : value
  if (type === 'choice') return chosen !== null && choices.includes(chosen) ? chosen : (choices[0] ?? null)
  if (type === 'number') return chosen === null || chosen.trim() === '' ? null : chosen.trim()
  return chosen
}

/** Whether a value can be sent: a number is one, a time can be read. NULL can. */
export function isFittingValue({ type }: Pick<ReportParameter, 'type'>, value: string | null): boolean {
  if (value === null) return true
  if (type === 'number')
    return value.trim() === '' || /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim())
  return type !== 'time' || timeOf(value, { now: 0, offsetMinutes: 0 }) !== null
}

function timeOf(value: string, local: LocalTime): { from: number; to: number } | null {
  const range = readLogRange(value, local)
  return range && rangeBounds(range, local.now)
}

/** Whether a block's query names one of these parameters. */
export function usesParameter(sql: string, { name, type }: ReportParameter): boolean {
  const names = new Set(parameterNames(sql))
  return type === 'time' ? names.has(`${name}_from`) || names.has(`${name}_to`) : names.has(name)
}
