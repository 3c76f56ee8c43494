/** Alerts: what members set, when each fired, and a test. */
import { randomUUID } from 'node:crypto'
import {
  isLogAlertLimit,
  LOG_ALERT_FIGURES,
  LOG_ALERT_SEARCH_CHARS,
  type LogAlert,
  type logAlertChanges,
  type LogAlertEvent,
  type LogAlertKind,
  type newLogAlert,
} from '@basedeck/platform-client/contract'
import { readLogQuery } from '@basedeck/core/rules'
import type * as v from 'valibot'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import {
  deleteLogAlertRow,
  insertLogAlert,
  logAlertEvents,
  logAlertRow,
  logAlertRows,
  updateLogAlertRow,
  type LogAlertRow,
} from '../control/log-alerts.js'
import { secretPurpose } from '../control/project-secrets.js'
import { DomainError } from '../kernel/domain-error.js'
import type { LogLines } from '../log-lines/log-lines.js'
import { newWebhookSecret } from '../outgoing/webhook-signature.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { logAlertText } from '../text/log-alerts.js'
import { alertMessages, type AlertMessagesDeps } from './alert-messages.js'
import { askSelect, type AskedSelect } from './ask-number.js'

export interface LogAlertsDeps extends AlertMessagesDeps {
  control: ControlDatabase
  box: SecretBox
  /** Runs a SELECT once before an alert on it is kept. Default: it is kept without. */
  lines?: Pick<LogLines, 'query'> | undefined
  /** Messages were added: they can be sent. */
  deliver(): void
  now(): number
}

type Given = v.InferOutput<typeof newLogAlert>
type Changes = v.InferOutput<typeof logAlertChanges>
type Line = (name: string) => ControlStatement

export interface LogAlerts {
  list(ref: string): Promise<LogAlert[]>
  /** @throws DomainError log_alert_taken, too_many_log_alerts, log_alert_query, log_alert_limit */
  create(ref: string, given: Given, line: ControlStatement): Promise<LogAlert>
  /** @throws DomainError log_alert_not_found, log_alert_taken, log_alert_query, log_alert_limit */
  update(ref: string, id: string, changes: Changes, line: Line): Promise<LogAlert>
  /** @throws DomainError log_alert_not_found */
  remove(ref: string, id: string, line: Line): Promise<void>
  /** @throws DomainError log_alert_not_found */
  events(ref: string, id: string): Promise<LogAlertEvent[]>
  /** @throws DomainError log_alert_not_found */
  test(ref: string, id: string, line: Line): Promise<void>
  /** @throws DomainError log_alert_not_found */
  secret(ref: string, id: string, line: Line): Promise<string>
}

export function createLogAlerts(deps: LogAlertsDeps): LogAlerts {
  const { control, box } = deps
  const purpose = (ref: string, id: string) => secretPurpose(ref, `log alert ${id}`)

  async function one(ref: string, id: string): Promise<LogAlertRow> {
    const row = await logAlertRow(control, ref, id)
    if (!row) throw new DomainError('log_alert_not_found')
    return row
  }

  /** @throws DomainError log_alert_query, log_alert_limit */
  async function requireFits(given: AskedSelect & { kind: LogAlertKind; limit: number }): Promise<void> {
    if (!isLogAlertLimit(given.kind, given.limit)) throw new DomainError('log_alert_limit')
    switch (given.kind) {
      case 'lines':
        return requireReadable(given.query)
      case 'figure':
        if (LOG_ALERT_FIGURES.some((one) => one === given.query)) return
        throw new DomainError('log_alert_query', logAlertText.noFigure)
      case 'sql': {
        const asked = deps.lines && (await askSelect(deps.lines, given, deps.now()))
        if (asked?.type === 'failed') throw new DomainError('log_alert_query', asked.problem)
      }
    }
  }

  return {
    list: async (ref) => (await logAlertRows(control, ref)).map(shownAlert),
    async create(ref, body, line) {
      const { kind = 'lines', for_minutes = 0, mail_roles = [], url = null, enabled = true, ...given } = body
      await requireFits({ ...given, ref, kind })
      const id = randomUUID()
      const sealed = box.seal(newWebhookSecret(), purpose(ref, id))
      const settings = {
        ...given,
        id,
        kind,
        for_minutes,
        mail_roles: unique(mail_roles),
        url,
        enabled,
        sealed,
      }
      const written = await control.write([insertLogAlert(ref, settings), line])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'log_alert_taken' : 'too_many_log_alerts')
      return shownAlert(await one(ref, id))
    },
    async update(ref, id, changes, line) {
      const row = await one(ref, id)
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const settings: LogAlertRow = { ...row, ...given }
      settings.mail_roles = unique(settings.mail_roles)
      const isOther = settings.query !== row.query || settings.minutes !== row.minutes
      if (isOther || settings.limit !== row.limit) await requireFits(settings)
      const isAnew = (['query', 'minutes', 'comparison', 'limit', 'enabled'] as const).some(
        (name) => settings[name] !== row[name],
      )
      const written = await control.write([...updateLogAlertRow(ref, settings, isAnew), line(row.name)])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'log_alert_taken' : 'log_alert_not_found')
      return shownAlert(await one(ref, id))
    },
    async remove(ref, id, line) {
      const row = await one(ref, id)
      const written = await control.write([deleteLogAlertRow(ref, id), line(row.name)])
      if (!written.ok) throw new DomainError('log_alert_not_found')
    },
    async events(ref, id) {
      await one(ref, id)
      return logAlertEvents(control, id)
    },
    async test(ref, id, line) {
      const row = await one(ref, id)
      const at = new Date(deps.now()).toISOString()
      const message = { type: 'test', id: randomUUID(), at, value: row.value ?? 0 } as const
      await control.write([line(row.name), ...(await alertMessages(deps, row, message))])
      deps.deliver()
    },
    async secret(ref, id, line) {
      const row = await one(ref, id)
      await control.write([line(row.name)])
      return box.open(row.sealed, purpose(ref, id))
    },
  }
}

function shownAlert(row: LogAlertRow): LogAlert {
  const {
    ref: _ref,
    sealed: _sealed,
    begun_at: _begun,
    differs_since: _since,
    holder: _holder,
    ...shown
  } = row
  return shown
}

function unique<Value>(all: readonly Value[]): Value[] {
  return [...new Set(all)]
}

/** @throws DomainError log_alert_query */
function requireReadable(query: string): void {
  if (query.length > LOG_ALERT_SEARCH_CHARS || /\p{Cc}/u.test(query))
    throw new DomainError('log_alert_query', logAlertText.searchTooLong(LOG_ALERT_SEARCH_CHARS))
  const [problem] = readLogQuery(query).problems
  if (problem) throw new DomainError('log_alert_query', logAlertText.unreadable(problem.text))
}
