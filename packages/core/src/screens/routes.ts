import type { Door } from '../rules/gate.js'

/** Every address of the dashboard. A route without a screen, or a screen without a view, does not compile. */
export const routes = {
  root: { path: '/' },
  projectHome: { path: '/project/{ref}' },
  sql: { path: '/project/{ref}/sql' },
  sqlEditor: { path: '/project/{ref}/sql/{id}' },
  signIn: { path: '/sign-in' },
  setUp: { path: '/set-up' },
  forgotPassword: { path: '/forgot-password' },
  resetPassword: { path: '/reset-password' },
  invitation: { path: '/invitation/{token}' },
  accountMe: { path: '/account/me' },
  accountSecurity: { path: '/account/security' },
  accountTokens: { path: '/account/tokens' },
  organizations: { path: '/organizations' },
  newOrganization: { path: '/new' },
  newProject: { path: '/new/{slug}' },
  organizationProjects: { path: '/org/{slug}' },
  team: { path: '/org/{slug}/team' },
  usage: { path: '/org/{slug}/usage' },
  organizationSettings: { path: '/org/{slug}/general' },
  organizationSecurity: { path: '/org/{slug}/security' },
  audit: { path: '/org/{slug}/audit' },
  projectSettings: { path: '/project/{ref}/settings/general' },
  apiKeys: { path: '/project/{ref}/settings/api-keys' },
  newTicket: { path: '/support/new' },
} as const

export type RouteName = keyof typeof routes

/** The addresses by which one gets in; every other one is inside. They stand alone, without the frame. */
export const doors: Partial<Record<RouteName, Door>> = {
  signIn: 'sign-in',
  forgotPassword: 'sign-in',
  setUp: 'set-up',
  resetPassword: 'link',
  invitation: 'link',
}

/** What a redirect may depend on; undefined while unknown. */
export interface Platform {
  isPlatform: boolean | undefined
}

/**
 * Where an address leads that has no screen of its own; undefined while it can't be known. SPEC §1, CLARIFICATIONS "Odds
 * and ends".
 */
export const redirects: Partial<
  Record<RouteName, (params: Readonly<Record<string, string>>, platform: Platform) => string | undefined>
> = {
  root: (_, { isPlatform }) => {
    if (isPlatform === undefined) return undefined
    return isPlatform ? '/organizations' : '/project/default'
  },
  sql: ({ ref }) => `/project/${encodeURIComponent(ref ?? 'default')}/sql/1`,
}
