/**
 * Where the logo leads: the organization visited last, else the open one, else the first one, else the list.
 * @rule shell.home-target  @spec §2
 */
export type HomeTarget =
  | { page: 'project'; ref: 'default' }
  | { page: 'organization'; slug: string }
  | { page: 'organizations' }

/** What is known when the logo is clicked. Slugs of organizations; null where none is known. */
export interface HomeSituation {
  isPlatform: boolean
  lastVisited: string | null
  current: string | null
  /** Slugs, in the order of the list; null while they are not known. */
  organizations: readonly string[] | null
}

/** A last visited organization that no longer exists does not count, as far as that is known. */
export function homeTarget({ isPlatform, lastVisited, current, organizations }: HomeSituation): HomeTarget {
  if (!isPlatform) return { page: 'project', ref: 'default' }
  const isThere = lastVisited !== null && (organizations?.includes(lastVisited) ?? true)
  const slug = isThere ? lastVisited : (current ?? organizations?.[0])
  return slug === undefined ? { page: 'organizations' } : { page: 'organization', slug }
}
