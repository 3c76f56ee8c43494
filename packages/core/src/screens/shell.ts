/** The frame around every screen: what the sidebar, the breadcrumbs and the theme menu show. */
import { computed, type ReadableAtom } from 'nanostores'
import { projectQuery } from '../data/projects.js'
import type { Disposable } from '../kernel/screen.js'
import { THEMES, type ThemeChoice } from '../rules/theme.js'
import { shellText } from '../text/shell.js'
import type { ScreenContext } from './context.js'

export interface SidebarItem {
  key: string
  icon: 'home' | 'sql'
  label: string
  href: string
  active: boolean
}

export interface Crumb {
  label: string
  href: string
}

export interface Shell extends Disposable {
  readonly $sidebar: ReadableAtom<SidebarItem[]>
  readonly $breadcrumbs: ReadableAtom<Crumb[]>
  readonly homeHref: string
  readonly themes: { value: ThemeChoice; label: string }[]
  setTheme(choice: ThemeChoice): void
}

/** The one project of a self-hosted installation. SPEC §1. */
const DEFAULT_PROJECT = 'default'

export function createShell(context: ScreenContext): Shell {
  const { router, preferences } = context
  const $project = context.queries.store(projectQuery(context.client, DEFAULT_PROJECT))
  const homeHref = router.href('projectHome', { ref: DEFAULT_PROJECT })
  return {
    homeHref,
    $sidebar: computed(router.$route, ({ match }) => sidebar(router.href, match?.name)),
    $breadcrumbs: computed([router.$route, $project], ({ match }, project) => {
      const name = project.status === 'ready' ? project.data.name : DEFAULT_PROJECT
      const crumbs = [{ label: name, href: homeHref }]
      if (match?.name === 'sqlEditor')
        crumbs.push({ label: shellText.sqlEditor, href: router.href(match.name, match.params) })
      return crumbs
    }),
    themes: THEMES.map((value) => ({ value, label: shellText.themes[value] })),
    setTheme: (choice) => preferences.$themeChoice.set(choice),
    dispose() {},
  }
}

function sidebar(href: ScreenContext['router']['href'], open: string | undefined): SidebarItem[] {
  const ref = DEFAULT_PROJECT
  return [
    {
      key: 'home',
      icon: 'home',
      label: shellText.projectOverview,
      href: href('projectHome', { ref }),
      active: open === 'projectHome',
    },
    {
      key: 'sql',
      icon: 'sql',
      label: shellText.sqlEditor,
      href: href('sqlEditor', { ref, id: '1' }),
      active: open === 'sqlEditor',
    },
  ]
}
