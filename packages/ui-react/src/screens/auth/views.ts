/** What draws the pages of `core/screens/auth/pages.ts`. */
import { CatalogueList } from '../catalogue/catalogue-list-view.js'
import { InfoPage } from '../info-pages/info-page-view.js'
import { view, type Views } from '../view.js'

export const authViews: Views<'auth'> = {
  users: CatalogueList,
  policies: view(async () => (await import('./policies.js')).Policies),
  authProviders: InfoPage,
  authSessions: InfoPage,
  authRateLimits: InfoPage,
  authTemplates: InfoPage,
  authSmtp: InfoPage,
  authMfa: InfoPage,
  authUrls: InfoPage,
  authProtection: InfoPage,
  authHooks: InfoPage,
  authAuditLogs: InfoPage,
  authAdvanced: InfoPage,
}
