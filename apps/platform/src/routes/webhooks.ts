/** Webhooks of the tables of a project. No line of the audit log has a header’s value. */
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  revealWebhookSecret,
  sendWebhookAgain,
  updateWebhook,
} from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { Webhooks } from '../webhooks/webhooks.js'
import type { Call, Mount } from './mount.js'

export function webhookRoutes(mount: Mount, { webhooks }: { webhooks: Webhooks }): void {
  mount.on(listWebhooks, ({ project }) => webhooks.list(project.ref))

  mount.on(
    createWebhook,
    (call) => {
      const { project, body } = call
      const { schema, table, events } = body
      return webhooks.create(
        project.ref,
        body,
        lineOf(call, 'webhook.create', body.name, { schema, table, events }),
      )
    },
    201,
  )

  mount.on(updateWebhook, (call) => {
    const { project, params, body } = call
    return webhooks.update(project.ref, params['id'] ?? '', body, (name) =>
      lineOf(call, 'webhook.update', name, { changed: Object.keys(body) }),
    )
  })

  mount.on(deleteWebhook, async (call) => {
    const { id = '' } = call.params
    await webhooks.remove(call.project.ref, id, (name) => lineOf(call, 'webhook.delete', name))
    return { id }
  })

  mount.on(revealWebhookSecret, async (call) => ({
    secret: await webhooks.secret(call.project.ref, call.params['id'] ?? '', (name) =>
      lineOf(call, 'webhook.reveal_secret', name),
    ),
  }))

  mount.on(listWebhookDeliveries, ({ project, params }) =>
    webhooks.deliveries(project.ref, params['id'] ?? ''),
  )

  mount.on(sendWebhookAgain, async (call) => {
    const { id = '', delivery = '' } = call.params
    await webhooks.sendAgain(call.project.ref, id, delivery, (name) =>
      lineOf(call, 'webhook.send_again', name, { message: delivery }),
    )
    return { id: delivery }
  })
}

function lineOf(
  { caller, origin, project }: Pick<Call<typeof deleteWebhook>, 'caller' | 'origin' | 'project'>,
  action: string,
  target: string,
  detail?: Record<string, unknown>,
) {
  return auditStatement(caller, origin, {
    action,
    target,
    organizationId: project.organization.id,
    projectRef: project.ref,
    ...(detail ? { detail } : {}),
  })
}
