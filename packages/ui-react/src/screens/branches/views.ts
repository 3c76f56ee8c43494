/** What draws the pages of `core/screens/branches/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import { view, type Views } from '../view.js'

export const branchesViews: Views<'branches'> = {
  branches: InfoPage,
  merge: view(async () => (await import('./merge.js')).Merge),
}
