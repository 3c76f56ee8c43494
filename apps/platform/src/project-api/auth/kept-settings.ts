/** The settings of each project's auth service, kept until the platform tells of a change. */
import type { AuthConfig } from '@basedeck/platform-client/contract'
import { DomainError } from '../../kernel/domain-error.js'
import type { AuthConfigHost } from './auth-config-host.js'

export interface KeptAuthSettings {
  /** @throws DomainError project_not_found, auth_off */
  of(ref: string): Promise<AuthConfig>
  forget(ref: string): void
}

/** After this time they are asked for again: a change that another process made may not have been heard. */
const KEPT_MS = 30_000

export function keepAuthSettings(host: Pick<AuthConfigHost, 'authConfig'>): KeptAuthSettings {
  const kept = new Map<string, { until: number; settings: Promise<AuthConfig | undefined> }>()
  return {
    async of(ref) {
      const now = performance.now()
      let known = kept.get(ref)
      if (!known || known.until < now) {
        known = { until: now + KEPT_MS, settings: host.authConfig(ref) }
        kept.set(ref, known)
        known.settings.catch(() => kept.delete(ref))
      }
      const settings = await known.settings
      if (!settings) {
        kept.delete(ref)
        throw new DomainError('project_not_found')
      }
      if (!settings.enabled) throw new DomainError('auth_off')
      return settings
    },
    forget: (ref) => void kept.delete(ref),
  }
}
