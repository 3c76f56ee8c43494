/** What draws the pages of `core/screens/logs/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import type { Views } from '../view.js'

export const logsViews: Views<'logs'> = {
  logs: InfoPage,
  logsExplorer: InfoPage,
}
