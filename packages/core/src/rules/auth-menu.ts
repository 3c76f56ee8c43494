/**
 * The side menu of Authentication. Self-hosted it shows Users and Policies only.
 * @rule menus.auth  @spec §2
 */
import { highlighted, type MenuGroup } from './menu.js'

export type AuthMenuKey =
  | 'users'
  | 'policies'
  | 'providers'
  | 'sessions'
  | 'rate-limits'
  | 'emails'
  | 'mfa'
  | 'url-configuration'
  | 'protection'
  | 'hooks'
  | 'audit-logs'
  | 'advanced'

/** Which parts the feature flags show. */
export interface AuthFlags {
  providers: boolean
  rateLimits: boolean
  emails: boolean
  mfa: boolean
  protection: boolean
  hooks: boolean
  auditLogs: boolean
  advanced: boolean
}

export interface AuthMenuState {
  ref: string
  pathname: string
  isPlatform: boolean
  flags: AuthFlags
}

export function authMenu({ ref, pathname, isPlatform, flags }: AuthMenuState): MenuGroup<AuthMenuKey>[] {
  const base = `/project/${encodeURIComponent(ref)}/auth`
  const entry = (key: AuthMenuKey, path: string, also: string[] = []) => ({
    key,
    href: base + path,
    also: also.map((other) => base + other),
  })
  const when = <Entry>(shown: boolean, ...entries: Entry[]) => (shown && isPlatform ? entries : [])
  return highlighted(
    [
      { key: 'manage', entries: [entry('users', '/users')] },
      {
        key: 'configuration',
        entries: [
          entry('policies', '/policies'),
          ...when(flags.providers, entry('providers', '/providers')),
          ...when(true, entry('sessions', '/sessions')),
          ...when(flags.rateLimits, entry('rate-limits', '/rate-limits')),
          ...when(flags.emails, entry('emails', '/templates', ['/smtp'])),
          ...when(flags.mfa, entry('mfa', '/mfa')),
          ...when(true, entry('url-configuration', '/url-configuration')),
          ...when(flags.protection, entry('protection', '/protection')),
          ...when(flags.hooks, { ...entry('hooks', '/hooks'), badge: 'beta' as const }),
          ...when(flags.auditLogs, { ...entry('audit-logs', '/audit-logs'), badge: 'beta' as const }),
          ...when(flags.advanced, entry('advanced', '/advanced')),
        ],
      },
    ],
    pathname,
  )
}
