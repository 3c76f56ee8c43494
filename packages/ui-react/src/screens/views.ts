/**
 * Which view draws a screen: the same names as the core's table, or it does not compile. Home comes with the page, the
 * others when they are first opened.
 */
import type { ScreenName, ScreenOf } from '@basedeck/core'
import type { ComponentType } from 'react'
import { lazyAgain } from '../bind/lazy-again.js'
import { ProjectHome } from './project/project-home.js'

/** A platform that restarts is back within these; a file that a newer version took away says so then. */
const TRIES = 5

const view = <Props>(load: () => Promise<ComponentType<Props>>) => lazyAgain(load, TRIES)

const CatalogueList = view(async () => (await import('./database/catalogue-list.js')).CatalogueList)
const Area = view(async () => (await import('./areas/area.js')).Area)
const Docs = view(async () => (await import('./help/docs.js')).Docs)
const Advisor = view(async () => (await import('./areas/advisor.js')).Advisor)

export const views: { readonly [Name in ScreenName]: ComponentType<{ screen: ScreenOf<Name> }> } = {
  projectHome: ProjectHome,
  signIn: view(async () => (await import('./sign-in/sign-in.js')).SignIn),
  setUp: view(async () => (await import('./sign-in/set-up.js')).SetUp),
  forgotPassword: view(async () => (await import('./sign-in/forgot-password.js')).ForgotPassword),
  resetPassword: view(async () => (await import('./sign-in/reset-password.js')).ResetPassword),
  invitation: view(async () => (await import('./sign-in/invitation.js')).Invitation),
  accountMe: view(async () => (await import('./account/me.js')).AccountMe),
  accountSecurity: view(async () => (await import('./account/security.js')).AccountSecurity),
  accountTokens: view(async () => (await import('./account/tokens.js')).AccountTokens),
  accountInstallation: view(async () => (await import('./account/installation.js')).Installation),
  accountAudit: view(async () => (await import('./account/audit.js')).AccountAudit),
  sqlEditor: view(async () => (await import('./sql/sql-editor.js')).SqlEditor),
  organizations: view(async () => (await import('./organization/organizations.js')).Organizations),
  newOrganization: view(async () => (await import('./organization/new-organization.js')).NewOrganization),
  newProject: view(async () => (await import('./organization/new-project.js')).NewProject),
  organizationProjects: view(
    async () => (await import('./organization/organization-projects.js')).OrganizationProjects,
  ),
  team: view(async () => (await import('./organization/team.js')).Team),
  usage: view(async () => (await import('./organization/organization-usage.js')).OrganizationUsage),
  organizationSettings: view(
    async () => (await import('./organization/organization-settings.js')).OrganizationSettings,
  ),
  organizationSecurity: view(
    async () => (await import('./organization/organization-security.js')).OrganizationSecurity,
  ),
  audit: view(async () => (await import('./organization/audit.js')).Audit),
  projectSettings: view(async () => (await import('./project/project-settings.js')).ProjectSettings),
  apiKeys: view(async () => (await import('./project/api-keys.js')).ApiKeys),
  docs: Docs,
  docsPage: Docs,
  platformStatus: view(async () => (await import('./help/platform-status.js')).PlatformStatus),
  newTicket: view(async () => (await import('./support/new-ticket.js')).NewTicket),
  organizationIntegrations: Area,
  organizationBilling: Area,
  organizationApps: Area,
  organizationDocuments: Area,
  tableEditor: CatalogueList,
  tableEditorTable: CatalogueList,
  schemas: CatalogueList,
  tables: CatalogueList,
  functions: CatalogueList,
  triggers: CatalogueList,
  types: CatalogueList,
  extensions: CatalogueList,
  indexes: CatalogueList,
  publications: CatalogueList,
  replication: Area,
  roles: CatalogueList,
  columnPrivileges: CatalogueList,
  databaseSettings: Area,
  scheduledBackups: Area,
  pointInTimeRecovery: Area,
  migrations: CatalogueList,
  users: CatalogueList,
  policies: CatalogueList,
  authProviders: Area,
  authSessions: Area,
  authRateLimits: Area,
  authTemplates: Area,
  authSmtp: Area,
  authMfa: Area,
  authUrls: Area,
  authProtection: Area,
  authHooks: Area,
  authAuditLogs: Area,
  authAdvanced: Area,
  buckets: CatalogueList,
  storageSettings: Area,
  edgeFunctions: Area,
  functionSecrets: Area,
  realtimeInspector: Area,
  securityAdvisor: Advisor,
  performanceAdvisor: Advisor,
  queryPerformance: Area,
  reports: Area,
  logs: Area,
  logsExplorer: Area,
  projectApi: Area,
  integrations: Area,
  vault: Area,
  webhooks: Area,
  computeAndDisk: Area,
  infrastructure: Area,
  projectIntegrations: Area,
  logDrains: Area,
  dataApi: Area,
  jwtKeys: Area,
  signingKeys: Area,
  addons: Area,
  branches: Area,
  merge: Area,
}
