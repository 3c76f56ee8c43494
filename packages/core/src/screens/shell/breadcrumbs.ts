/** The way to the open page: organization, project, page. */
import type { Organization, Project } from '@basedeck/platform-client'
import { pageTitles } from '../../text/page-titles.js'
import { shellText } from '../../text/shell.js'
import type { ScreenContext } from '../context.js'
import type { RouteName } from '../routes.js'
import type { Page } from './place.js'

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
  /** Undefined until they are known; their slug and ref stand in their place. */
  project: Project | undefined
  organization: Organization | undefined
  /** Whether there may be many of both. */
  isPlatform: boolean
}

/** The pages that have a crumb of their own. */
const PAGES: Partial<Record<RouteName, string | undefined>> = {
  ...pageTitles,
  ...shellText.pages,
  // An organization's projects are what its own crumb leads to.
  organizationProjects: undefined,
  sqlEditor: shellText.sqlEditor,
  accountMe: shellText.account,
  accountSecurity: shellText.account,
  accountTokens: shellText.account,
  accountAudit: shellText.account,
  accountInstallation: shellText.account,
}

export function breadcrumbs(
  href: ScreenContext['router']['href'],
  { page, thing, project, organization, isPlatform }: Whereabouts,
): Crumb[] {
  const { name, pathname, ref } = page
  const slug = page.slug ?? (isPlatform ? project?.organization_slug : undefined)
  const own = name && PAGES[name]
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
            href: href('projectHome', { ref }),
            part: 'project' as const,
            ...(isPlatform && project ? { picker: 'project' as const } : {}),
          },
        ]),
    ...(own === undefined ? [] : [{ label: thing ?? own, href: pathname, part: 'page' as const }]),
  ]
}
