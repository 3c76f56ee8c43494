/** Settings of a project's auth service, under the names that projects of the family know them by. */
import { authConfigChanges } from './auth-config-changes.js'
import type { AuthMailTexts } from './auth-mail-texts.js'
import type { AuthProviderSettings } from './auth-providers.js'
import type { AuthHookSettings, AuthSecret, AuthSettings } from './auth-settings.js'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** The settings of the auth service, and the version that a change is made on. */
export interface AuthConfig extends AuthSettings, AuthMailTexts, AuthHookSettings, AuthProviderSettings {
  /** The secrets that are set. Their values are never answered. */
  secrets_set: AuthSecret[]
  /** Changes with every change of the settings; sent back as `expected_version`. */
  version: string
}

const CONFIG = '/v1/projects/{ref}/config/auth'
const REQUIRES = { ref: 'Project ref is required' }

/** How the auth service is set up. */
export const getAuthConfig = endpoint({
  method: 'GET',
  path: CONFIG,
  access: inProject('read', 'auth'),
  response: gives<AuthConfig>(),
  requires: REQUIRES,
})
/** Changes the auth service, which follows within a second in every process. 409 `stale` with the stored settings. */
export const updateAuthConfig = endpoint({
  method: 'PATCH',
  path: CONFIG,
  access: inProject('update', 'project_settings'),
  audit: true,
  body: authConfigChanges,
  response: gives<AuthConfig>(),
  requires: REQUIRES,
})
