/** Server data of read-only pages: settings, limits, findings. */
import {
  getProjectSettings,
  getStorageConfig,
  runLints,
  type Client,
  type Lint,
  type ProjectSettings,
  type StorageConfig,
} from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'
import { storageKey } from './storage-keys.js'

export function projectSettingsQuery(client: Client, ref: string): QueryData<ProjectSettings> {
  return {
    key: [...projectKey(ref), 'settings-v2'],
    fetch: (signal) => client.call(getProjectSettings, { params: { ref } }, { signal }),
  }
}

export function storageConfigQuery(client: Client, ref: string): QueryData<StorageConfig> {
  return {
    key: [...storageKey(ref), 'config'],
    fetch: (signal) => client.call(getStorageConfig, { params: { ref } }, { signal }),
  }
}

/** Only for a project that is ACTIVE_HEALTHY. SPEC §7. */
export function lintsQuery(client: Client, ref: string): QueryData<Lint[]> {
  return {
    key: [...projectKey(ref), 'lints'],
    fetch: (signal) => client.call(runLints, { params: { ref } }, { signal }),
  }
}
