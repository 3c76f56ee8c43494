/**
 * The side menu of a project's settings. While the project comes up some of its pages stay at the project's own.
 * @rule menus.settings  @spec §2
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { highlighted, type MenuGroup } from './menu.js'

export type SettingsMenuKey =
  | 'general'
  | 'compute-and-disk'
  | 'infrastructure'
  | 'integrations'
  | 'log-drains'
  | 'data-api'
  | 'api-keys'
  | 'jwt'
  | 'addons'
  | 'vault'
  | 'database'
  | 'auth'
  | 'storage'
  | 'functions'
  | 'subscription'
  | 'usage'

export interface SettingsMenuState {
  ref: string
  /** Of the organization, for billing and usage; undefined hides them. */
  slug: string | undefined
  pathname: string
  status: ProjectStatus | undefined
  isPlatform: boolean
  logDrains: boolean
  /** The legacy JWT keys are in use. */
  legacyJwtKeys: boolean
  authEnabled: boolean
  /** When providers are hidden, the link of auth goes to its policies. CLARIFICATIONS "Menus". */
  authProviders: boolean
  storageEnabled: boolean
  functionsEnabled: boolean
  mayBill: boolean
}

export function settingsMenu(state: SettingsMenuState): MenuGroup<SettingsMenuKey>[] {
  const { ref, slug, isPlatform } = state
  const base = `/project/${encodeURIComponent(ref)}`
  const comingUp = state.status === 'COMING_UP'
  const entry = (key: SettingsMenuKey, path: string, ...also: string[]) => ({
    key,
    href: base + path,
    also: also.map((other) => base + other),
  })
  /** Has nothing to show before the database is there. */
  const later = (key: SettingsMenuKey, path: string) => ({
    ...entry(key, comingUp ? '' : path),
    ...(comingUp ? { disabled: 'coming-up' as const } : {}),
  })
  const when = <Entry>(shown: boolean, ...entries: Entry[]) => (shown ? entries : [])
  const organization = `/org/${encodeURIComponent(slug ?? '')}`
  return highlighted(
    [
      {
        key: 'project',
        entries: [
          entry('general', '/settings/general'),
          ...when(isPlatform, later('compute-and-disk', '/settings/compute-and-disk')),
          later('infrastructure', '/settings/infrastructure'),
          entry('integrations', '/settings/integrations'),
          ...when(state.logDrains, entry('log-drains', '/settings/log-drains')),
          later('data-api', '/settings/api'),
          { ...entry('api-keys', '/settings/api-keys'), badge: 'new' as const },
          {
            ...entry(
              'jwt',
              state.legacyJwtKeys ? '/settings/jwt' : '/settings/jwt/signing-keys',
              '/settings/jwt',
            ),
            badge: 'new' as const,
          },
          entry('addons', '/settings/addons'),
          { ...later('vault', '/integrations/vault/overview'), badge: 'alpha' as const },
        ],
      },
      {
        key: 'configuration',
        entries: [
          later('database', '/database/settings'),
          ...when(
            state.authEnabled,
            entry('auth', state.authProviders ? '/auth/providers' : '/auth/policies'),
          ),
          ...when(state.storageEnabled, entry('storage', '/storage/settings')),
          ...when(state.functionsEnabled, entry('functions', '/functions/secrets')),
        ],
      },
      {
        key: 'billing',
        entries: [
          ...when(isPlatform && slug !== undefined && state.mayBill, {
            key: 'subscription' as const,
            href: `${organization}/billing`,
          }),
          ...when(isPlatform && slug !== undefined, {
            key: 'usage' as const,
            href: `${organization}/usage?projectRef=${encodeURIComponent(ref)}`,
          }),
        ],
      },
    ],
    state.pathname,
  )
}
