/** The pages of what extends the database towards other services. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { leading, page } from '../page.js'

const { labels } = sideMenuText

export const integrationsPages = {
  integrations: page({
    path: '/project/{ref}/integrations',
    title: pageTitles.integrations,
    needsDatabase: true,
    menus: [
      {
        menu: 'project',
        group: 'insight',
        order: 50,
        icon: 'integrations',
        label: menuText.project.integrations,
        whileComingUp: 'overview',
      },
      {
        menu: 'database',
        group: 'platform',
        order: 30,
        label: labels.wrappers,
        path: '/project/{ref}/integrations?category=wrapper',
      },
    ],
    load: async () => (await import('./integrations.js')).createIntegrations,
  }),
  vaultHome: leading({
    path: '/project/{ref}/integrations/vault',
    leadsTo: '/project/{ref}/integrations/vault/overview',
  }),
  vault: page({
    path: '/project/{ref}/integrations/vault/overview',
    title: pageTitles.vault,
    needsDatabase: true,
    menus: [
      {
        menu: 'settings',
        group: 'project',
        order: 100,
        badge: 'alpha',
        flag: 'integrationVault',
        whileComingUp: 'disabled',
      },
    ],
    load: async () => (await import('./vault.js')).createVault,
  }),
  integrationHome: leading({
    path: '/project/{ref}/integrations/{id}',
    leadsTo: '/project/{ref}/integrations/{id}/overview',
  }),
  integration: page({
    path: '/project/{ref}/integrations/{id}/overview',
    title: pageTitles.integration,
    needsDatabase: true,
    load: async () => (await import('./integration.js')).createIntegration,
  }),
  schedulesHome: leading({
    path: '/project/{ref}/integrations/cron',
    leadsTo: '/project/{ref}/integrations/cron/overview',
  }),
  schedules: page({
    path: '/project/{ref}/integrations/cron/overview',
    title: pageTitles.schedules,
    needsDatabase: true,
    load: async () => (await import('./schedules.js')).createSchedulesScreen,
  }),
  webhooksHome: leading({
    path: '/project/{ref}/integrations/webhooks',
    leadsTo: '/project/{ref}/integrations/webhooks/overview',
  }),
  webhooks: page({
    path: '/project/{ref}/integrations/webhooks/overview',
    title: pageTitles.webhooks,
    needsDatabase: true,
    menus: [
      {
        menu: 'database',
        group: 'platform',
        order: 40,
        label: labels.webhooks,
        flag: 'integrationWebhooks',
      },
    ],
    load: async () => (await import('./webhooks.js')).createWebhooksScreen,
  }),
}
