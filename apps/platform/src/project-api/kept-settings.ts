/** Settings of each project's services, kept until the platform tells of a change. */
import { DomainError, type DomainErrorCode } from '../kernel/domain-error.js'

export interface KeptSettings<Settings> {
  /** @throws DomainError project_not_found, and the code of a service that is off */
  of(ref: string): Promise<Settings>
  forget(ref: string): void
}

/** After this time they are asked for again: a change that another process made may not have been heard. */
const KEPT_MS = 30_000

/** @param read undefined: there is no such project. @param off the refusal of a service that is off */
export function keepSettings<Settings extends { enabled: boolean }>(
  read: (ref: string) => Promise<Settings | undefined>,
  off: DomainErrorCode,
): KeptSettings<Settings> {
  const kept = new Map<string, { until: number; settings: Promise<Settings | undefined> }>()
  return {
    async of(ref) {
      const now = performance.now()
      let known = kept.get(ref)
      if (!known || known.until < now) {
        known = { until: now + KEPT_MS, settings: read(ref) }
        kept.set(ref, known)
        known.settings.catch(() => kept.delete(ref))
      }
      const settings = await known.settings
      if (!settings) {
        kept.delete(ref)
        throw new DomainError('project_not_found')
      }
      if (!settings.enabled) throw new DomainError(off)
      return settings
    },
    forget: (ref) => void kept.delete(ref),
  }
}
