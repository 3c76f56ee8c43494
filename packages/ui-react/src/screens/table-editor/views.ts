/** What draws the pages of `core/screens/table-editor/pages.ts`. */
import { CatalogueList } from '../catalogue/catalogue-list-view.js'
import { view, type Views } from '../view.js'

export const tableEditorViews: Views<'tableEditor'> = {
  tableEditor: CatalogueList,
  tableEditorTable: view(async () => (await import('./table-grid.js')).TableGrid),
}
