import type { Door } from '../rules/gate.js'
import { menuFlags } from '../rules/menu-flags.js'

/** Every address of the dashboard. A route without a screen, or a screen without a view, does not compile. */
export const routes = {
  root: { path: '/' },
  projectHome: { path: '/project/{ref}' },
  sql: { path: '/project/{ref}/sql' },
  sqlTemplates: { path: '/project/{ref}/sql/templates' },
  sqlEditor: { path: '/project/{ref}/sql/{id}' },
  signIn: { path: '/sign-in' },
  setUp: { path: '/set-up' },
  forgotPassword: { path: '/forgot-password' },
  resetPassword: { path: '/reset-password' },
  invitation: { path: '/invitation/{token}' },
  account: { path: '/account' },
  accountMe: { path: '/account/me' },
  accountSecurity: { path: '/account/security' },
  accountTokens: { path: '/account/tokens' },
  accountAudit: { path: '/account/audit' },
  accountInstallation: { path: '/account/installation' },
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
  docs: { path: '/docs' },
  docsPage: { path: '/docs/{page}' },
  platformStatus: { path: '/status' },
  organizationIntegrations: { path: '/org/{slug}/integrations' },
  organizationBilling: { path: '/org/{slug}/billing' },
  organizationApps: { path: '/org/{slug}/apps' },
  organizationDocuments: { path: '/org/{slug}/documents' },
  tableEditor: { path: '/project/{ref}/editor' },
  tableEditorTable: { path: '/project/{ref}/editor/{id}' },
  database: { path: '/project/{ref}/database' },
  schemas: { path: '/project/{ref}/database/schemas' },
  tables: { path: '/project/{ref}/database/tables' },
  functions: { path: '/project/{ref}/database/functions' },
  triggers: { path: '/project/{ref}/database/triggers' },
  types: { path: '/project/{ref}/database/types' },
  extensions: { path: '/project/{ref}/database/extensions' },
  indexes: { path: '/project/{ref}/database/indexes' },
  publications: { path: '/project/{ref}/database/publications' },
  replication: { path: '/project/{ref}/database/replication' },
  roles: { path: '/project/{ref}/database/roles' },
  columnPrivileges: { path: '/project/{ref}/database/column-privileges' },
  databaseSettings: { path: '/project/{ref}/database/settings' },
  backups: { path: '/project/{ref}/database/backups' },
  scheduledBackups: { path: '/project/{ref}/database/backups/scheduled' },
  pointInTimeRecovery: { path: '/project/{ref}/database/backups/pitr' },
  migrations: { path: '/project/{ref}/database/migrations' },
  auth: { path: '/project/{ref}/auth' },
  users: { path: '/project/{ref}/auth/users' },
  policies: { path: '/project/{ref}/auth/policies' },
  authProviders: { path: '/project/{ref}/auth/providers' },
  authSessions: { path: '/project/{ref}/auth/sessions' },
  authRateLimits: { path: '/project/{ref}/auth/rate-limits' },
  authTemplates: { path: '/project/{ref}/auth/templates' },
  authSmtp: { path: '/project/{ref}/auth/smtp' },
  authMfa: { path: '/project/{ref}/auth/mfa' },
  authUrls: { path: '/project/{ref}/auth/url-configuration' },
  authProtection: { path: '/project/{ref}/auth/protection' },
  authHooks: { path: '/project/{ref}/auth/hooks' },
  authAuditLogs: { path: '/project/{ref}/auth/audit-logs' },
  authAdvanced: { path: '/project/{ref}/auth/advanced' },
  storage: { path: '/project/{ref}/storage' },
  buckets: { path: '/project/{ref}/storage/buckets' },
  storageSettings: { path: '/project/{ref}/storage/settings' },
  edgeFunctions: { path: '/project/{ref}/functions' },
  functionSecrets: { path: '/project/{ref}/functions/secrets' },
  realtime: { path: '/project/{ref}/realtime' },
  realtimeInspector: { path: '/project/{ref}/realtime/inspector' },
  advisors: { path: '/project/{ref}/advisors' },
  securityAdvisor: { path: '/project/{ref}/advisors/security' },
  performanceAdvisor: { path: '/project/{ref}/advisors/performance' },
  queryPerformance: { path: '/project/{ref}/advisors/query-performance' },
  reports: { path: '/project/{ref}/reports' },
  logs: { path: '/project/{ref}/logs' },
  logsExplorer: { path: '/project/{ref}/logs/explorer' },
  projectApi: { path: '/project/{ref}/api' },
  integrations: { path: '/project/{ref}/integrations' },
  vaultHome: { path: '/project/{ref}/integrations/vault' },
  vault: { path: '/project/{ref}/integrations/vault/overview' },
  webhooksHome: { path: '/project/{ref}/integrations/webhooks' },
  webhooks: { path: '/project/{ref}/integrations/webhooks/overview' },
  settings: { path: '/project/{ref}/settings' },
  computeAndDisk: { path: '/project/{ref}/settings/compute-and-disk' },
  infrastructure: { path: '/project/{ref}/settings/infrastructure' },
  projectIntegrations: { path: '/project/{ref}/settings/integrations' },
  logDrains: { path: '/project/{ref}/settings/log-drains' },
  dataApi: { path: '/project/{ref}/settings/api' },
  jwtKeys: { path: '/project/{ref}/settings/jwt' },
  signingKeys: { path: '/project/{ref}/settings/jwt/signing-keys' },
  addons: { path: '/project/{ref}/settings/addons' },
  branches: { path: '/project/{ref}/branches' },
  merge: { path: '/project/{ref}/merge' },
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

/** Pages that only a hosted platform has. SPEC §1. */
export const hostedOnly: ReadonlySet<RouteName> = new Set<RouteName>([
  'organizations',
  'newOrganization',
  'newProject',
  'backups',
  'scheduledBackups',
  'pointInTimeRecovery',
  'computeAndDisk',
])

/** What a redirect may depend on; undefined while unknown. */
export interface Platform {
  isPlatform: boolean
  flags: Readonly<Record<string, boolean>>
  /** Address of the query of a project that was shown last; null: there is none. */
  lastQuery(ref: string): string | null
}

type Params = Readonly<Record<string, string>>

const withinProject =
  (path: string) =>
  ({ ref }: Params): string =>
    `/project/${encodeURIComponent(ref ?? 'default')}${path}`

/** Addresses that have no screen of their own, and lead to the first page of their subject. */
export const redirects = {
  account: () => '/account/me',
  sql: withinProject('/sql/1'),
  database: withinProject('/database/schemas'),
  backups: withinProject('/database/backups/scheduled'),
  auth: withinProject('/auth/users'),
  storage: withinProject('/storage/buckets'),
  realtime: withinProject('/realtime/inspector'),
  advisors: withinProject('/advisors/security'),
  vaultHome: withinProject('/integrations/vault/overview'),
  webhooksHome: withinProject('/integrations/webhooks/overview'),
  settings: withinProject('/settings/general'),
} satisfies Partial<Record<RouteName, (params: Params) => string>>

/** Addresses that never show a screen. */
export type RedirectedName = keyof typeof redirects | 'root' | 'sqlTemplates'

/** Whether an address only leads to another one; `logs` does where a flag says so. */
export function leadsOn(name: RouteName): name is RedirectedName {
  return name === 'root' || name === 'sqlTemplates' || isRedirected(name)
}

export type Destination =
  | { type: 'screen' }
  | { type: 'redirect'; to: string }
  /** A query of the project that is to be made. */
  | { type: 'new-query'; from: RouteName; ref: string }
  /** This platform has no such page. */
  | { type: 'missing' }
  /** It depends on what the platform has not said yet. */
  | { type: 'unknown' }

/** What an address leads to. SPEC §§1, 2, CLARIFICATIONS "Odds and ends". */
export function destinationOf(name: RouteName, params: Params, platform: Platform | undefined): Destination {
  if (name === 'root') {
    if (!platform) return { type: 'unknown' }
    return { type: 'redirect', to: platform.isPlatform ? '/organizations' : '/project/default' }
  }
  if (hostedOnly.has(name)) {
    if (!platform) return { type: 'unknown' }
    if (!platform.isPlatform) return { type: 'missing' }
  }
  if (name === 'sql' && platform?.isPlatform !== false) {
    if (!platform) return { type: 'unknown' }
    const ref = params['ref'] ?? ''
    const to = platform.lastQuery(ref)
    return to === null ? { type: 'new-query', from: name, ref } : { type: 'redirect', to }
  }
  // An empty query offers them.
  if (name === 'sqlTemplates') return { type: 'new-query', from: name, ref: params['ref'] ?? '' }
  if (name === 'logs') {
    if (!platform) return { type: 'unknown' }
    if (!menuFlags(platform.flags).unifiedLogs)
      return { type: 'redirect', to: withinProject('/logs/explorer')(params) }
  }
  return isRedirected(name) ? { type: 'redirect', to: redirects[name](params) } : { type: 'screen' }
}

function isRedirected(name: RouteName): name is keyof typeof redirects {
  return Object.hasOwn(redirects, name)
}
