/** What draws the pages of `core/screens/realtime/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import type { Views } from '../view.js'

export const realtimeViews: Views<'realtime'> = {
  realtimeInspector: InfoPage,
}
