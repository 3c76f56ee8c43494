/** The menus beside the sidebar: the pages of one subject. Their file comes with the first one that is shown. */
import { areaMenu, areaOf } from '../../rules/area-menu.js'
import { authMenu } from '../../rules/auth-menu.js'
import { databaseMenu } from '../../rules/database-menu.js'
import { organizationSettingsMenu } from '../../rules/organization-menu.js'
import { settingsMenu } from '../../rules/settings-menu.js'
import { sideMenuText as text } from '../../text/side-menus.js'
import type { MenuState } from './menu-state.js'
import { itemOf, sectionOf, type MenuSection } from './sidebar-menu.js'

export interface SideMenu {
  title: string
  sections: MenuSection[]
}

/** What the menu of the database asks about the project itself. */
export interface DatabaseKnowledge {
  /** Its database has the extension. */
  pgNetExists: boolean
  /** It has the add-on for point-in-time recovery. */
  pitr: boolean
}

/** Null: the page has none. */
export function sideMenuOf(state: MenuState, knowledge: DatabaseKnowledge): SideMenu | null {
  const { slug, ref, pathname } = state
  if (slug !== null)
    return isOrganizationSettings(slug, pathname) ? organizationSettings(slug, pathname) : null
  if (ref === null) return null
  const area = areaOf(pathname)
  if (area === 'auth') return auth(state, ref)
  if (area === 'database') return database(state, ref, knowledge)
  if (area === 'settings') return settings(state, ref)
  const menu = areaMenu(ref, pathname)
  return (
    menu && {
      title: text.areas[menu.area],
      sections: menu.groups.map((group) => sectionOf(group, text.areas)),
    }
  )
}

/** Every side menu of an organization or a project, for who looks for a page by its name. */
export function allSideMenus(state: MenuState, knowledge: DatabaseKnowledge): SideMenu[] {
  const { slug, ref, organizationSlug } = state
  const menus: (SideMenu | null)[] = []
  if (slug !== null) menus.push(organizationSettings(slug, state.pathname))
  else if (ref !== null) {
    const base = `/project/${encodeURIComponent(ref)}`
    const at = (area: string) => sideMenuOf({ ...state, pathname: `${base}/${area}` }, knowledge)
    menus.push(...['database', 'auth', 'storage', 'functions', 'advisors', 'settings'].map(at))
    if (organizationSlug !== undefined && state.isPlatform)
      menus.push(organizationSettings(organizationSlug, state.pathname))
  }
  return menus.flatMap((menu) => menu ?? [])
}

function isOrganizationSettings(slug: string, pathname: string): boolean {
  return organizationSettingsMenu(slug, pathname).some(({ active }) => active)
}

function organizationSettings(slug: string, pathname: string): SideMenu {
  const labels = text.organizationSettings
  const items = organizationSettingsMenu(slug, pathname).map((entry) => itemOf(entry, labels))
  return { title: labels.title, sections: [{ key: 'settings', items }] }
}

function auth({ pathname, isPlatform, flags }: MenuState, ref: string): SideMenu {
  const groups = authMenu({
    ref,
    pathname,
    isPlatform,
    flags: {
      providers: flags.authProviders,
      rateLimits: flags.authRateLimits,
      emails: flags.authEmails,
      mfa: flags.authMfa,
      protection: flags.authProtection,
      hooks: flags.authHooks,
      auditLogs: flags.authAuditLogs,
      advanced: flags.authAdvanced,
    },
  })
  return titled(text.auth, groups)
}

function database(
  { pathname, isPlatform, flags }: MenuState,
  ref: string,
  { pgNetExists, pitr }: DatabaseKnowledge,
): SideMenu {
  const groups = databaseMenu({
    ref,
    pathname,
    isPlatform,
    replication: { shown: flags.replicationShown, enabled: flags.replicationEnabled },
    rolesShown: flags.rolesShown,
    columnPrivileges: flags.columnPrivileges,
    pitr,
    pgNetExists,
  })
  return titled(text.database, groups)
}

function settings(state: MenuState, ref: string): SideMenu {
  const { flags, may } = state
  const groups = settingsMenu({
    ...state,
    ...flags,
    ref,
    slug: state.organizationSlug,
    authEnabled: flags.authEnabled && may.auth,
    storageEnabled: flags.storageEnabled && may.storage,
    functionsEnabled: flags.functionsEnabled && may.functions,
  })
  return titled(text.settings, groups)
}

function titled<Key extends string, Group extends string>(
  labels: Readonly<Record<Key, string>> & { title: string; groups: Readonly<Record<Group, string>> },
  groups: readonly { key: string; entries: Parameters<typeof sectionOf<Key>>[0]['entries'] }[],
): SideMenu {
  return {
    title: labels.title,
    sections: groups.map((group) => sectionOf(group, labels, labels.groups[group.key as Group])),
  }
}
