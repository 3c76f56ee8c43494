/** A part of the page of log drains: the form of an alert. */
import {
  isLogAlertLimit,
  LOG_ALERT_FIGURES,
  LOG_ALERT_KINDS,
  LOG_ALERT_MINUTES_MAX,
  LOG_ALERT_ROLES,
  webhookUrl,
  type LogAlert,
  type LogAlertFigure,
  type LogAlertKind,
  type LogAlertRole,
  type newLogAlert,
} from '@basedeck/platform-client'
import * as v from 'valibot'
import { readLogQuery } from '../../rules/logs/log-query.js'
import { ALERT_FIGURES } from '../../rules/project/alert-figures.js'
import { logAlertsText as text } from '../../text/log-alerts.js'

/** What is typed for an alert. */
export interface LogAlertValues {
  kind: LogAlertKind
  name: string
  /** Of lines. */
  query: string
  /** Of SQL. */
  sql: string
  figure: LogAlertFigure
  comparison: 'above' | 'below'
  /** In the unit that `limitUnit` names. */
  limit: string
  minutes: string
  forMinutes: string
  roles: LogAlertRole[]
  url: string
}

export const NEW_LOG_ALERT: LogAlertValues = {
  kind: 'lines',
  name: '',
  query: 'level:error',
  sql: "select count(*) from logs where level = 'error'",
  figure: 'api_error_rate',
  comparison: 'above',
  limit: '10',
  minutes: '5',
  forMinutes: '0',
  roles: [],
  url: '',
}

/** What the lists of the form offer. */
export const LOG_ALERT_CHOICES = {
  kinds: LOG_ALERT_KINDS.map((value) => ({ value, label: text.kinds[value] })),
  figures: LOG_ALERT_FIGURES.map((value) => ({ value, label: text.figures[value] })),
  comparisons: (['above', 'below'] as const).map((value) => ({ value, label: text.comparisons[value] })),
  roles: LOG_ALERT_ROLES.map((value) => ({ value, label: text.roleNames[value] })),
}

const MB = 1024 * 1024

function unitOf(kind: LogAlertKind, figure: string) {
  const known = kind === 'figure' ? ALERT_FIGURES[figure as LogAlertFigure] : undefined
  return known?.unit ?? 'count'
}

/** What the limit is typed in; null: a plain number. */
export function limitUnit({ kind, figure }: Pick<LogAlertValues, 'kind' | 'figure'>): string | null {
  return text.units[unitOf(kind, figure)]
}

function limitOf({ kind, figure, limit }: Pick<LogAlertValues, 'kind' | 'figure' | 'limit'>): number {
  const number = /^-?\d{1,15}(\.\d{1,6})?$/.test(limit.trim()) ? Number(limit) : Number.NaN
  return unitOf(kind, figure) === 'bytes' ? number * MB : number
}

const whole = (least: number, most: number, message: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => /^\d{1,10}$/.test(typed) && Number(typed) >= least && Number(typed) <= most, message),
  )

/** Checked while it is typed; the platform checks again. */
export const logAlertForm = v.pipe(
  v.object({
    kind: v.picklist(LOG_ALERT_KINDS),
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(text.enterName)),
    query: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const [problem] = dataset.typed ? readLogQuery(dataset.value).problems : []
        if (problem) addIssue({ message: text.wrongQuery(problem.text) })
      }),
    ),
    sql: v.string(),
    figure: v.picklist(LOG_ALERT_FIGURES),
    comparison: v.picklist(['above', 'below']),
    limit: v.string(),
    minutes: whole(1, LOG_ALERT_MINUTES_MAX, text.wrongMinutes),
    forMinutes: whole(0, LOG_ALERT_MINUTES_MAX, text.wrongForMinutes),
    roles: v.array(v.picklist(LOG_ALERT_ROLES)),
    url: v.pipe(
      v.string(),
      v.trim(),
      v.check((typed) => typed === '' || v.is(webhookUrl, typed), text.enterUrl),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['kind'], ['figure'], ['limit']],
      (values) => values.kind !== 'lines' || isLogAlertLimit('lines', limitOf(values)),
      text.wrongLimit,
    ),
    ['limit'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['figure'], ['limit']],
      (values) => values.kind === 'lines' || isLogAlertLimit(values.kind, limitOf(values)),
      text.wrongNumber,
    ),
    ['limit'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['sql']],
      ({ kind, sql }) => kind !== 'sql' || sql.trim() !== '',
      text.enterSql,
    ),
    ['sql'],
  ),
)

/** What the platform is sent. */
export function logAlertBody(values: LogAlertValues): v.InferInput<typeof newLogAlert> {
  const { kind, name, query, sql, figure, comparison, minutes, forMinutes, roles, url } = values
  return {
    kind,
    name,
    query: { lines: query, sql, figure }[kind],
    comparison,
    limit: limitOf(values),
    minutes: Number(minutes),
    for_minutes: Number(forMinutes),
    mail_roles: roles,
    url: url === '' ? null : url,
  }
}

/** What the form shows of an alert. */
export function logAlertValues(alert: LogAlert): LogAlertValues {
  const { kind, name, query, comparison, limit, minutes, for_minutes, mail_roles: roles, url } = alert
  const isBytes = unitOf(kind, query) === 'bytes'
  return {
    ...NEW_LOG_ALERT,
    kind,
    name,
    ...(kind === 'lines' ? { query } : kind === 'sql' ? { sql: query } : { figure: query as LogAlertFigure }),
    comparison,
    limit: String(isBytes ? limit / MB : limit),
    minutes: String(minutes),
    forMinutes: String(for_minutes),
    roles,
    url: url ?? '',
  }
}

/** A number as the rows show it, with its unit; null: `–`. */
export function alertAmount({ kind, query }: Pick<LogAlert, 'kind' | 'query'>, value: number | null): string {
  return text.amount(unitOf(kind, query), value)
}
