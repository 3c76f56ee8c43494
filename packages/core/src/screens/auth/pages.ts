/** The pages of the project’s users. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { catalogueList } from '../catalogue/load-catalogue-list.js'
import { leading, page } from '../page.js'

const { labels } = sideMenuText

export const authPages = {
  auth: leading({
    path: '/project/{ref}/auth',
    permission: 'auth',
    leadsTo: '/project/{ref}/auth/users',
    menus: [
      {
        menu: 'settings',
        group: 'configuration',
        order: 20,
        label: labels.auth,
        flag: 'authEnabled', // Without providers it leads to the policies. CLARIFICATIONS "Menus".
        path: ({ flags }) => `/project/{ref}/auth/${flags.authProviders ? 'providers' : 'policies'}`,
      },
    ],
  }),
  users: page({
    path: '/project/{ref}/auth/users',
    permission: 'auth',
    title: pageTitles.users,
    needsDatabase: true,
    menus: [
      {
        menu: 'project',
        group: 'products',
        order: 20,
        icon: 'auth',
        label: menuText.project.auth,
        whileComingUp: 'overview',
        also: ['/project/{ref}/auth'],
      },
      { menu: 'auth', group: 'manage', order: 10 },
    ],
    load: catalogueList('users'),
  }),
  policies: page({
    path: '/project/{ref}/auth/policies',
    title: pageTitles.policies,
    needsDatabase: true,
    menus: [
      { menu: 'auth', group: 'configuration', order: 10 },
      { menu: 'database', group: 'configuration', order: 30 },
    ],
    load: catalogueList('policies'),
  }),
  authProviders: page({
    path: '/project/{ref}/auth/providers',
    permission: 'auth',
    title: pageTitles.authProviders,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 20, flag: 'authProviders' }],
    load: async () => (await import('./auth-settings.js')).authSettings('authProviders'),
  }),
  authSessions: page({
    path: '/project/{ref}/auth/sessions',
    permission: 'auth',
    title: pageTitles.authSessions,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 30 }],
    load: async () => (await import('./auth-settings.js')).authSettings('authSessions'),
  }),
  authRateLimits: page({
    path: '/project/{ref}/auth/rate-limits',
    permission: 'auth',
    title: pageTitles.authRateLimits,
    needsDatabase: 'partly',
    menus: [
      {
        menu: 'auth',
        group: 'configuration',
        order: 40,
        label: labels.rateLimits,
        flag: 'authRateLimits',
      },
    ],
    load: async () => (await import('./auth-settings.js')).authSettings('authRateLimits'),
  }),
  authTemplates: page({
    path: '/project/{ref}/auth/templates',
    permission: 'auth',
    title: pageTitles.authTemplates,
    needsDatabase: 'partly',
    menus: [
      {
        menu: 'auth',
        group: 'configuration',
        order: 50,
        label: labels.emails,
        flag: 'authEmails',
        also: ['/project/{ref}/auth/smtp', '/project/{ref}/auth/sent-mail'],
      },
    ],
    load: async () => (await import('./auth-templates.js')).createAuthTemplates,
  }),
  authSmtp: page({
    path: '/project/{ref}/auth/smtp',
    permission: 'auth',
    title: pageTitles.authSmtp,
    needsDatabase: 'partly',
    load: async () => (await import('./auth-settings.js')).authSettings('authSmtp'),
  }),
  authSentMail: page({
    path: '/project/{ref}/auth/sent-mail',
    permission: 'auth',
    title: pageTitles.authSentMail,
    needsDatabase: 'partly',
    load: async () => (await import('./sent-mail.js')).createSentMail,
  }),
  authMfa: page({
    path: '/project/{ref}/auth/mfa',
    permission: 'auth',
    title: pageTitles.authMfa,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 60, flag: 'authMfa' }],
    load: async () => (await import('./auth-settings.js')).authSettings('authMfa'),
  }),
  authUrls: page({
    path: '/project/{ref}/auth/url-configuration',
    permission: 'auth',
    title: pageTitles.authUrls,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 70 }],
    load: async () => (await import('./auth-settings.js')).authSettings('authUrls'),
  }),
  authProtection: page({
    path: '/project/{ref}/auth/protection',
    permission: 'auth',
    title: pageTitles.authProtection,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 80, flag: 'authProtection' }],
    load: async () => (await import('./auth-settings.js')).authSettings('authProtection'),
  }),
  authHooks: page({
    path: '/project/{ref}/auth/hooks',
    permission: 'auth',
    title: pageTitles.authHooks,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 90, badge: 'beta', flag: 'authHooks' }],
    load: async () => (await import('./auth-settings.js')).authSettings('authHooks'),
  }),
  authAuditLogs: page({
    path: '/project/{ref}/auth/audit-logs',
    permission: 'auth',
    title: pageTitles.authAuditLogs,
    needsDatabase: true,
    menus: [
      {
        menu: 'auth',
        group: 'configuration',
        order: 100,
        label: labels.auditLogs,
        badge: 'beta',
        flag: 'authAuditLogs',
      },
    ],
    load: catalogueList('authAuditLogs'),
  }),
  authAdvanced: page({
    path: '/project/{ref}/auth/advanced',
    permission: 'auth',
    title: pageTitles.authAdvanced,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 110, flag: 'authAdvanced' }],
    load: async () => (await import('./auth-settings.js')).authSettings('authAdvanced'),
  }),
}
