/** What draws the pages of `core/screens/functions/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import type { Views } from '../view.js'

export const functionsViews: Views<'functions'> = {
  edgeFunctions: InfoPage,
  functionSecrets: InfoPage,
}
