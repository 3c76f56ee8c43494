/** Server data of read-only pages: settings, limits, findings. */
import {
  dismissLint,
  getProjectSettings,
  getStorageConfig,
  restoreLint,
  runLints,
  type Client,
  type Lint,
  type LintDismissal,
  type ProjectSettings,
  type StorageConfig,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
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

const lintsKey = (ref: string) => [...projectKey(ref), 'lints']

/** Only for a project that is ACTIVE_HEALTHY. SPEC §7. */
export function lintsQuery(client: Client, ref: string): QueryData<Lint[]> {
  return {
    key: lintsKey(ref),
    fetch: (signal) => client.call(runLints, { params: { ref } }, { signal }),
  }
}

/** Puts a finding aside. `until`: ISO 8601; null: for good. */
export function lintDismissal(
  client: Client,
  ref: string,
): MutationData<{ key: string; reason: string; until: string | null }, LintDismissal> {
  return {
    call: ({ key, ...body }) =>
      client.call(dismissLint, { params: { ref }, body: { cache_key: key, ...body } }),
    refreshes: () => [lintsKey(ref)],
  }
}

export function lintRestoring(
  client: Client,
  ref: string,
): MutationData<{ key: string }, { cache_key: string }> {
  return {
    call: ({ key }) => client.call(restoreLint, { params: { ref }, body: { cache_key: key } }),
    refreshes: () => [lintsKey(ref)],
  }
}
