/** What draws the pages of `core/screens/logs/pages.ts`. */
import { view, type Views } from '../view.js'

export const logsViews: Views<'logs'> = {
  logs: view(async () => (await import('./logs.js')).Logs),
  logsExplorer: view(async () => (await import('./logs-explorer.js')).LogsExplorer),
}
