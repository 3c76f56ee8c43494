/** What draws the pages of `core/screens/integrations/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import type { Views } from '../view.js'

export const integrationsViews: Views<'integrations'> = {
  integrations: InfoPage,
  vault: InfoPage,
  webhooks: InfoPage,
}
