/** What is told when an alert fires, ends or is tried, as statements of one transaction: inbox, mails and a signed message. */
import { randomUUID } from 'node:crypto'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import { addDelivery } from '../control/deliveries.js'
import { addressesOfRoles, type LogAlertRow } from '../control/log-alerts.js'
import { projectByRef } from '../control/projects.js'
import { secretPurpose } from '../control/project-secrets.js'
import type { Notice } from '../notifications/notice.js'
import { statementsOf } from '../notifications/notify.js'
import { deliveryPurpose, type DeliveryRequest } from '../outgoing/deliver-due.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { logAlertText as text } from '../text/log-alerts.js'

export interface AlertMessage {
  type: 'fired' | 'ended' | 'test'
  /** The id of the event. A test has no event and makes a new id. */
  id: string
  /** ISO time. */
  at: string
  value: number
}

export interface AlertMessagesDeps {
  control: Pick<ControlDatabase, 'select'>
  box: Pick<SecretBox, 'open' | 'seal'>
  /** Whether the operator has configured a mail server. */
  mayMail: boolean
}

const ALERTS_PAGE = '/project/[ref]/settings/log-drains'
const JSON_TYPE = 'application/json'

export async function alertMessages(
  deps: AlertMessagesDeps,
  alert: LogAlertRow,
  message: AlertMessage,
): Promise<ControlStatement[]> {
  const { control, box, mayMail } = deps
  const project = await projectByRef(control as ControlDatabase, alert.ref)
  if (!project) return []
  const words = wordsOf(alert, project.name, message)
  const notice: Notice = {
    name: `log_alert.${message.type}`,
    priority: message.type === 'fired' ? 'Critical' : 'Info',
    fact: `log_alert ${message.type} ${message.id}`,
    title: words.title,
    message: escaped(words.body),
    actions: [{ label: text.open, url: ALERTS_PAGE }],
    about: { audience: 'projects', organizationId: project.organization_id, projectRef: alert.ref },
  }
  const statements = statementsOf(notice)
  const send = (request: DeliveryRequest): void => {
    const id = randomUUID()
    statements.push(addDelivery(id, alert.ref, box.seal(JSON.stringify(request), deliveryPurpose(id))))
  }
  if (alert.url !== null)
    send({
      url: alert.url,
      headers: { 'content-type': JSON_TYPE },
      body: bodyOf(alert, message),
      secrets: [box.open(alert.sealed, secretPurpose(alert.ref, `log alert ${alert.id}`))],
    })
  if (mayMail && alert.mail_roles.length > 0)
    for (const to of await addressesOfRoles(control, alert.ref, alert.mail_roles))
      send({
        mail: {
          ref: alert.ref,
          way: 'platform',
          to,
          subject: oneLine(words.title),
          text: `${words.body}\n`,
          html: `<p>${inHtml(words.body)}</p>`,
        },
      })
  return statements
}

/** That an alert can't be checked: the inbox alone, once. @param at ISO time */
export async function uncheckedNotice(
  control: Pick<ControlDatabase, 'select'>,
  alert: LogAlertRow,
  { problem, at }: { problem: string; at: string },
): Promise<ControlStatement[]> {
  const project = await projectByRef(control as ControlDatabase, alert.ref)
  if (!project) return []
  return statementsOf({
    name: 'log_alert.unchecked',
    priority: 'Warning',
    fact: `log_alert unchecked ${alert.id} ${at}`,
    title: text.unchecked(alert.name, project.name),
    message: escaped(text.uncheckedBody(problem)),
    actions: [{ label: text.open, url: ALERTS_PAGE }],
    about: { audience: 'projects', organizationId: project.organization_id, projectRef: alert.ref },
  })
}

function wordsOf(alert: LogAlertRow, project: string, { type, value }: AlertMessage) {
  switch (type) {
    case 'fired':
      return { title: text.fires(alert.name, project), body: text.firesBody(alert, value) }
    case 'ended':
      return { title: text.ends(alert.name, project), body: text.endsBody(alert, value) }
    case 'test':
      return { title: text.test(alert.name, project), body: text.testBody }
  }
}

function bodyOf(alert: LogAlertRow, { type, id, at, value }: AlertMessage): string {
  const { id: alertId, name, kind, query, minutes, comparison, limit, ref: project } = alert
  return JSON.stringify({
    type: `log_alert.${type}`,
    project,
    alert: { id: alertId, name, kind, query, minutes, comparison, limit },
    event: { id, at, value },
  })
}

/** What is typed as a search is no Markdown. */
function escaped(words: string): string {
  return words.replace(/[\\`*_{}[\]()#+!|<>~&]/g, '\\$&')
}

function oneLine(words: string): string {
  return words.replace(/\s+/g, ' ')
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function inHtml(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
}
