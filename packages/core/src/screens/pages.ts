/** Every page of the dashboard: the lists of the areas, together. */
import { accountPages } from './account/pages.js'
import { advisorsPages } from './advisors/pages.js'
import { authPages } from './auth/pages.js'
import { branchesPages } from './branches/pages.js'
import { databasePages } from './database/pages.js'
import { functionsPages } from './functions/pages.js'
import { helpPages } from './help/pages.js'
import { integrationsPages } from './integrations/pages.js'
import { logsPages } from './logs/pages.js'
import { organizationPages } from './organization/pages.js'
import { projectPages } from './project/pages.js'
import { realtimePages } from './realtime/pages.js'
import { settingsPages } from './settings/pages.js'
import { signInPages } from './sign-in/pages.js'
import { sqlPages } from './sql/pages.js'
import { storagePages } from './storage/pages.js'
import { tableEditorPages } from './table-editor/pages.js'
import { leading, type Page, type PageAtHand } from './page.js'

/** The list of each area; names are unique across them. */
export const areas = {
  signIn: signInPages,
  account: accountPages,
  organization: organizationPages,
  project: projectPages,
  sql: sqlPages,
  tableEditor: tableEditorPages,
  database: databasePages,
  auth: authPages,
  storage: storagePages,
  functions: functionsPages,
  realtime: realtimePages,
  advisors: advisorsPages,
  logs: logsPages,
  integrations: integrationsPages,
  settings: settingsPages,
  branches: branchesPages,
  help: helpPages,
}

export const pages = {
  root: leading({
    path: '/',
    leadsTo: (_, { isPlatform }) => ({
      type: 'redirect',
      to: isPlatform ? '/organizations' : '/project/default',
    }),
  }),
  ...signInPages,
  ...accountPages,
  ...organizationPages,
  ...projectPages,
  ...sqlPages,
  ...tableEditorPages,
  ...databasePages,
  ...authPages,
  ...storagePages,
  ...functionsPages,
  ...realtimePages,
  ...advisorsPages,
  ...logsPages,
  ...integrationsPages,
  ...settingsPages,
  ...branchesPages,
  ...helpPages,
}

/** The name of a page, or of an address that leads on to one. */
export type RouteName = keyof typeof pages

type Pages = typeof pages

/** The path of a route, with its parameters in braces. */
export type PathOf<Name extends RouteName> = Pages[Name]['path']

/** The pages that have a screen. */
export type ScreenName = {
  [Name in RouteName]: Pages[Name] extends { title: string } ? Name : never
}[RouteName]

/** The areas of the dashboard; each has a list of pages. */
export type AreaName = keyof typeof areas

/** The pages of one area that have a screen. */
export type ScreenNameOf<Area extends AreaName> = keyof (typeof areas)[Area] & ScreenName

/** The screen of a page by its name: what a view of that page is given. */
export type ScreenOf<Name extends ScreenName> =
  Pages[Name] extends PageAtHand<string, infer Screen>
    ? Screen
    : Pages[Name] extends Page<string, infer Screen>
      ? Screen
      : never

export function hasScreen(name: RouteName): name is ScreenName {
  return 'title' in pages[name]
}
