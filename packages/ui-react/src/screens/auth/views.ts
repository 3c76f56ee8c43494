/** What draws the pages of `core/screens/auth/pages.ts`. */
import { CatalogueList } from '../catalogue/catalogue-list-view.js'
import { view, type Views } from '../view.js'

const settings = view(async () => (await import('./auth-settings.js')).AuthSettings)

export const authViews: Views<'auth'> = {
  users: view(async () => (await import('./users.js')).Users),
  policies: view(async () => (await import('./policies.js')).Policies),
  authProviders: settings,
  authSessions: settings,
  authRateLimits: settings,
  authTemplates: view(async () => (await import('./auth-templates.js')).AuthTemplates),
  authSmtp: settings,
  authSentMail: view(async () => (await import('./sent-mail.js')).SentMail),
  authMfa: settings,
  authUrls: settings,
  authProtection: settings,
  authHooks: settings,
  authAuditLogs: CatalogueList,
  authAdvanced: settings,
}
