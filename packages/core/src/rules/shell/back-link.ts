/**
 * Where the account pages lead back to: the last address before them, else the organization visited last, else the start.
 * @rule account.back-link  @spec §2
 */
export interface Visited {
  /** The last address of the work; null: none in this window. */
  lastLocation: string | null
  /** Slug of the organization visited last; empty: none. */
  lastOrganization: string
}

/** The address that the account pages lead back to. `/` when neither a location nor an organization is known. */
export function backHref({ lastLocation, lastOrganization }: Visited): string {
  if (lastLocation !== null) return lastLocation
  return lastOrganization === '' ? '/' : `/org/${encodeURIComponent(lastOrganization)}`
}

const BESIDE = ['/account', '/sign-in', '/set-up', '/forgot-password', '/reset-password', '/invitation']

/** Pages outside the daily work: a user comes from another page and returns to it. */
export function isAuxiliaryPage(pathname: string): boolean {
  return pathname === '/' || BESIDE.some((start) => pathname === start || pathname.startsWith(`${start}/`))
}

/** The organization of the page. */
export function organizationIn(pathname: string): string | null {
  const slug = /^\/org\/([^/]+)/.exec(pathname)?.[1]
  try {
    return slug === undefined ? null : decodeURIComponent(slug)
  } catch {
    // `%zz` can't be decoded, and is not an organization.
    return null
  }
}
