/** What draws the pages of `core/screens/sql/pages.ts`. */
import { view, type Views } from '../view.js'

export const sqlViews: Views<'sql'> = {
  sqlEditor: view(async () => (await import('./sql-editor.js')).SqlEditor),
}
