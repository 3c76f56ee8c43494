/** What draws the pages of `core/screens/storage/pages.ts`. */
import { CatalogueList } from '../catalogue/catalogue-list-view.js'
import { InfoPage } from '../info-pages/info-page-view.js'
import type { Views } from '../view.js'

export const storageViews: Views<'storage'> = {
  buckets: CatalogueList,
  storageSettings: InfoPage,
}
