/** The settings of each project's data API, kept until the platform tells of a change. */
import type { DataApiConfig } from '@basedeck/platform-client/contract'
import { DomainError } from '../../kernel/domain-error.js'
import type { DataHost } from './data-host.js'

export interface KeptSettings {
  /** @throws DomainError project_not_found, data_api_off */
  of(ref: string): Promise<DataApiConfig>
  forget(ref: string): void
}

/** After this time they are asked for again: a change that another process made may not have been heard. */
const KEPT_MS = 30_000

export function keepSettings(host: DataHost): KeptSettings {
  const kept = new Map<string, { until: number; settings: Promise<DataApiConfig | undefined> }>()
  return {
    async of(ref) {
      const now = performance.now()
      let known = kept.get(ref)
      if (!known || known.until < now) {
        known = { until: now + KEPT_MS, settings: host.dataApi(ref) }
        kept.set(ref, known)
        known.settings.catch(() => kept.delete(ref))
      }
      const settings = await known.settings
      if (!settings) {
        kept.delete(ref)
        throw new DomainError('project_not_found')
      }
      if (!settings.enabled) throw new DomainError('data_api_off')
      return settings
    },
    forget: (ref) => void kept.delete(ref),
  }
}
