/** What draws the pages of `core/screens/integrations/pages.ts`. */
import { view, type Views } from '../view.js'

const integration = view(async () => (await import('./integration.js')).Integration)

export const integrationsViews: Views<'integrations'> = {
  integrations: view(async () => (await import('./integrations.js')).Integrations),
  integration,
  vault: view(async () => (await import('./vault.js')).Vault),
  schedules: view(async () => (await import('./schedules.js')).Schedules),
  webhooks: view(async () => (await import('./webhooks.js')).Webhooks),
}
