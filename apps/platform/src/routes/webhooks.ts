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
import type { Webhooks } from '../webhooks/webhooks.js'
import type { Mount } from './mount.js'
import { projectLine } from './project-line.js'
import { refuseClosed, type AddressCheck } from './refuse-closed.js'

export function webhookRoutes(
  mount: Mount,
  { webhooks, outgoing }: { webhooks: Webhooks; outgoing?: AddressCheck },
): void {
  mount.on(listWebhooks, ({ project }) => webhooks.list(project.ref))

  mount.on(
    createWebhook,
    (call) => {
      const { project, body } = call
      const { schema, table, events, target } = body
      refuseClosed(outgoing, target.type === 'http' ? target.url : undefined)
      return webhooks.create(
        project.ref,
        body,
        projectLine(call, 'webhook.create', body.name, { schema, table, events }),
      )
    },
    201,
  )

  mount.on(updateWebhook, (call) => {
    const { project, params, body } = call
    refuseClosed(outgoing, body.target?.type === 'http' ? body.target.url : undefined)
    return webhooks.update(project.ref, params['id'] ?? '', body, (name) =>
      projectLine(call, 'webhook.update', name, { changed: Object.keys(body) }),
    )
  })

  mount.on(deleteWebhook, async (call) => {
    const { id = '' } = call.params
    await webhooks.remove(call.project.ref, id, (name) => projectLine(call, 'webhook.delete', name))
    return { id }
  })

  mount.on(revealWebhookSecret, async (call) => ({
    secret: await webhooks.secret(call.project.ref, call.params['id'] ?? '', (name) =>
      projectLine(call, 'webhook.reveal_secret', name),
    ),
  }))

  mount.on(listWebhookDeliveries, ({ project, params }) =>
    webhooks.deliveries(project.ref, params['id'] ?? ''),
  )

  mount.on(sendWebhookAgain, async (call) => {
    const { id = '', delivery = '' } = call.params
    await webhooks.sendAgain(call.project.ref, id, delivery, (name) =>
      projectLine(call, 'webhook.send_again', name, { message: delivery }),
    )
    return { id: delivery }
  })
}
