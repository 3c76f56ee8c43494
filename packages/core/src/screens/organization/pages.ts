/** The pages of the organizations, and of one of them. */
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { infoPage } from '../info-pages/load-info-page.js'
import { page } from '../page.js'

const { labels } = sideMenuText

export const organizationPages = {
  organizations: page({
    path: '/organizations',
    title: pageTitles.organizations,
    hostedOnly: true,
    hidesSidebar: 'page',
    load: async () => (await import('./organizations.js')).createOrganizations,
  }),
  newOrganization: page({
    path: '/new',
    title: pageTitles.newOrganization,
    hostedOnly: true,
    hidesSidebar: 'branch',
    load: async () => (await import('./new-organization.js')).createNewOrganization,
  }),
  newProject: page({
    path: '/new/{slug}',
    title: pageTitles.newProject,
    hostedOnly: true,
    load: async () => (await import('./new-project.js')).createNewProject,
  }),
  organizationProjects: page({
    path: '/org/{slug}',
    title: pageTitles.organizationProjects,
    crumb: null,
    load: async () => (await import('./organization-projects.js')).createOrganizationProjects,
  }),
  team: page({
    path: '/org/{slug}/team',
    title: pageTitles.team,
    load: async () => (await import('./team.js')).createTeam,
  }),
  organizationIntegrations: page({
    path: '/org/{slug}/integrations',
    title: pageTitles.organizationIntegrations,
    load: infoPage('organizationIntegrations'),
  }),
  usage: page({
    path: '/org/{slug}/usage',
    title: pageTitles.usage,
    menus: [
      {
        menu: 'settings',
        group: 'billing',
        order: 20,
        hosted: true,
        shown: ({ organizationSlug }) => organizationSlug !== undefined,
        path: '/org/{slug}/usage?projectRef={ref}',
      },
    ],
    load: async () => (await import('./organization-usage.js')).createOrganizationUsage,
  }),
  organizationBilling: page({
    path: '/org/{slug}/billing',
    title: pageTitles.organizationBilling,
    menus: [
      {
        menu: 'settings',
        group: 'billing',
        order: 10,
        label: labels.subscription,
        hosted: true,
        shown: ({ organizationSlug, mayBill }) => organizationSlug !== undefined && mayBill,
      },
    ],
    load: infoPage('organizationBilling'),
  }),
  organizationSettings: page({
    path: '/org/{slug}/general',
    title: pageTitles.organizationSettings,
    menus: [{ menu: 'organizationSettings', group: 'settings', order: 10, label: labels.general }],
    load: async () => (await import('./organization-settings.js')).createOrganizationSettings,
  }),
  organizationSecurity: page({
    path: '/org/{slug}/security',
    title: pageTitles.organizationSecurity,
    menus: [{ menu: 'organizationSettings', group: 'settings', order: 20 }],
    load: async () => (await import('./organization-security.js')).createOrganizationSecurity,
  }),
  organizationApps: page({
    path: '/org/{slug}/apps',
    title: pageTitles.organizationApps,
    menus: [{ menu: 'organizationSettings', group: 'settings', order: 30 }],
    load: infoPage('organizationApps'),
  }),
  audit: page({
    path: '/org/{slug}/audit',
    title: pageTitles.audit,
    menus: [{ menu: 'organizationSettings', group: 'settings', order: 40 }],
    load: async () => (await import('./audit.js')).createAudit,
  }),
  organizationDocuments: page({
    path: '/org/{slug}/documents',
    title: pageTitles.organizationDocuments,
    menus: [{ menu: 'organizationSettings', group: 'settings', order: 50 }],
    load: infoPage('organizationDocuments'),
  }),
}
