/** Server data of realtime: its settings, the tables that it tells of, and what opens a channel. */
import {
  createRealtimeInspectorToken,
  getRealtimeSettings,
  updateRealtimeSettings,
  type Client,
  type realtimeChanges,
  type RealtimeConfig,
} from '@basedeck/platform-client'
import type { InferInput } from 'valibot'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { PUBLISHED_TABLES_STATEMENT } from '../sql/index.js'
import { catalogueKey } from './catalogue.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

/** A table in the publication of realtime. */
export interface PublishedTable {
  schema: string
  name: string
}

/** What one joins with: an address and what opens it. */
export interface ChannelAccess {
  /** `ws:` or `wss:`, with the key. */
  url: string
  token: string
}

/** As whom one listens. */
export type Listener = { role: 'anon' | 'service_role' } | { role: 'authenticated'; userId: string }

const settingsKey = (ref: string) => [...projectKey(ref), 'realtime-settings']

export function realtimeSettingsQuery(client: Client, ref: string): QueryData<RealtimeConfig> {
  return {
    key: settingsKey(ref),
    fetch: (signal) => client.call(getRealtimeSettings, { params: { ref } }, { signal }),
  }
}

export function realtimeSettingsChange(
  client: Client,
  ref: string,
): MutationData<InferInput<typeof realtimeChanges>, RealtimeConfig> {
  return {
    call: (body) => client.call(updateRealtimeSettings, { params: { ref }, body }),
    refreshes: () => [settingsKey(ref)],
  }
}

export function publishedTablesQuery(client: Client, ref: string): QueryData<PublishedTable[]> {
  return {
    key: [...catalogueKey(ref), 'published-tables'],
    fetch: async (signal) =>
      (await rowsOf(client, ref, PUBLISHED_TABLES_STATEMENT, signal)).map(([schema, name]) => ({
        schema: schema ?? '',
        name: name ?? '',
      })),
  }
}

/** Opens a channel as somebody, for some minutes. @throws PlatformError */
export async function channelAccess(client: Client, ref: string, listener: Listener): Promise<ChannelAccess> {
  const { endpoint, key, access_token } = await client.call(createRealtimeInspectorToken, {
    params: { ref },
    body: 'userId' in listener ? { role: listener.role, user_id: listener.userId } : { role: listener.role },
  })
  const address = new URL(`${endpoint}/websocket`)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  address.searchParams.set('apikey', key)
  address.searchParams.set('vsn', '1.0.0')
  return { url: address.href, token: access_token }
}
