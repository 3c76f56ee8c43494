/** What is missing for a setting that is turned on: without it everything would be refused. */
import type { AuthConfig } from './auth-config.js'
import type { AuthConfigChanges } from './auth-config-changes.js'
import {
  AUTH_PROVIDER_URLS,
  AUTH_PROVIDERS,
  clientIdsOf,
  type LocatedAuthProvider,
} from './auth-providers.js'
import { AUTH_HOOKS, type AuthSecret } from './auth-settings.js'

type Merged = Omit<AuthConfig, 'secrets_set' | 'version'>

/** A sentence; undefined: nothing is missing. @param stored as the settings are before the changes */
export function missingAuthSetting(
  { secrets_set, ...stored }: AuthConfig,
  changes: AuthConfigChanges,
): string | undefined {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const settings: Merged = { ...stored, ...Object.fromEntries(given) }
  const isSecretSet = (name: AuthSecret): boolean =>
    changes[name] === undefined ? secrets_set.includes(name) : changes[name] !== ''
  if (settings.security_captcha_enabled && !isSecretSet('security_captcha_secret'))
    return needed('security_captcha_secret', 'security_captcha_enabled is true')
  const lost = AUTH_HOOKS.find(
    (hook) => settings[`hook_${hook}_enabled`] && settings[`hook_${hook}_uri`] === '',
  )
  if (lost) return needed(`hook_${lost}_uri`, `hook_${lost}_enabled is true`)
  return missingOfProviders(settings) ?? missingOfMessages(settings, isSecretSet)
}

function missingOfProviders(settings: Merged): string | undefined {
  for (const name of AUTH_PROVIDERS) {
    if (!settings[`external_${name}_enabled`]) continue
    const isOn = `external_${name}_enabled is true`
    if (clientIdsOf(settings, name).length === 0) return needed(`external_${name}_client_id`, isOn)
    if (needsUrl(name) && settings[`external_${name}_url`] === '') return needed(`external_${name}_url`, isOn)
  }
  return undefined
}

function missingOfMessages(settings: Merged, isSecretSet: (name: AuthSecret) => boolean): string | undefined {
  if (settings.sms_provider !== 'twilio') return undefined
  const isChosen = 'sms_provider is twilio'
  if (settings.sms_twilio_account_sid === '') return needed('sms_twilio_account_sid', isChosen)
  if (settings.sms_twilio_message_service_sid === '')
    return needed('sms_twilio_message_service_sid', isChosen)
  return isSecretSet('sms_twilio_auth_token') ? undefined : needed('sms_twilio_auth_token', isChosen)
}

function needsUrl(name: string): name is LocatedAuthProvider {
  return (AUTH_PROVIDER_URLS as Record<string, string>)[name] === 'needed'
}

const needed = (name: string, when: string): string => `${name} must be set while ${when}`
