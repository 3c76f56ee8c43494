/** What draws the pages of `core/screens/settings/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import { view, type Views } from '../view.js'

const signingKeys = view(async () => (await import('./signing-keys.js')).SigningKeys)

export const settingsViews: Views<'settings'> = {
  projectSettings: view(async () => (await import('./project-settings.js')).ProjectSettings),
  computeAndDisk: InfoPage,
  infrastructure: view(async () => (await import('./infrastructure.js')).Infrastructure),
  projectIntegrations: view(async () => (await import('./project-integrations.js')).ProjectIntegrations),
  logDrains: view(async () => (await import('./log-drains.js')).LogDrains),
  dataApi: view(async () => (await import('./data-api.js')).DataApi),
  apiKeys: view(async () => (await import('./api-keys.js')).ApiKeys),
  jwtKeys: signingKeys,
  signingKeys,
  addons: InfoPage,
}
