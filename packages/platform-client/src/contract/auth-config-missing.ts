/** What is missing for a setting that is turned on: without it everything would be refused. */
import type { AuthConfig } from './auth-config.js'
import type { AuthConfigChanges } from './auth-config-changes.js'
import { AUTH_HOOKS_CALLED } from './auth-settings.js'

/** A sentence; undefined: nothing is missing. @param stored as the settings are before the changes */
export function missingAuthSetting(
  { secrets_set, ...stored }: AuthConfig,
  changes: AuthConfigChanges,
): string | undefined {
  const settings = { ...stored, ...changes }
  const secret = changes.security_captcha_secret
  const hasSecret = secret === undefined ? secrets_set.includes('security_captcha_secret') : secret !== ''
  if (settings.security_captcha_enabled && !hasSecret)
    return 'security_captcha_secret must be set while security_captcha_enabled is true'
  const lost = AUTH_HOOKS_CALLED.find(
    (hook) => settings[`hook_${hook}_enabled`] && settings[`hook_${hook}_uri`] === '',
  )
  return lost && `hook_${lost}_uri must be set while hook_${lost}_enabled is true`
}
