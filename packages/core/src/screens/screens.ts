/**
 * Which screen a route opens. The view has a table with the same keys. Home comes with the page, the others are fetched when
 * they are first opened.
 */
import type { Disposable } from '../kernel/screen.js'
import type { ScreenContext } from './context.js'
import { createProjectHome } from './project/project-home.js'
import type { AreaName } from './areas/areas.js'
import type { CataloguePageName } from './database/catalogue-list.js'
import type { RedirectedName, RouteName } from './routes.js'
import type { Titled } from './shell/window-title.js'

type Params = Readonly<Record<string, string>>

/** Makes a screen. */
export type CreateScreen = (context: ScreenContext, params: Params) => Disposable & Titled

/** How one gets what makes a screen. */
export type ScreenSource = { create: CreateScreen } | { load: () => Promise<CreateScreen> }

const param = (params: Params, name: string): string => params[name] ?? ''

const ofProject =
  <Screen>(create: (context: ScreenContext, params: { ref: string }) => Screen) =>
  (context: ScreenContext, params: Params) =>
    create(context, { ref: param(params, 'ref') })

const ofOrganization =
  <Screen>(create: (context: ScreenContext, params: { slug: string }) => Screen) =>
  (context: ScreenContext, params: Params) =>
    create(context, { slug: param(params, 'slug') })

/** A list of the catalogue. */
const catalogueList = (page: CataloguePageName) => ({
  load: async () => {
    const { createCatalogueList } = await import('./database/catalogue-list.js')
    return (context: ScreenContext, params: Params) =>
      createCatalogueList(context, {
        ref: param(params, 'ref'),
        page,
        ...(params['id'] === undefined ? {} : { tableId: params['id'] }),
      })
  },
})

/** A page of what there is of a subject, of a project or of an organization. */
const area = (name: AreaName) => ({
  load: async () => {
    const { createArea } = await import('./areas/area.js')
    return (context: ScreenContext, params: Params) =>
      createArea(context, { area: name, ref: param(params, 'ref') })
  },
})
const organizationArea = (name: AreaName) => ({
  load: async () => {
    const { createArea } = await import('./areas/area.js')
    return (context: ScreenContext, params: Params) =>
      createArea(context, { area: name, slug: param(params, 'slug') })
  },
})

const advisor = (category: 'SECURITY' | 'PERFORMANCE') => ({
  load: async () => {
    const { createAdvisor } = await import('./areas/advisor.js')
    return (context: ScreenContext, params: Params) =>
      createAdvisor(context, { ref: param(params, 'ref'), category })
  },
})

