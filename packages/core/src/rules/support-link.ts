/**
 * The address of the support page that already knows what it is about.
 * @rule support.link  @spec §2
 */
import type { TicketCategory } from '@basedeck/platform-client/contract'

/** What a support ticket is about, as far as the page knows. */
export interface SupportSubject {
  category?: TicketCategory
  ref?: string | undefined
  slug?: string | undefined
  subject?: string
  /** As it was shown. */
  error?: string
}

/** An address has its limits; the beginning of an error says most. */
const ERROR_MAX_CHARACTERS = 1000

/** The address of the support page that already knows this. A long `error` is cut. */
export function supportHref({
  category = 'dashboard_bug',
  ref,
  slug,
  subject,
  error,
}: SupportSubject): string {
  const query = new URLSearchParams({ category })
  const given = { ref, slug, subject, error: error?.slice(0, ERROR_MAX_CHARACTERS) }
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, value)
  return `/support/new?${query}`
}
