/**
 * Which view draws a screen: the same names as the core's table, or it does not compile. Home comes with the page, the
 * others when they are first opened.
 */
import type { ScreenName, ScreenOf } from '@basedeck/core'
import { lazy, type ComponentType } from 'react'
import { ProjectHome } from './project/project-home.js'

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
}
