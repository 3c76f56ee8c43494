/** How a page of an area's list gets what shows a list of the catalogue. */
import type { CatalogueContext } from './catalogue-list.js'
import type { CataloguePageName } from './catalogue-pages.js'
import type { ProjectGate } from '../parts/project-gate.js'

/** What the address and the area's list say of such a page; `id` is a table's. */
interface Given {
  ref: string
  id?: string
  title: string
  gate: ProjectGate
}

export const catalogueList = (page: CataloguePageName) => async () => {
  const { createCatalogueList } = await import('./catalogue-list.js')
  return (context: CatalogueContext, { id, ...given }: Given) =>
    createCatalogueList(context, { ...given, page, ...(id === undefined ? {} : { tableId: id }) })
}
