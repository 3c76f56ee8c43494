/** The pages of the organizations, and of one of them. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { page } from '../page.js'

const { labels } = sideMenuText

export const organizationPages = {
  organizations: page({
    path: '/organizations',
    title: pageTitles.organizations,
    hostedOnly: true,
    hidesSidebar: 'page',
    menus: [
      {
        menu: 'command',
        group: 'beginnings',
        order: 10,
        key: 'open-organizations',
        label: menuText.command.organizations,
      },
    ],
    load: async () => (await import('./organizations.js')).createOrganizations,
  }),
  newOrganization: page({
    path: '/new',
    permission: 'newOrganization',
    title: pageTitles.newOrganization,
    hostedOnly: true,
    hidesSidebar: 'branch',
    menus: [
      {
        menu: 'command',
        group: 'beginnings',
        order: 20,
        label: menuText.command.newOrganization,
        key: 'new-organization',
      },
    ],
    load: async () => (await import('./new-organization.js')).createNewOrganization,
  }),
  newProject: page({
    path: '/new/{slug}',
    permission: 'newProject',
    title: pageTitles.newProject,
    hostedOnly: true,
    menus: [
      {
        menu: 'command',
        group: 'beginnings',
        order: 30,
        label: ({ organizationName = '' }) => menuText.command.newProjectIn(organizationName),
        key: 'new-project',
        hosted: true,
        shown: ({ organizationName }) => organizationName !== undefined,
      },
    ],
    load: async () => (await import('./new-project.js')).createNewProject,
  }),
  organizationProjects: page({
    path: '/org/{slug}',
    title: pageTitles.organizationProjects,
    crumb: null,
    menus: [
      {
        menu: 'organization',
        group: 'organization',
        order: 10,
        icon: 'projects',
        label: menuText.organization.projects,
      },
    ],
    load: async () => (await import('./organization-projects.js')).createOrganizationProjects,
  }),
  team: page({
    path: '/org/{slug}/team',
    title: pageTitles.team,
    menus: [
      {
        menu: 'organization',
        group: 'organization',
        order: 20,
        icon: 'team',
        label: menuText.organization.team,
      },
    ],
    load: async () => (await import('./team.js')).createTeam,
  }),
  organizationIntegrations: page({
    path: '/org/{slug}/integrations',
    title: pageTitles.organizationIntegrations,
    menus: [
      {
        menu: 'organization',
        group: 'organization',
        order: 30,
        icon: 'integrations',
        label: menuText.organization.integrations,
        flag: 'integrationGit',
      },
    ],
    load: async () => (await import('./organization-integrations.js')).createOrganizationIntegrations,
  }),
  usage: page({
    path: '/org/{slug}/usage',
    title: pageTitles.usage,
    menus: [
      {
        menu: 'organization',
        group: 'organization',
        order: 40,
        icon: 'usage',
        label: menuText.organization.usage,
        hosted: true,
      },
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
    permission: 'billing',
    title: pageTitles.organizationBilling,
    menus: [
      {
        menu: 'organization',
        group: 'organization',
        order: 50,
        icon: 'billing',
        label: menuText.organization.billing,
        hosted: true,
        shown: ({ may }) => may.billing === true,
      },
      {
        menu: 'settings',
        group: 'billing',
        order: 10,
        label: labels.subscription,
        hosted: true,
        shown: ({ organizationSlug, may }) => organizationSlug !== undefined && may.billing === true,
      },
    ],
    load: async () => (await import('./organization-billing.js')).createOrganizationBilling,
  }),
  organizationSettings: page({
    path: '/org/{slug}/general',
    title: pageTitles.organizationSettings,
    menus: [
      {
        menu: 'organization',
        group: 'organization',
        order: 60,
        icon: 'settings',
        label: menuText.organization.settings,
        also: ['/org/{slug}/apps', '/org/{slug}/audit', '/org/{slug}/documents', '/org/{slug}/security'],
      },
      { menu: 'organizationSettings', group: 'settings', order: 10, label: labels.general },
    ],
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
    permission: 'apps',
    title: pageTitles.organizationApps,
    menus: [{ menu: 'organizationSettings', group: 'settings', order: 30, flag: 'organizationApps' }],
    load: async () => (await import('./organization-apps.js')).createOrganizationApps,
  }),
  audit: page({
    path: '/org/{slug}/audit',
    permission: 'auditLog',
    title: pageTitles.audit,
    menus: [{ menu: 'organizationSettings', group: 'settings', order: 40 }],
    load: async () => (await import('./audit.js')).createAudit,
  }),
  organizationDocuments: page({
    path: '/org/{slug}/documents',
    title: pageTitles.organizationDocuments,
    menus: [{ menu: 'organizationSettings', group: 'settings', order: 50, flag: 'organizationDocuments' }],
    load: async () => (await import('./organization-documents.js')).createOrganizationDocuments,
  }),
}
