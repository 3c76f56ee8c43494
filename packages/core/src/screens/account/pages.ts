/** The pages of the person who is here. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { leading, page } from '../page.js'

export const accountPages = {
  account: leading({ path: '/account', leadsTo: '/account/me', hidesSidebar: 'branch' }),
  accountMe: page({
    path: '/account/me',
    title: pageTitles.accountMe,
    crumb: pageTitles.account,
    menus: [
      { menu: 'command', group: 'account', order: 10, key: 'open-accountMe', label: menuText.command.me },
    ],
    load: async () => (await import('./me.js')).createAccountMe,
  }),
  accountSecurity: page({
    path: '/account/security',
    title: pageTitles.accountSecurity,
    crumb: pageTitles.account,
    menus: [
      {
        menu: 'command',
        group: 'account',
        order: 20,
        key: 'open-accountSecurity',
        label: menuText.command.security,
      },
    ],
    load: async () => (await import('./security.js')).createAccountSecurity,
  }),
  accountTokens: page({
    path: '/account/tokens',
    title: pageTitles.accountTokens,
    crumb: pageTitles.account,
    menus: [
      {
        menu: 'command',
        group: 'account',
        order: 30,
        key: 'open-accountTokens',
        label: menuText.command.tokens,
      },
    ],
    load: async () => (await import('./tokens.js')).createAccountTokens,
  }),
  accountAudit: page({
    path: '/account/audit',
    title: pageTitles.accountAudit,
    crumb: pageTitles.account,
    load: async () => (await import('./audit.js')).createAccountAudit,
  }),
  accountInstallation: page({
    path: '/account/installation',
    title: pageTitles.accountInstallation,
    crumb: pageTitles.account,
    load: async () => (await import('./installation.js')).createInstallation,
  }),
}
