/** Alerts on logs: what members set, when each fired, and a test. */
import { randomUUID } from 'node:crypto'
import type {
  LogAlert,
  logAlertChanges,
  LogAlertEvent,
  newLogAlert,
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
import { newWebhookSecret } from '../outgoing/webhook-signature.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { logAlertText } from '../text/log-alerts.js'
import { alertMessages, type AlertMessagesDeps } from './alert-messages.js'

export interface LogAlertsDeps extends AlertMessagesDeps {
  control: ControlDatabase
  box: SecretBox
  /** Messages were added: they can be sent. */
  deliver(): void
  now(): number
}

type Given = v.InferOutput<typeof newLogAlert>
type Changes = v.InferOutput<typeof logAlertChanges>
type Line = (name: string) => ControlStatement

export interface LogAlerts {
  list(ref: string): Promise<LogAlert[]>
  /** @throws DomainError log_alert_taken, too_many_log_alerts, log_alert_query */
  create(ref: string, given: Given, line: ControlStatement): Promise<LogAlert>
  /** @throws DomainError log_alert_not_found, log_alert_taken, log_alert_query */
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

  return {
    list: async (ref) => (await logAlertRows(control, ref)).map(shownAlert),
    async create(ref, { for_minutes = 0, mail_roles = [], url = null, enabled = true, ...given }, line) {
      refuseUnreadable(given.query)
      const id = randomUUID()
      const sealed = box.seal(newWebhookSecret(), purpose(ref, id))
      const settings = { ...given, id, for_minutes, mail_roles: unique(mail_roles), url, enabled, sealed }
      const written = await control.write([insertLogAlert(ref, settings), line])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'log_alert_taken' : 'too_many_log_alerts')
      return shownAlert(await one(ref, id))
    },
    async update(ref, id, changes, line) {
      if (changes.query !== undefined) refuseUnreadable(changes.query)
      const row = await one(ref, id)
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const settings: LogAlertRow = { ...row, ...given }
      settings.mail_roles = unique(settings.mail_roles)
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
  const { ref: _ref, sealed: _sealed, begun_at: _begun, differs_since: _since, ...shown } = row
  return shown
}

function unique<Value>(all: readonly Value[]): Value[] {
  return [...new Set(all)]
}

/** @throws DomainError log_alert_query */
function refuseUnreadable(query: string): void {
  const [problem] = readLogQuery(query).problems
  if (problem) throw new DomainError('log_alert_query', logAlertText.unreadable(problem.text))
}
