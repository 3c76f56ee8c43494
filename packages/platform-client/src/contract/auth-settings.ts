/** The names, types and defaults of an auth service's settings. Source: SERVICES §2.4. */
import { AUTH_PROVIDERS, type AuthProvider } from './auth-providers.js'

import { AUTH_NOTIFICATION_DEFAULTS, type AuthNotificationSettings } from './auth-mail-texts.js'

/** How the auth service of a project is set up. */
export interface AuthSettings extends AuthNotificationSettings {
  /** Off: every call is answered 503. */
  enabled: boolean

  /** Where links lead that name no address, and what is allowed without being in `uri_allow_list`. */
  site_url: string
  /** Addresses that links may lead to: exact ones, and globs with `*` and `**` whose separators are `.` and `/`. */
  uri_allow_list: string[]
  /** Nobody new can sign up; members of the team can still invite and create users. */
  disable_signup: boolean
  /** Seconds that an access token is valid. */
  jwt_exp: number

  external_email_enabled: boolean
  /** Signing in by a link or code that is mailed. */
  external_magic_link_enabled: boolean
  /** Signing in by a number. Numbers of `sms_test_otp` need no text message. */
  external_phone_enabled: boolean
  external_anonymous_users_enabled: boolean

  /** Addresses are not confirmed: a user who signs up is signed in. */
  mailer_autoconfirm: boolean
  /** A change of the address is confirmed from both mailboxes. */
  mailer_secure_email_change_enabled: boolean
  /** Seconds that mailed links and codes are valid. */
  mailer_otp_exp: number
  /** Digits of mailed codes. */
  mailer_otp_length: number
  /** Least seconds between two mails to one user. */
  mailer_max_frequency_s: number

  /** Numbers are not confirmed. */
  sms_autoconfirm: boolean
  /** Seconds that codes for phones are valid. */
  sms_otp_exp: number
  sms_otp_length: number
  sms_max_frequency_s: number
  /** Who sends text messages while the hook `send_sms` is off. `none`: nobody. */
  sms_provider: 'none' | 'twilio'
  /** What a text message says; `{{ .Code }}` is the code. */
  sms_template: string
  sms_twilio_account_sid: string
  /** The service that sends, `MG…`, or the number that is the sender. */
  sms_twilio_message_service_sid: string
  /** `18005550123=123456`: the code that this number is confirmed with. */
  sms_test_otp: string[]
  /** ISO 8601: from then on the codes of `sms_test_otp` are refused. Empty: never. */
  sms_test_otp_valid_until: string

  /** Empty: the project has no mail server of its own. */
  smtp_host: string
  smtp_port: number
  smtp_user: string
  /** The sender's address. */
  smtp_admin_email: string
  smtp_sender_name: string

  /** Mails of the whole project in an hour. */
  rate_limit_email_sent: number
  /** Text messages of the whole project in an hour. */
  rate_limit_sms_sent: number
  /** Checks of links and codes from one address in 5 minutes. */
  rate_limit_verify: number
  /** Sign-ins by password and refreshes from one address in 5 minutes. */
  rate_limit_token_refresh: number
  /** Sign-ups, mailed links and codes that one address asks for in 5 minutes. */
  rate_limit_otp: number
  /** Anonymous users that one address makes in an hour. */
  rate_limit_anonymous_users: number

  password_min_length: number
  /** Sets of characters, separated by colons; a password needs one of each. One of `PASSWORD_CHARACTERS`. */
  password_required_characters: string
  /** The commonest passwords, and those that the operator's service knows from leaks, are refused. */
  password_hibp_enabled: boolean

  mfa_max_enrolled_factors: number
  mfa_totp_enroll_enabled: boolean
  mfa_totp_verify_enabled: boolean
  mfa_phone_enroll_enabled: boolean
  mfa_phone_verify_enabled: boolean
  mfa_web_authn_enroll_enabled: boolean
  mfa_web_authn_verify_enabled: boolean

  /** Users sign in by passkeys. */
  passkey_enabled: boolean
  /** For which host passkeys and security keys are made. Empty: the host of `site_url`. A change makes the present ones useless. */
  webauthn_rp_id: string
  /** How authenticators name the site. Empty: its host. */
  webauthn_rp_display_name: string
  /** Which pages may ask for a key. Empty: the site, and what `uri_allow_list` names of its host. */
  webauthn_rp_origins: string[]

  /** Hours after which a session ends. 0: never. */
  sessions_timebox_h: number
  /** Hours without a refresh after which a session ends. 0: never. */
  sessions_inactivity_timeout_h: number
  /** A sign-in ends the user's other sessions. */
  sessions_single_per_user: boolean

  /** Each refresh gives a new refresh token, and the use of an old one ends the session. */
  security_refresh_token_rotation_enabled: boolean
  /** Seconds in which a used refresh token is answered with its successor. */
  security_refresh_token_reuse_interval_s: number
  /** A password is changed with a code that is mailed, unless the user signed in within a day. */
  security_update_password_require_reauthentication: boolean
  security_update_password_require_current_password: boolean
  /** Users may link and unlink their identities. */
  security_manual_linking_enabled: boolean
  security_captcha_enabled: boolean
  security_captcha_provider: 'hcaptcha' | 'turnstile'
}

