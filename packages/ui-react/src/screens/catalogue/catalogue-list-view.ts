/** The view of every list of the catalogue, fetched once for all of them. */
import { view } from '../view.js'

export const CatalogueList = view(async () => (await import('./catalogue-list.js')).CatalogueList)
