/** What draws the pages of `core/screens/help/pages.ts`. */
import { view, type Views } from '../view.js'

const Docs = view(async () => (await import('./docs.js')).Docs)

export const helpViews: Views<'help'> = {
  newTicket: view(async () => (await import('./new-ticket.js')).NewTicket),
  docs: Docs,
  docsPage: Docs,
  platformStatus: view(async () => (await import('./platform-status.js')).PlatformStatus),
}
