/** Server data of the settings of PostgreSQL. */
import {
  listServerSettings,
  updateServerSetting,
  type Client,
  type ServerSettings,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

export function serverSettingsQuery(client: Client, ref: string): QueryData<ServerSettings> {
  return {
    key: [...projectKey(ref), 'server-settings'],
    fetch: (signal) => client.call(listServerSettings, { params: { ref } }, { signal }),
  }
}

/** A change that restarts the database changes its status too. */
export function serverSettingChange(
  client: Client,
  ref: string,
): MutationData<{ name: string; value: string | null; restarts: boolean }, ServerSettings> {
  return {
    call: ({ name, ...body }) => client.call(updateServerSetting, { params: { ref, name }, body }),
    refreshes: () => [projectKey(ref)],
  }
}
