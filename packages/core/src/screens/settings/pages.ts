/** The pages of a project’s settings. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { infoPage } from '../info-pages/load-info-page.js'
import { leading, page } from '../page.js'

const { labels } = sideMenuText

export const settingsPages = {
  settings: leading({ path: '/project/{ref}/settings', leadsTo: '/project/{ref}/settings/general' }),
  projectSettings: page({
    path: '/project/{ref}/settings/general',
    title: pageTitles.projectSettings,
    menus: [
      {
        menu: 'project',
        group: 'settings',
        order: 10,
        icon: 'settings',
        label: menuText.project.settings,
        also: ['/project/{ref}/settings'],
      },
      { menu: 'settings', group: 'project', order: 10 },
    ],
    load: async () => (await import('./project-settings.js')).createProjectSettings,
  }),
  computeAndDisk: page({
    path: '/project/{ref}/settings/compute-and-disk',
    title: pageTitles.computeAndDisk,
    hostedOnly: true,
    needsDatabase: true,
    menus: [
      {
        menu: 'settings',
        group: 'project',
        order: 20,
        label: labels.computeAndDisk,
        whileComingUp: 'disabled',
      },
    ],
    load: infoPage('computeAndDisk'),
  }),
  infrastructure: page({
    path: '/project/{ref}/settings/infrastructure',
    title: pageTitles.infrastructure,
    needsDatabase: 'partly',
    menus: [{ menu: 'settings', group: 'project', order: 30, whileComingUp: 'disabled' }],
    load: async () => (await import('./infrastructure.js')).createInfrastructure,
  }),
  projectIntegrations: page({
    path: '/project/{ref}/settings/integrations',
    title: pageTitles.projectIntegrations,
    needsDatabase: 'partly',
    menus: [
      { menu: 'settings', group: 'project', order: 40, label: labels.integrations, flag: 'integrationGit' },
    ],
    load: async () => (await import('./project-integrations.js')).createProjectIntegrations,
  }),
  logDrains: page({
    path: '/project/{ref}/settings/log-drains',
    title: pageTitles.logDrains,
    needsDatabase: 'partly',
    menus: [{ menu: 'settings', group: 'project', order: 50, label: labels.logDrains, flag: 'logDrains' }],
    load: async () => (await import('./log-drains.js')).createLogDrainsScreen,
  }),
  dataApi: page({
    path: '/project/{ref}/settings/api',
    title: pageTitles.dataApi,
    needsDatabase: 'partly',
    menus: [{ menu: 'settings', group: 'project', order: 60, whileComingUp: 'disabled' }],
    load: async () => (await import('./data-api.js')).createDataApi,
  }),
  apiKeys: page({
    path: '/project/{ref}/settings/api-keys',
    title: pageTitles.apiKeys,
    needsDatabase: 'partly',
    menus: [{ menu: 'settings', group: 'project', order: 70, label: labels.apiKeys, badge: 'new' }],
    load: async () => (await import('./api-keys.js')).createApiKeys,
  }),
  jwtKeys: page({
    path: '/project/{ref}/settings/jwt',
    title: pageTitles.jwtKeys,
    needsDatabase: 'partly',
    menus: [
      {
        menu: 'settings',
        group: 'project',
        order: 80,
        label: labels.jwtKeys,
        badge: 'new',
        path: ({ flags }) => `/project/{ref}/settings/jwt${flags.legacyJwtKeys ? '' : '/signing-keys'}`,
        also: ['/project/{ref}/settings/jwt'],
      },
    ],
    load: async () => (await import('./signing-keys.js')).createSigningKeys,
  }),
  signingKeys: page({
    path: '/project/{ref}/settings/jwt/signing-keys',
    title: pageTitles.signingKeys,
    needsDatabase: 'partly',
    load: async () => (await import('./signing-keys.js')).createSigningKeys,
  }),
  addons: page({
    path: '/project/{ref}/settings/addons',
    title: pageTitles.addons,
    needsDatabase: 'partly',
    menus: [{ menu: 'settings', group: 'project', order: 90 }],
    load: infoPage('addons'),
  }),
}
