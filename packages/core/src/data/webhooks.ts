/** Server data of the webhooks of a project. */
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  revealWebhookSecret,
  sendWebhookAgain,
  updateWebhook,
  type ArgumentsOf,
  type Client,
  type Webhook,
  type WebhookDelivery,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { WEBHOOK_TABLES_STATEMENT } from '../sql/webhook-tables.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

const webhooksKey = (ref: string) => [...projectKey(ref), 'webhooks']
const activityKey = (ref: string) => [...projectKey(ref), 'activity']
/** While deliveries are looked at. */
const DELIVERIES_MS = 3000

export function webhooksQuery(client: Client, ref: string): QueryData<Webhook[]> {
  return {
    key: [...webhooksKey(ref), 'list'],
    fetch: (signal) => client.call(listWebhooks, { params: { ref } }, { signal }),
  }
}

export function webhookTablesQuery(
  client: Client,
  ref: string,
): QueryData<{ schema: string; table: string }[]> {
  return {
    key: [...webhooksKey(ref), 'tables'],
    fetch: async (signal) =>
      (await rowsOf(client, ref, WEBHOOK_TABLES_STATEMENT, signal)).map(([schema, table]) => ({
        schema: schema ?? '',
        table: table ?? '',
      })),
  }
}

export function webhookDeliveriesQuery(
  client: Client,
  ref: string,
  id: string,
): QueryData<WebhookDelivery[]> {
  return {
    key: [...webhooksKey(ref), 'deliveries', id],
    fetch: (signal) => client.call(listWebhookDeliveries, { params: { ref, id } }, { signal }),
    refetchMs: DELIVERIES_MS,
  }
}

export function webhookCreation(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof createWebhook>['body'], Webhook> {
  return {
    call: (body) => client.call(createWebhook, { params: { ref }, body }),
    refreshes: () => [webhooksKey(ref), activityKey(ref)],
  }
}

export function webhookUpdate(
  client: Client,
  ref: string,
): MutationData<{ id: string; body: ArgumentsOf<typeof updateWebhook>['body'] }, Webhook> {
  return {
    call: ({ id, body }) => client.call(updateWebhook, { params: { ref, id }, body }),
    refreshes: () => [webhooksKey(ref), activityKey(ref)],
  }
}

export function webhookDeletion(client: Client, ref: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(deleteWebhook, { params: { ref, id } }),
    refreshes: () => [webhooksKey(ref), activityKey(ref)],
  }
}

/** Every reveal is a new request, which the platform writes into the audit log. */
export function webhookSecret(client: Client, ref: string): MutationData<{ id: string }, { secret: string }> {
  return { call: ({ id }) => client.call(revealWebhookSecret, { params: { ref, id } }) }
}

export function webhookSending(
  client: Client,
  ref: string,
): MutationData<{ id: string; delivery: string }, { id: string }> {
  return {
    call: ({ id, delivery }) => client.call(sendWebhookAgain, { params: { ref, id, delivery } }),
    refreshes: (_, { id }) => [[...webhooksKey(ref), 'deliveries', id], activityKey(ref)],
  }
}
