/** The pages that help, of every kind of platform. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { page } from '../page.js'

export const helpPages = {
  newTicket: page({
    path: '/support/new',
    title: pageTitles.newTicket,
    hidesSidebar: 'page',
    menus: [
      {
        menu: 'command',
        group: 'help',
        order: 30,
        label: menuText.command.support,
        key: 'support',
        path: ({ ref }) => `/support/new${ref === null ? '' : '?projectRef={ref}'}`,
      },
    ],
    load: async () => (await import('./new-ticket.js')).createNewTicket,
  }),
  docs: page({
    path: '/docs',
    title: pageTitles.docs,
    menus: [{ menu: 'command', group: 'help', order: 10, key: 'open-docs', label: menuText.command.docs }],
    load: async () => (await import('./docs.js')).createDocs,
  }),
  docsPage: page({
    path: '/docs/{page}',
    title: pageTitles.docsPage,
    crumb: pageTitles.docs,
    load: async () => (await import('./docs.js')).createDocs,
  }),
  platformStatus: page({
    path: '/status',
    title: pageTitles.platformStatus,
    menus: [
      {
        menu: 'command',
        group: 'help',
        order: 20,
        key: 'open-platformStatus',
        label: menuText.command.status,
      },
    ],
    load: async () => (await import('./platform-status.js')).createPlatformStatus,
  }),
}
