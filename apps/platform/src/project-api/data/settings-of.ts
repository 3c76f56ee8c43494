/** What the plan of a request is made by, from the settings of a data API. */
import type { DataSettings } from '@basedeck/data-api'
import type { DataApiConfig } from '@basedeck/platform-client/contract'

export function planSettingsOf(config: DataApiConfig): DataSettings {
  const known = made.get(config)
  if (known) return known
  const settings: DataSettings = {
    schemas: config.schemas,
    extraSearchPath: config.extra_search_path,
    maxRows: config.max_rows,
    preRequest: config.pre_request ?? undefined,
    aggregates: config.aggregates_enabled,
    maxEmbedDepth: config.max_embed_depth,
    statementTimeouts: {
      anon: config.anon_timeout_ms,
      authenticated: config.authenticated_timeout_ms,
      service_role: config.service_timeout_ms,
    },
  }
  made.set(config, settings)
  return settings
}

/** They are the same object until they change. */
const made = new WeakMap<DataApiConfig, DataSettings>()

/** Milliseconds that a request of a role may take in the database. */
export function timeoutOf(config: DataApiConfig, role: string): number {
  if (role === 'anon') return config.anon_timeout_ms
  return role === 'service_role' ? config.service_timeout_ms : config.authenticated_timeout_ms
}
