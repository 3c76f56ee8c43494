/** The number that an alert compares, other than a count of lines: of a SELECT over the lines, or a figure of the reports. */
import { LOG_SOURCES, type LogAlertFigure } from '@basedeck/platform-client/contract'
import { ALERT_FIGURES, figureMinutes, figureValue } from '@basedeck/core/rules'
import type { ControlDatabase } from '../control/control-database.js'
import { seriesTotals } from '../control/series-totals.js'
import type { LogLines } from '../log-lines/log-lines.js'
import { logAlertText as text } from '../text/log-alerts.js'

/** `unknown`: there is nothing to compare, or it could not be asked now; `failed`: the alert has to be changed. */
export type AskedNumber =
  | { type: 'value'; value: number }
  | { type: 'unknown' }
  | { type: 'failed'; problem: string }

const MINUTE_MS = 60_000

export interface AskedSelect {
  ref: string
  query: string
  minutes: number
}

/** @param at milliseconds since 1970 */
export async function askSelect(
  lines: Pick<LogLines, 'query'>,
  { ref, query, minutes }: AskedSelect,
  at: number,
): Promise<AskedNumber> {
  const answered = await lines.query({
    project: ref,
    from: at - minutes * MINUTE_MS,
    // What is told of an alert is a line too; it must not feed the alert.
    sources: LOG_SOURCES.filter((source) => source !== 'deliveries' || query.includes('deliveries')),
    sql: query,
  })
  if (answered.type === 'refused') return { type: 'failed', problem: answered.message }
  if (answered.type === 'too-slow') return { type: 'failed', problem: text.tooSlow }
  if (answered.type !== 'found') return { type: 'unknown' }
  const { columns, rows } = answered.value
  return numberOf(columns.length, rows)
}

/** The first column of the only row. */
export function numberOf(columns: number, rows: readonly (readonly unknown[])[]): AskedNumber {
  const [row] = rows
  if (columns !== 1 || rows.length !== 1 || !row)
    return { type: 'failed', problem: text.notOne(rows.length, columns) }
  const [given] = row
  // A mean over no lines.
  if (given === null) return { type: 'unknown' }
  // Large numbers come as texts.
  const isText = typeof given === 'string' && given.trim() !== ''
  const value = typeof given === 'number' ? given : isText ? Number(given) : Number.NaN
  if (!Number.isFinite(value)) return { type: 'failed', problem: text.noNumber }
  return { type: 'value', value }
}

/** @param at milliseconds since 1970 */
export async function askFigure(
  control: Pick<ControlDatabase, 'select'>,
  { ref, query, minutes }: AskedSelect,
  at: number,
): Promise<AskedNumber> {
  const figure = query as LogAlertFigure
  if (!Object.hasOwn(ALERT_FIGURES, figure)) return { type: 'failed', problem: text.noFigure }
  const totals = await seriesTotals(control, {
    ref,
    names: ALERT_FIGURES[figure].series,
    // Points are of whole minutes.
    from: new Date((Math.floor(at / MINUTE_MS) - figureMinutes(figure, minutes)) * MINUTE_MS),
    to: new Date(at + MINUTE_MS),
  })
  const value = figureValue(figure, totals)
  return value === null ? { type: 'unknown' } : { type: 'value', value }
}
