/** What draws the pages of `core/screens/integrations/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import { view, type Views } from '../view.js'

export const integrationsViews: Views<'integrations'> = {
  integrations: InfoPage,
  vault: view(async () => (await import('./vault.js')).Vault),
  webhooks: InfoPage,
}
