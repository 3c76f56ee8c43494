/** The way to the open page: organization, project, page. */
import type { Organization, Project } from '@basedeck/platform-client'
import type { ScreenContext } from '../context.js'
import type { ScreenData } from '../page.js'
import { hasScreen, pages } from '../pages.js'
import type { Page } from './current-page.js'

export interface Crumb {
  label: string
  href: string
  /** What stands beside it to go elsewhere by. */
  picker?: 'organization' | 'project'
  /** What it names. */
  part: 'organization' | 'project' | 'page'
}

export interface Whereabouts {
  page: Page
  /** The name of the one thing that the page is about; null: it is about none, or it is not known yet. */
  thing: string | null
  /** Of a branch, the project that it is a branch of. Undefined until they are known; their slug and ref stand in their place. */
  project: Project | undefined
  organization: Organization | undefined
  /** Whether there may be many of both. */
  isPlatform: boolean
}

export function breadcrumbs(
  href: ScreenContext['router']['href'],
  { page, thing, project, organization, isPlatform }: Whereabouts,
): Crumb[] {
  const { name, pathname, ref } = page
  const slug = page.slug ?? (isPlatform ? project?.organization_slug : undefined)
  const own = name && hasScreen(name) ? crumbOf(pages[name], thing) : null
  return [
    ...(slug === undefined
      ? []
      : [
          {
            label: organization?.name ?? slug,
            href: href('organizationProjects', { slug }),
            part: 'organization' as const,
            ...(isPlatform ? { picker: 'organization' as const } : {}),
          },
        ]),
    ...(ref === null
      ? []
      : [
          {
            label: project?.name ?? ref,
            href: href('projectHome', { ref: project?.ref ?? ref }),
            part: 'project' as const,
            ...(isPlatform && project ? { picker: 'project' as const } : {}),
          },
        ]),
    ...(own === null ? [] : [{ label: own, href: pathname, part: 'page' as const }]),
  ]
}

/** Null: the page has none. */
function crumbOf({ crumb, title }: ScreenData, thing: string | null): string | null {
  return crumb === undefined ? (thing ?? title) : crumb
}
