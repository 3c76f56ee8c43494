/** How every audit log is read: of an organization, of an account, of the installation. */
import type { AuditEntry, AuditPage } from '@basedeck/platform-client'

/** The parts of a paged query that all logs share. */
export const AUDIT_PAGES = {
  items: (page: AuditPage) => page.entries,
  next: (pages: readonly AuditPage[]) => pages.at(-1)?.cursor,
  id: (entry: AuditEntry) => entry.id,
}

/** Asks for what the log can be narrowed to, and for as few entries as possible. */
export const ONLY_CHOICES = { limit: 1, with_choices: 'true' } as const
