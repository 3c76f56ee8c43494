/** Webhooks of the fake platform's projects. Nothing is sent; a test adds the deliveries that it wants to see. */
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  revealWebhookSecret,
  sendWebhookAgain,
  updateWebhook,
  WEBHOOK_TIMEOUT_MS,
  WEBHOOKS_MAX,
  type Webhook,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

/** Tables whose names begin so are not there. */
const GONE = 'gone'

export function webhookRoutes(world: FakeWorld): FakeRoute[] {
  const told = ({ project }: FakeProject, action: string, target: string) =>
    record(world, { slug: project.organization_slug, action, target, project_ref: project.ref })
  const of = (ref: string | undefined) => (projectOf(world, ref).webhooks ??= [])
  const one = ({ ref, id }: Record<string, string>) => {
    const found = of(ref).find(({ shown }) => shown.id === id)
    if (!found) throw new FakeRefusal(404, 'webhook_not_found', 'The project has no such webhook')
    return found
  }
  const refuseTaken = (ref: string | undefined, name: string) => {
    if (of(ref).some(({ shown }) => shown.name === name))
      throw new FakeRefusal(409, 'webhook_taken', 'There is a webhook of this name already')
  }
  return [
    fakeRoute(listWebhooks, ({ params }) =>
      of(params['ref'])
        .map(({ shown }) => withProblem(shown))
        .toSorted((first, other) => (first.name < other.name ? -1 : 1)),
    ),
    fakeRoute(createWebhook, ({ params, body }) => {
      const { headers = [], timeout_ms = WEBHOOK_TIMEOUT_MS, enabled = true, ...given } = body
      refuseTaken(params['ref'], given.name)
      if (of(params['ref']).length >= WEBHOOKS_MAX)
        throw new FakeRefusal(
          409,
          'too_many_webhooks',
          'A project can have at most 100 webhooks; delete one first',
        )
      const at = tick(world)
      const shown: Webhook = {
        id: newId(),
        ...given,
        headers: namesOf(headers, []),
        timeout_ms,
        enabled,
        problem: null,
        created_at: at,
        updated_at: at,
      }
      of(params['ref']).push({ shown, secret: `whsec_${newId()}`, deliveries: [] })
      told(projectOf(world, params['ref']), 'webhook.create', given.name)
      return withProblem(shown)
    }),
    fakeRoute(updateWebhook, ({ params, body }) => {
      const { shown } = one(params)
      const { headers, ...changes } = body
      if (changes.name !== undefined && changes.name !== shown.name) refuseTaken(params['ref'], changes.name)
      const names = headers && namesOf(headers, shown.headers)
      told(projectOf(world, params['ref']), 'webhook.update', shown.name)
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      Object.assign(shown, given, names && { headers: names }, { updated_at: tick(world) })
      return withProblem(shown)
    }),
    fakeRoute(deleteWebhook, ({ params }) => {
      const found = one(params)
      const project = projectOf(world, params['ref'])
      project.webhooks = of(params['ref']).filter((known) => known !== found)
      told(project, 'webhook.delete', found.shown.name)
      return { id: found.shown.id }
    }),
    fakeRoute(revealWebhookSecret, ({ params }) => {
      const { shown, secret } = one(params)
      told(projectOf(world, params['ref']), 'webhook.reveal_secret', shown.name)
      return { secret }
    }),
    fakeRoute(listWebhookDeliveries, ({ params }) => one(params).deliveries),
    fakeRoute(sendWebhookAgain, ({ params }) => {
      const { shown, deliveries } = one(params)
      const found = deliveries.find(({ id }) => id === params['delivery'])
      if (!found) throw new FakeRefusal(404, 'webhook_not_found', 'The webhook has no such message')
      if (found.status === 'waiting')
        throw new FakeRefusal(409, 'delivery_waits', 'This message is sent anyway; wait for its next attempt')
      Object.assign(found, { status: 'waiting', next_at: tick(world) })
      told(projectOf(world, params['ref']), 'webhook.send_again', shown.name)
      return { id: found.id }
    }),
  ]
}

function withProblem(shown: Webhook): Webhook {
  const { schema, table, enabled } = shown
  const isGone = enabled && table.startsWith(GONE)
  return {
    ...shown,
    problem: isGone ? `There is no table ${schema}.${table}, so nothing is noted.` : null,
  }
}

function namesOf(
  given: readonly { name: string; value?: string | undefined }[],
  known: readonly string[],
): string[] {
  return given.map(({ name, value }) => {
    if (value === undefined && !known.includes(name))
      throw new FakeRefusal(400, 'webhook_header_empty', `Enter a value for the header ${name}`)
    return name
  })
}
