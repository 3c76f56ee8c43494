/** The pages of the project’s users. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { infoPage } from '../info-pages/load-info-page.js'
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
    load: async () => (await import('./users.js')).createUsers,
  }),
  policies: page({
    path: '/project/{ref}/auth/policies',
    title: pageTitles.policies,
    needsDatabase: true,
    menus: [
      { menu: 'auth', group: 'configuration', order: 10 },
      { menu: 'database', group: 'configuration', order: 30 },
    ],
    load: async () => (await import('./policies.js')).createPolicies,
  }),
  authProviders: page({
    path: '/project/{ref}/auth/providers',
    permission: 'auth',
    title: pageTitles.authProviders,
    needsDatabase: true,
    menus: [{ menu: 'auth', group: 'configuration', order: 20, hosted: true, flag: 'authProviders' }],
    load: infoPage('authProviders'),
  }),
  authSessions: page({
    path: '/project/{ref}/auth/sessions',
    permission: 'auth',
    title: pageTitles.authSessions,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 30, hosted: true }],
    load: infoPage('authSessions'),
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
        hosted: true,
        flag: 'authRateLimits',
      },
    ],
    load: infoPage('authRateLimits'),
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
        hosted: true,
        flag: 'authEmails',
        also: ['/project/{ref}/auth/smtp'],
      },
    ],
    load: infoPage('authTemplates'),
  }),
  authSmtp: page({
    path: '/project/{ref}/auth/smtp',
    permission: 'auth',
    title: pageTitles.authSmtp,
    needsDatabase: 'partly',
    load: infoPage('authSmtp'),
  }),
  authMfa: page({
    path: '/project/{ref}/auth/mfa',
    permission: 'auth',
    title: pageTitles.authMfa,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 60, hosted: true, flag: 'authMfa' }],
    load: infoPage('authMfa'),
  }),
  authUrls: page({
    path: '/project/{ref}/auth/url-configuration',
    permission: 'auth',
    title: pageTitles.authUrls,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 70, hosted: true }],
    load: infoPage('authUrls'),
  }),
  authProtection: page({
    path: '/project/{ref}/auth/protection',
    permission: 'auth',
    title: pageTitles.authProtection,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 80, hosted: true, flag: 'authProtection' }],
    load: infoPage('authProtection'),
  }),
  authHooks: page({
    path: '/project/{ref}/auth/hooks',
    permission: 'auth',
    title: pageTitles.authHooks,
    needsDatabase: 'partly',
    menus: [
      { menu: 'auth', group: 'configuration', order: 90, badge: 'beta', hosted: true, flag: 'authHooks' },
    ],
    load: infoPage('authHooks'),
  }),
  authAuditLogs: page({
    path: '/project/{ref}/auth/audit-logs',
    permission: 'auth',
    title: pageTitles.authAuditLogs,
    needsDatabase: 'partly',
    menus: [
      {
        menu: 'auth',
        group: 'configuration',
        order: 100,
        label: labels.auditLogs,
        badge: 'beta',
        hosted: true,
        flag: 'authAuditLogs',
      },
    ],
    load: infoPage('authAuditLogs'),
  }),
  authAdvanced: page({
    path: '/project/{ref}/auth/advanced',
    permission: 'auth',
    title: pageTitles.authAdvanced,
    needsDatabase: 'partly',
    menus: [{ menu: 'auth', group: 'configuration', order: 110, hosted: true, flag: 'authAdvanced' }],
    load: infoPage('authAdvanced'),
  }),
}
