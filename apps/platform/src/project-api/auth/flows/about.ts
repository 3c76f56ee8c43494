/** What the service says of itself. */
import { AUTH_PROVIDERS } from '@basedeck/platform-client/contract'
import type { AuthAnswer, AuthCall } from '../auth-call.js'
import { PROVIDERS } from '../family-names.js'
import { productVersion } from '../../../product-version.js'

export async function health(): Promise<AuthAnswer> {
  return {
    body: {
      version: productVersion(),
      name: 'Basedeck Auth',
      description: 'Sign-in of the users of a project',
    },
  }
}

export async function settings({ settings: config }: AuthCall): Promise<AuthAnswer> {
  return {
    body: {
      external: {
        anonymous_users: config.external_anonymous_users_enabled,
        ...Object.fromEntries(PROVIDERS.map((name) => [name, isOn(config, name)])),
        email: config.external_email_enabled,
        phone: config.external_phone_enabled,
      },
      disable_signup: config.disable_signup,
      mailer_autoconfirm: config.mailer_autoconfirm,
      phone_autoconfirm: config.sms_autoconfirm,
      sms_provider: config.sms_provider === 'none' ? '' : config.sms_provider,
      saml_enabled: false,
      passkeys_enabled: config.passkey_enabled,
    },
  }
}

function isOn(config: AuthCall['settings'], name: string): boolean {
  const provider = AUTH_PROVIDERS.find((one) => one === name)
  return provider !== undefined && config[`external_${provider}_enabled`]
}

/** OpenID Connect Discovery: what a verifier of tokens needs. There is no endpoint for clients of OAuth. */
export async function discovery({ issuer }: AuthCall): Promise<AuthAnswer> {
  return {
    body: {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: [],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256'],
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'email',
        'phone',
        'role',
        'session_id',
        'aal',
        'amr',
      ],
    },
  }
}
