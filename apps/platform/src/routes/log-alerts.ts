/** Alerts on the logs of a project. */
import {
  createLogAlert,
  deleteLogAlert,
  listLogAlertEvents,
  listLogAlerts,
  revealLogAlertSecret,
  testLogAlert,
  updateLogAlert,
} from '@basedeck/platform-client/contract'
import type { LogAlerts } from '../log-alerts/log-alerts.js'
import type { Mount } from './mount.js'
import { projectLine } from './project-line.js'
import { refuseClosed, type AddressCheck } from './refuse-closed.js'

export function logAlertRoutes(
  mount: Mount,
  { logAlerts, outgoing }: { logAlerts: LogAlerts; outgoing?: AddressCheck },
): void {
  mount.on(listLogAlerts, ({ project }) => logAlerts.list(project.ref))

  mount.on(
    createLogAlert,
    (call) => {
      const { project, body } = call
      refuseClosed(outgoing, body.url)
      const { minutes, comparison, limit } = body
      const detail = { minutes, comparison, limit }
      return logAlerts.create(project.ref, body, projectLine(call, 'log_alert.create', body.name, detail))
    },
    201,
  )

  mount.on(updateLogAlert, (call) => {
    const { project, params, body } = call
    refuseClosed(outgoing, body.url)
    return logAlerts.update(project.ref, params['id'] ?? '', body, (name) =>
      projectLine(call, 'log_alert.update', name, { changed: Object.keys(body) }),
    )
  })

  mount.on(deleteLogAlert, async (call) => {
    const { id = '' } = call.params
    await logAlerts.remove(call.project.ref, id, (name) => projectLine(call, 'log_alert.delete', name))
    return { id }
  })

  mount.on(listLogAlertEvents, ({ project, params }) => logAlerts.events(project.ref, params['id'] ?? ''))

  mount.on(testLogAlert, async (call) => {
    const { id = '' } = call.params
    await logAlerts.test(call.project.ref, id, (name) => projectLine(call, 'log_alert.test', name))
    return { id }
  })

  mount.on(revealLogAlertSecret, async (call) => ({
    secret: await logAlerts.secret(call.project.ref, call.params['id'] ?? '', (name) =>
      projectLine(call, 'log_alert.reveal_secret', name),
    ),
  }))
}
