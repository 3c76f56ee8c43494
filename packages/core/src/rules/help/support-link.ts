/**
 * The address of the support page with its fields filled in.
 * @rule support.link  @spec §2
 */
import type { TicketCategory } from '@basedeck/platform-client/contract'

/** The subject of a support ticket, as far as the page knows it. */
export interface SupportSubject {
  category?: TicketCategory
  ref?: string | undefined
  slug?: string | undefined
  subject?: string
  /** As it was shown to the user. */
  error?: string
}

/** URLs have a maximum length; the beginning of an error is the most useful part. */
const ERROR_MAX_CHARACTERS = 1000

/** The address of the support page with these fields. A long `error` is cut. */
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
