/** What draws the pages of `core/screens/auth/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import { view, type Views } from '../view.js'

export const authViews: Views<'auth'> = {
  users: view(async () => (await import('./users.js')).Users),
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
