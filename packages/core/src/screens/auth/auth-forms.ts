/** Which settings each page of the auth service has, by sections that are saved one by one. SPEC §2 */
import { AUTH_HOOKS, isLocatedProvider, type AuthProvider } from '@basedeck/platform-client'
import type { AuthField } from '../../rules/auth/settings-form.js'

/** A part of a page. Its title and what it is about are `authSettingsText.sections` by its name. */
export interface AuthFormSection {
  name: string
  fields: readonly AuthField[]
}

/** The pages that are made of such sections alone. */
export const AUTH_FORMS = {
  authProviders: [
    {
      name: 'service',
      fields: [
        'enabled',
        'disable_signup',
        'external_anonymous_users_enabled',
        'security_manual_linking_enabled',
      ],
    },
    {
      name: 'email',
      fields: [
        'external_email_enabled',
        'external_magic_link_enabled',
        'mailer_autoconfirm',
        'mailer_secure_email_change_enabled',
        'mailer_otp_exp',
        'mailer_otp_length',
        'mailer_max_frequency_s',
      ],
    },
    {
      name: 'passwords',
      fields: [
        'password_min_length',
        'password_required_characters',
        'security_update_password_require_reauthentication',
        'security_update_password_require_current_password',
      ],
    },
    {
      name: 'phone',
      fields: [
        'external_phone_enabled',
        'sms_autoconfirm',
        'sms_provider',
        'sms_twilio_account_sid',
        'sms_twilio_auth_token',
        'sms_twilio_message_service_sid',
        'sms_template',
        'sms_otp_exp',
        'sms_otp_length',
        'sms_max_frequency_s',
        'sms_test_otp',
        'sms_test_otp_valid_until',
      ],
    },
  ],
  authSessions: [
    {
      name: 'sessions',
      fields: ['sessions_timebox_h', 'sessions_inactivity_timeout_h', 'sessions_single_per_user'],
    },
    {
      name: 'refresh',
      fields: ['security_refresh_token_rotation_enabled', 'security_refresh_token_reuse_interval_s'],
    },
  ],
  authRateLimits: [
    {
      name: 'limits',
      fields: [
        'rate_limit_email_sent',
        'rate_limit_sms_sent',
        'rate_limit_verify',
        'rate_limit_token_refresh',
        'rate_limit_otp',
        'rate_limit_anonymous_users',
      ],
    },
  ],
  authSmtp: [
    {
      name: 'smtp',
      fields: ['smtp_host', 'smtp_port', 'smtp_user', 'smtp_pass', 'smtp_admin_email', 'smtp_sender_name'],
    },
  ],
  authMfa: [
    {
      name: 'totp',
      fields: ['mfa_totp_enroll_enabled', 'mfa_totp_verify_enabled', 'mfa_max_enrolled_factors'],
    },
    { name: 'phoneFactor', fields: ['mfa_phone_enroll_enabled', 'mfa_phone_verify_enabled'] },
    {
      name: 'securityKeys',
      fields: ['mfa_web_authn_enroll_enabled', 'mfa_web_authn_verify_enabled', 'passkey_enabled'],
    },
    {
      name: 'keySite',
      fields: ['webauthn_rp_id', 'webauthn_rp_display_name', 'webauthn_rp_origins'],
    },
  ],
  authUrls: [{ name: 'urls', fields: ['site_url', 'uri_allow_list'] }],
  authProtection: [
    {
      name: 'captcha',
      fields: ['security_captcha_enabled', 'security_captcha_provider', 'security_captcha_secret'],
    },
    { name: 'leaked', fields: ['password_hibp_enabled'] },
  ],
  authHooks: AUTH_HOOKS.map((hook) => ({
    name: hook,
    fields: [`hook_${hook}_enabled`, `hook_${hook}_uri`, `hook_${hook}_secrets`] as const,
  })),
  authAdvanced: [{ name: 'tokens', fields: ['jwt_exp'] }],
} as const satisfies Readonly<Record<string, readonly AuthFormSection[]>>

/** The settings of an external provider. */
export function providerFields(name: AuthProvider): readonly AuthField[] {
  return [
    `external_${name}_enabled`,
    ...(isLocatedProvider(name) ? ([`external_${name}_url`] as const) : []),
    `external_${name}_client_id`,
    `external_${name}_secret`,
    `external_${name}_email_optional`,
    ...(name === 'google' ? (['external_google_skip_nonce_check'] as const) : []),
  ]
}

/** The name of such a page. */
export type AuthFormPage = keyof typeof AUTH_FORMS
