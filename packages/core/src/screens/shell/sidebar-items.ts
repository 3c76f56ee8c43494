/** What the sidebar and the side menu of a page offer. */
import type { Project } from '@basedeck/platform-client'
import { shellText } from '../../text/shell.js'
import type { ScreenContext } from '../context.js'
import type { RouteName } from '../routes.js'
import type { Page } from './place.js'

export interface SidebarItem {
  key: string
  icon: 'home' | 'sql' | 'projects' | 'team' | 'usage' | 'settings'
  label: string
  href: string
  active: boolean
  /** Why it can't be opened; absent when it can. */
  refusal?: string
}

/** The pages of one subject, beside the sidebar. */
export interface SideMenu {
  title: string
  items: { key: string; label: string; href: string; active: boolean }[]
}

const { pages } = shellText

type Href = ScreenContext['router']['href']
type Entry = [icon: SidebarItem['icon'], label: string, opens: RouteName, alsoActiveOn: RouteName[]]

const ORGANIZATION: readonly Entry[] = [
  ['projects', pages.organizationProjects, 'organizationProjects', []],
  ['team', pages.team, 'team', []],
  ['usage', pages.usage, 'usage', []],
  ['settings', pages.organizationSettings, 'organizationSettings', ['organizationSecurity', 'audit']],
]

export function organizationItems(
  href: Href,
  { name }: Page,
  slug: string,
  refusal: string | undefined,
): SidebarItem[] {
  return ORGANIZATION.map(([icon, label, opens, alsoActiveOn]) => ({
    key: opens,
    icon,
    label,
    href: href(opens, { slug }),
    active: name === opens || (name !== undefined && alsoActiveOn.includes(name)),
    ...(refusal === undefined ? {} : { refusal }),
  }))
}

export function projectItems(
  href: Href,
  { name }: Page,
  ref: string,
  status: Project['status'] | undefined,
): SidebarItem[] {
  const home = href('projectHome', { ref })
  // SPEC §2: while a project is coming up, most links lead to its overview.
  const isComingUp = status === 'COMING_UP'
  return [
    {
      key: 'home',
      icon: 'home',
      label: shellText.projectOverview,
      href: home,
      active: name === 'projectHome',
    },
    {
      key: 'sql',
      icon: 'sql',
      label: shellText.sqlEditor,
      href: isComingUp ? home : href('sqlEditor', { ref, id: '1' }),
      active: name === 'sqlEditor',
    },
    {
      key: 'settings',
      icon: 'settings',
      label: shellText.settings,
      href: href('projectSettings', { ref }),
      active: name === 'projectSettings' || name === 'apiKeys',
    },
  ]
}

export function sideMenu(href: Href, { name, slug, ref }: Page): SideMenu | null {
  const menuOf = (
    title: string,
    params: Record<string, string>,
    entries: readonly (readonly [RouteName, string])[],
  ): SideMenu | null =>
    entries.some(([route]) => route === name)
      ? {
          title,
          items: entries.map(([route, label]) => ({
            key: route,
            label,
            href: href(route, params),
            active: route === name,
          })),
        }
      : null
  if (ref !== null)
    return menuOf(shellText.projectSettings, { ref }, [
      ['projectSettings', pages.projectSettings],
      ['apiKeys', pages.apiKeys],
    ])
  if (slug === null) return null
  return menuOf(pages.organizationSettings, { slug }, [
    ['organizationSettings', shellText.general],
    ['organizationSecurity', pages.organizationSecurity],
    ['audit', pages.audit],
  ])
}
