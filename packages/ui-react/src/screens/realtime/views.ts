/** What draws the pages of `core/screens/realtime/pages.ts`. */
import { view, type Views } from '../view.js'

export const realtimeViews: Views<'realtime'> = {
  realtimeInspector: view(async () => (await import('./inspector.js')).RealtimeInspector),
}
