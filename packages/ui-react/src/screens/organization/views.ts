/** What draws the pages of `core/screens/organization/pages.ts`. */
import { view, type Views } from '../view.js'

export const organizationViews: Views<'organization'> = {
  organizations: view(async () => (await import('./organizations.js')).Organizations),
  newOrganization: view(async () => (await import('./new-organization.js')).NewOrganization),
  newProject: view(async () => (await import('./new-project.js')).NewProject),
  organizationProjects: view(async () => (await import('./organization-projects.js')).OrganizationProjects),
  team: view(async () => (await import('./team.js')).Team),
  organizationIntegrations: view(
    async () => (await import('./organization-integrations.js')).OrganizationIntegrations,
  ),
  usage: view(async () => (await import('./organization-usage.js')).OrganizationUsage),
  organizationBilling: view(async () => (await import('./organization-billing.js')).OrganizationBilling),
  organizationSettings: view(async () => (await import('./organization-settings.js')).OrganizationSettings),
  organizationSecurity: view(async () => (await import('./organization-security.js')).OrganizationSecurity),
  organizationApps: view(async () => (await import('./organization-apps.js')).OrganizationApps),
  audit: view(async () => (await import('./audit.js')).Audit),
  organizationDocuments: view(
    async () => (await import('./organization-documents.js')).OrganizationDocuments,
  ),
}
