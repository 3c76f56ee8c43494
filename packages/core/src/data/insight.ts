/** Server data of read-only pages: plans, add-ons, databases, limits, findings. */
import {
  getAddons,
  getProjectSettings,
  getStorageConfig,
  getSubscription,
  listPlans,
  runLints,
  type Addons,
  type Client,
  type Lint,
  type Plan,
  type ProjectSettings,
  type StorageConfig,
  type Subscription,
} from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { organizationKey } from './organizations.js'
import { projectKey } from './projects.js'

/** SPEC §9. */
const ADDONS_STALE_MS = 60 * 60_000

export function subscriptionQuery(client: Client, slug: string): QueryData<Subscription> {
  return {
    key: [...organizationKey(slug), 'subscription'],
    fetch: (signal) => client.call(getSubscription, { params: { slug } }, { signal }),
  }
}

export function plansQuery(client: Client, slug: string): QueryData<{ plans: Plan[] }> {
  return {
    key: [...organizationKey(slug), 'plans'],
    fetch: (signal) => client.call(listPlans, { params: { slug } }, { signal }),
  }
}

export function addonsQuery(client: Client, ref: string): QueryData<Addons> {
  return {
    key: [...projectKey(ref), 'addons'],
    fetch: (signal) => client.call(getAddons, { params: { ref } }, { signal }),
    staleMs: ADDONS_STALE_MS,
  }
}

export function projectSettingsQuery(client: Client, ref: string): QueryData<ProjectSettings> {
  return {
    key: [...projectKey(ref), 'settings-v2'],
    fetch: (signal) => client.call(getProjectSettings, { params: { ref } }, { signal }),
  }
}

export function storageConfigQuery(client: Client, ref: string): QueryData<StorageConfig> {
  return {
    key: [...projectKey(ref), 'storage-config'],
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
