/** The pages that list a part of the catalogue. */
import type { catalogueText } from '../../text/catalogue.js'

export type CataloguePageName = keyof typeof catalogueText.lists