/** What an auth service is set up with until somebody changes it. `enabled` and `disable_signup` depend on the project. */
export const AUTH_DEFAULTS: Readonly<Omit<AuthSettings, 'enabled' | 'disable_signup'>> = {
  ...AUTH_NOTIFICATION_DEFAULTS,
  site_url: 'http://localhost:3000',
  uri_allow_list: [],
  jwt_exp: 3600,
  external_email_enabled: true,
  external_magic_link_enabled: true,
  external_phone_enabled: false,
  external_anonymous_users_enabled: false,
  mailer_autoconfirm: false,
  mailer_secure_email_change_enabled: true,
  mailer_otp_exp: 86_400,
  mailer_otp_length: 6,
  mailer_max_frequency_s: 60,
  sms_autoconfirm: false,
  sms_otp_exp: 60,
  sms_otp_length: 6,
  sms_max_frequency_s: 60,
  sms_provider: 'none',
  sms_template: 'Your code is {{ .Code }}',
  sms_twilio_account_sid: '',
  sms_twilio_message_service_sid: '',
  sms_test_otp: [],
  sms_test_otp_valid_until: '',
  smtp_host: '',
  smtp_port: 587,
  smtp_user: '',
  smtp_admin_email: '',
  smtp_sender_name: '',
  rate_limit_email_sent: 30,
  rate_limit_sms_sent: 30,
  rate_limit_verify: 30,
  rate_limit_token_refresh: 150,
  rate_limit_otp: 30,
  rate_limit_anonymous_users: 30,
  password_min_length: 6,
  password_required_characters: '',
  password_hibp_enabled: false,
  mfa_max_enrolled_factors: 10,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  mfa_phone_enroll_enabled: false,
  mfa_phone_verify_enabled: false,
  mfa_web_authn_enroll_enabled: false,
  mfa_web_authn_verify_enabled: false,
  passkey_enabled: false,
  webauthn_rp_id: '',
  webauthn_rp_display_name: '',
  webauthn_rp_origins: [],
  sessions_timebox_h: 0,
  sessions_inactivity_timeout_h: 0,
  sessions_single_per_user: false,
  security_refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval_s: 10,
  security_update_password_require_reauthentication: false,
  security_update_password_require_current_password: false,
  security_manual_linking_enabled: false,
  security_captcha_enabled: false,
  security_captcha_provider: 'hcaptcha',
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LETTERS.toUpperCase()
const DIGITS = '0123456789'
/** The colon separates sets, so as a character it stands behind a backslash. */
const SYMBOLS = String.raw`!@#$%^&*()_+-=[]{};'\:"|<>?,./` + '`~'

/** What `password_required_characters` may be: nothing, or one of these. */
export const PASSWORD_CHARACTERS = {
  none: '',
  letters_digits: `${LETTERS}${UPPER}:${DIGITS}`,
  lower_upper_digits: `${LETTERS}:${UPPER}:${DIGITS}`,
  lower_upper_digits_symbols: `${LETTERS}:${UPPER}:${DIGITS}:${SYMBOLS}`,
} as const

/** The hooks that an auth service may call. */
export const AUTH_HOOKS = [
  'before_user_created',
  'custom_access_token',
  'mfa_verification_attempt',
  'password_verification_attempt',
  'send_email',
  'send_sms',
] as const

/** One of `AUTH_HOOKS`. */
export type AuthHook = (typeof AUTH_HOOKS)[number]

/** Of each hook: whether it is called, and where. `uri`: `pg-functions://postgres/schema/function`, or HTTPS; empty: nowhere. */
export type AuthHookSettings = { [Hook in AuthHook as `hook_${Hook}_enabled`]: boolean } & {
  [Hook in AuthHook as `hook_${Hook}_uri`]: string
}

/** No hook is set. */
export const AUTH_HOOK_DEFAULTS = Object.fromEntries(
  AUTH_HOOKS.flatMap((hook) => [
    [`hook_${hook}_enabled`, false],
    [`hook_${hook}_uri`, ''],
  ]),
) as AuthHookSettings

/** Settings that are stored encrypted, and never answered. */
export type AuthSecret =
  | 'smtp_pass'
  | 'security_captcha_secret'
  | 'sms_twilio_auth_token'
  | `hook_${AuthHook}_secrets`
  | `external_${AuthProvider}_secret`

/** All names of `AuthSecret`. */
export const AUTH_SECRETS: readonly AuthSecret[] = [
  'smtp_pass',
  'security_captcha_secret',
  'sms_twilio_auth_token',
  ...AUTH_HOOKS.map((hook) => `hook_${hook}_secrets` as const),
  ...AUTH_PROVIDERS.map((name) => `external_${name}_secret` as const),
]
