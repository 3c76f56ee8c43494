/** The pages that help, of every kind of platform. */
import { pageTitles } from '../../text/page-titles.js'
import { page } from '../page.js'

export const helpPages = {
  newTicket: page({
    path: '/support/new',
    title: pageTitles.newTicket,
    hidesSidebar: 'page',
    load: async () => (await import('./new-ticket.js')).createNewTicket,
  }),
  docs: page({
    path: '/docs',
    title: pageTitles.docs,
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
    load: async () => (await import('./platform-status.js')).createPlatformStatus,
  }),
}
