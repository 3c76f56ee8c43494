/** What draws the pages of `core/screens/account/pages.ts`. */
import { view, type Views } from '../view.js'

export const accountViews: Views<'account'> = {
  accountMe: view(async () => (await import('./me.js')).AccountMe),
  accountSecurity: view(async () => (await import('./security.js')).AccountSecurity),
  accountTokens: view(async () => (await import('./tokens.js')).AccountTokens),
  accountAudit: view(async () => (await import('./audit.js')).AccountAudit),
  accountInstallation: view(async () => (await import('./installation.js')).Installation),
}
