/** The pages of realtime. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { leading, page } from '../page.js'

export const realtimePages = {
  realtime: leading({
    path: '/project/{ref}/realtime',
    permission: 'realtime',
    leadsTo: '/project/{ref}/realtime/inspector',
  }),
  realtimeInspector: page({
    path: '/project/{ref}/realtime/inspector',
    permission: 'realtime',
    title: pageTitles.realtimeInspector,
    needsDatabase: true,
    menus: [
      {
        menu: 'project',
        group: 'products',
        order: 50,
        icon: 'realtime',
        label: menuText.project.realtime,
        whileComingUp: 'overview',
        also: ['/project/{ref}/realtime'],
      },
    ],
    load: async () => (await import('./inspector.js')).createRealtimeInspector,
  }),
}
