/** A part of the page of log drains: the form of an alert. */
import {
  LOG_ALERT_MINUTES_MAX,
  LOG_ALERT_ROLES,
  webhookUrl,
  type LogAlert,
  type LogAlertRole,
  type newLogAlert,
} from '@basedeck/platform-client'
import * as v from 'valibot'
import { readLogQuery } from '../../rules/logs/log-query.js'
import { logAlertsText as text } from '../../text/log-alerts.js'

/** What is typed for an alert. */
export interface LogAlertValues {
  name: string
  query: string
  comparison: 'above' | 'below'
  limit: string
  minutes: string
  forMinutes: string
  roles: LogAlertRole[]
  url: string
}

export const NEW_LOG_ALERT: LogAlertValues = {
  name: '',
  query: 'level:error',
  comparison: 'above',
  limit: '10',
  minutes: '5',
  forMinutes: '0',
  roles: [],
  url: '',
}

/** What the lists of the form offer. */
export const LOG_ALERT_CHOICES = {
  comparisons: (['above', 'below'] as const).map((value) => ({ value, label: text.comparisons[value] })),
  roles: LOG_ALERT_ROLES.map((value) => ({ value, label: text.roleNames[value] })),
}

const whole = (least: number, most: number, message: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => /^\d{1,10}$/.test(typed) && Number(typed) >= least && Number(typed) <= most, message),
  )
const LIMIT_MAX = 1_000_000_000

/** Checked while it is typed; the platform checks again. */
export const logAlertForm = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(text.enterName)),
  query: v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      const [problem] = dataset.typed ? readLogQuery(dataset.value).problems : []
      if (problem) addIssue({ message: text.wrongQuery(problem.text) })
    }),
  ),
  comparison: v.picklist(['above', 'below']),
  limit: whole(0, LIMIT_MAX, text.wrongLimit),
  minutes: whole(1, LOG_ALERT_MINUTES_MAX, text.wrongMinutes),
  forMinutes: whole(0, LOG_ALERT_MINUTES_MAX, text.wrongForMinutes),
  roles: v.array(v.picklist(LOG_ALERT_ROLES)),
  url: v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => typed === '' || v.is(webhookUrl, typed), text.enterUrl),
  ),
})

/** What the platform is sent. */
export function logAlertBody(values: LogAlertValues): v.InferInput<typeof newLogAlert> {
  const { name, query, comparison, limit, minutes, forMinutes, roles, url } = values
  return {
    name,
    query,
    comparison,
    limit: Number(limit),
    minutes: Number(minutes),
    for_minutes: Number(forMinutes),
    mail_roles: roles,
    url: url === '' ? null : url,
  }
}

/** What the form shows of an alert. */
export function logAlertValues(alert: LogAlert): LogAlertValues {
  const { name, query, comparison, limit, minutes, for_minutes, mail_roles: roles, url } = alert
  return {
    name,
    query,
    comparison,
    limit: String(limit),
    minutes: String(minutes),
    forMinutes: String(for_minutes),
    roles,
    url: url ?? '',
  }
}
