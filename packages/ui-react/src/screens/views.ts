/**
 * Which view draws a screen: the same names as the core's table, or it does not compile. Home comes with the page, the
 * others when they are first opened.
 */
import type { ScreenName, ScreenOf } from '@basedeck/core'
import { lazy, type ComponentType } from 'react'
import { ProjectHome } from './project/project-home.js'

const CatalogueList = lazy(async () => ({
  default: (await import('./database/catalogue-list.js')).CatalogueList,
}))
const Area = lazy(async () => ({ default: (await import('./areas/area.js')).Area }))
const Advisor = lazy(async () => ({ default: (await import('./areas/advisor.js')).Advisor }))

export const views: { readonly [Name in ScreenName]: ComponentType<{ screen: ScreenOf<Name> }> } = {
  projectHome: ProjectHome,
  signIn: lazy(async () => ({ default: (await import('./sign-in/sign-in.js')).SignIn })),
  setUp: lazy(async () => ({ default: (await import('./sign-in/set-up.js')).SetUp })),
  forgotPassword: lazy(async () => ({
    default: (await import('./sign-in/forgot-password.js')).ForgotPassword,
  })),
  resetPassword: lazy(async () => ({
    default: (await import('./sign-in/reset-password.js')).ResetPassword,
  })),
  invitation: lazy(async () => ({ default: (await import('./sign-in/invitation.js')).Invitation })),
  accountMe: lazy(async () => ({ default: (await import('./account/me.js')).AccountMe })),
  accountSecurity: lazy(async () => ({ default: (await import('./account/security.js')).AccountSecurity })),
  accountTokens: lazy(async () => ({ default: (await import('./account/tokens.js')).AccountTokens })),
  sqlEditor: lazy(async () => ({ default: (await import('./sql/sql-editor.js')).SqlEditor })),
  organizations: lazy(async () => ({
    default: (await import('./organization/organizations.js')).Organizations,
  })),
  newOrganization: lazy(async () => ({
    default: (await import('./organization/new-organization.js')).NewOrganization,
  })),
  newProject: lazy(async () => ({ default: (await import('./organization/new-project.js')).NewProject })),
  organizationProjects: lazy(async () => ({
    default: (await import('./organization/organization-projects.js')).OrganizationProjects,
  })),
  team: lazy(async () => ({ default: (await import('./organization/team.js')).Team })),
  usage: lazy(async () => ({
    default: (await import('./organization/organization-usage.js')).OrganizationUsage,
  })),
  organizationSettings: lazy(async () => ({
    default: (await import('./organization/organization-settings.js')).OrganizationSettings,
  })),
  organizationSecurity: lazy(async () => ({
    default: (await import('./organization/organization-security.js')).OrganizationSecurity,
  })),
  audit: lazy(async () => ({ default: (await import('./organization/audit.js')).Audit })),
  projectSettings: lazy(async () => ({
    default: (await import('./project/project-settings.js')).ProjectSettings,
  })),
  apiKeys: lazy(async () => ({ default: (await import('./project/api-keys.js')).ApiKeys })),
  newTicket: lazy(async () => ({ default: (await import('./support/new-ticket.js')).NewTicket })),
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
