/** The pages of the logs. */
import { menuFlags } from '../../rules/shell/menu-flags.js'
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { page } from '../page.js'

export const logsPages = {
  logs: page({
    path: '/project/{ref}/logs',
    menus: [
      {
        menu: 'project',
        group: 'insight',
        order: 30,
        icon: 'logs',
        label: menuText.project.logs,
        whileComingUp: 'overview',
        path: ({ flags }) => `/project/{ref}/logs${flags.unifiedLogs ? '' : '/explorer'}`,
        also: ['/project/{ref}/logs'],
      },
    ],
    title: pageTitles.logs,
    // Logs open as one page where a flag says so.
    leadsTo: ({ ref = '' }, { flags }) =>
      menuFlags(flags).unifiedLogs
        ? { type: 'screen' }
        : { type: 'redirect', to: `/project/${encodeURIComponent(ref)}/logs/explorer` },
    load: async () => (await import('./logs.js')).createLogs,
  }),
  logsExplorer: page({
    path: '/project/{ref}/logs/explorer',
    title: pageTitles.logsExplorer,
    load: async () => (await import('./logs-explorer.js')).createLogsExplorer,
  }),
}
