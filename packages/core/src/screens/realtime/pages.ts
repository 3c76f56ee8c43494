/** The pages of realtime. */
import { pageTitles } from '../../text/page-titles.js'
import { infoPage } from '../info-pages/load-info-page.js'
import { leading, page } from '../page.js'

export const realtimePages = {
  realtime: leading({ path: '/project/{ref}/realtime', leadsTo: '/project/{ref}/realtime/inspector' }),
  realtimeInspector: page({
    path: '/project/{ref}/realtime/inspector',
    title: pageTitles.realtimeInspector,
    needsDatabase: true,
    load: infoPage('realtimeInspector'),
  }),
}