export const screens = {
  projectHome: { create: ofProject(createProjectHome) },
  sqlEditor: {
    load: async () => {
      const { createSqlEditor } = await import('./sql/sql-editor.js')
      return (context: ScreenContext, params: Params) =>
        createSqlEditor(context, { ref: param(params, 'ref'), id: param(params, 'id') })
    },
  },
  signIn: { load: async () => (await import('./sign-in/sign-in.js')).createSignIn },
  setUp: { load: async () => (await import('./sign-in/set-up.js')).createSetUp },
  forgotPassword: { load: async () => (await import('./sign-in/forgot-password.js')).createForgotPassword },
  resetPassword: { load: async () => (await import('./sign-in/reset-password.js')).createResetPassword },
  invitation: {
    load: async () => {
      const { createInvitation } = await import('./sign-in/invitation.js')
      return (context: ScreenContext, params: Params) =>
        createInvitation(context, { token: param(params, 'token') })
    },
  },
  accountMe: { load: async () => (await import('./account/me.js')).createAccountMe },
  accountSecurity: { load: async () => (await import('./account/security.js')).createAccountSecurity },
  accountTokens: { load: async () => (await import('./account/tokens.js')).createAccountTokens },
  accountInstallation: {
    load: async () => (await import('./account/installation.js')).createInstallation,
  },
  accountAudit: { load: async () => (await import('./account/audit.js')).createAccountAudit },
  organizations: { load: async () => (await import('./organization/organizations.js')).createOrganizations },
  newOrganization: {
    load: async () => (await import('./organization/new-organization.js')).createNewOrganization,
  },
  newProject: {
    load: async () => ofOrganization((await import('./organization/new-project.js')).createNewProject),
  },
  organizationProjects: {
    load: async () =>
      ofOrganization((await import('./organization/organization-projects.js')).createOrganizationProjects),
  },
  team: { load: async () => ofOrganization((await import('./organization/team.js')).createTeam) },
  usage: {
    load: async () =>
      ofOrganization((await import('./organization/organization-usage.js')).createOrganizationUsage),
  },
  organizationSettings: {
    load: async () =>
      ofOrganization((await import('./organization/organization-settings.js')).createOrganizationSettings),
  },
  organizationSecurity: {
    load: async () =>
      ofOrganization((await import('./organization/organization-security.js')).createOrganizationSecurity),
  },
  audit: { load: async () => ofOrganization((await import('./organization/audit.js')).createAudit) },
  projectSettings: {
    load: async () => ofProject((await import('./project/project-settings.js')).createProjectSettings),
  },
  apiKeys: { load: async () => ofProject((await import('./project/api-keys.js')).createApiKeys) },
  newTicket: { load: async () => (await import('./support/new-ticket.js')).createNewTicket },
  docs: { load: async () => (await import('./help/docs.js')).createDocs },
  docsPage: { load: async () => (await import('./help/docs.js')).createDocs },
  platformStatus: {
    load: async () => (await import('./help/platform-status.js')).createPlatformStatus,
  },
  organizationIntegrations: organizationArea('organizationIntegrations'),
  organizationBilling: organizationArea('organizationBilling'),
  organizationApps: organizationArea('organizationApps'),
  organizationDocuments: organizationArea('organizationDocuments'),
  tableEditor: catalogueList('tableEditor'),
  tableEditorTable: catalogueList('tableEditorTable'),
  schemas: catalogueList('schemas'),
  tables: catalogueList('tables'),
  functions: catalogueList('functions'),
  triggers: catalogueList('triggers'),
  types: catalogueList('types'),
  extensions: catalogueList('extensions'),
  indexes: catalogueList('indexes'),
  publications: catalogueList('publications'),
  replication: area('replication'),
  roles: catalogueList('roles'),
  columnPrivileges: catalogueList('columnPrivileges'),
  databaseSettings: area('databaseSettings'),
  scheduledBackups: area('scheduledBackups'),
  pointInTimeRecovery: area('pointInTimeRecovery'),
  migrations: catalogueList('migrations'),
  users: catalogueList('users'),
  policies: catalogueList('policies'),
  authProviders: area('authProviders'),
  authSessions: area('authSessions'),
  authRateLimits: area('authRateLimits'),
  authTemplates: area('authTemplates'),
  authSmtp: area('authSmtp'),
  authMfa: area('authMfa'),
  authUrls: area('authUrls'),
  authProtection: area('authProtection'),
  authHooks: area('authHooks'),
  authAuditLogs: area('authAuditLogs'),
  authAdvanced: area('authAdvanced'),
  buckets: catalogueList('buckets'),
  storageSettings: area('storageSettings'),
  edgeFunctions: area('edgeFunctions'),
  functionSecrets: area('functionSecrets'),
  realtimeInspector: area('realtimeInspector'),
  securityAdvisor: advisor('SECURITY'),
  performanceAdvisor: advisor('PERFORMANCE'),
  queryPerformance: area('queryPerformance'),
  reports: area('reports'),
  logs: area('logs'),
  logsExplorer: area('logsExplorer'),
  projectApi: area('projectApi'),
  integrations: area('integrations'),
  vault: area('vault'),
  webhooks: area('webhooks'),
  computeAndDisk: area('computeAndDisk'),
  infrastructure: area('infrastructure'),
  projectIntegrations: area('projectIntegrations'),
  logDrains: area('logDrains'),
  dataApi: area('dataApi'),
  jwtKeys: area('jwtKeys'),
  signingKeys: area('signingKeys'),
  addons: area('addons'),
  branches: area('branches'),
  merge: area('merge'),
} satisfies Record<Exclude<RouteName, RedirectedName>, ScreenSource>

export type ScreenName = keyof typeof screens
export type ScreenOf<Name extends ScreenName> = ReturnType<CreateOf<(typeof screens)[Name]>>

type CreateOf<Source> = Source extends { create: infer Create extends CreateScreen }
  ? Create
  : Source extends { load: () => Promise<infer Create extends CreateScreen> }
    ? Create
    : never
