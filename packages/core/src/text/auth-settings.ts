/** The sentences of the pages that set up a project's auth service. */
import { AUTH_NOTIFICATIONS, type AuthMailKind } from '@basedeck/platform-client'
import { authProviderHints, authProviderLabels } from './auth-providers.js'
import type { AuthField } from '../rules/auth/settings-form.js'

const MAILS: Readonly<Record<AuthMailKind, string>> = {
  confirmation: 'Confirm sign-up',
  invite: 'Invite user',
  recovery: 'Reset password',
  magic_link: 'Magic link',
  email_change: 'Change email address',
  reauthentication: 'Reauthentication',
  password_changed_notification: 'Password changed',
  email_changed_notification: 'Email address changed',
  phone_changed_notification: 'Phone number changed',
  identity_linked_notification: 'Identity linked',
  identity_unlinked_notification: 'Identity unlinked',
  mfa_factor_enrolled_notification: 'Second factor added',
  mfa_factor_unenrolled_notification: 'Second factor removed',
}

const HOOKS = {
  before_user_created: 'Before a user is created',
  custom_access_token: 'Custom access token',
  mfa_verification_attempt: 'Second-factor attempt',
  password_verification_attempt: 'Password attempt',
  send_email: 'Send email',
  send_sms: 'Send SMS',
} as const

const WHERE =
  'A function as pg-functions://postgres/schema/function, which supabase_auth_admin may execute, or an HTTPS address with its secret, v1,whsec_…'
const HOOK_BODIES: Readonly<Record<keyof typeof HOOKS, string>> = {
  before_user_created: `Says whether somebody may become a user. ${WHERE}`,
  custom_access_token: `Changes the claims of each access token. ${WHERE}`,
  mfa_verification_attempt: `Rejects attempts at a second factor. ${WHERE}`,
  password_verification_attempt: `Rejects attempts at a password. ${WHERE}`,
  send_email: `Sends each mail in the place of the auth service, whose templates and server are not used then. ${WHERE}`,
  send_sms: `Sends the code of each text message. ${WHERE}`,
}

const hookLabels = Object.fromEntries(
  Object.entries(HOOKS).flatMap(([hook, label]) => [
    [`hook_${hook}_enabled`, `${label}: enabled`],
    [`hook_${hook}_uri`, `${label}: function or address`],
    [`hook_${hook}_secrets`, `${label}: secret`],
  ]),
)

const mailLabels = Object.fromEntries(
  Object.keys(MAILS).flatMap((kind) => [
    [`mailer_subjects_${kind}`, 'Subject'],
    [`mailer_templates_${kind}_content`, 'Message'],
  ]),
)

const notificationLabels = Object.fromEntries(
  AUTH_NOTIFICATIONS.map((name) => [`mailer_notifications_${name}_enabled`, 'Send this notification']),
)

const labels: Readonly<Partial<Record<AuthField, string>>> = {
  ...hookLabels,
  ...notificationLabels,
  ...mailLabels,
  ...authProviderLabels,
  enabled: 'Auth service',
  site_url: 'Site URL',
  uri_allow_list: 'Redirect URLs',
  disable_signup: 'Block new sign-ups',
  jwt_exp: 'Seconds that an access token is valid',
  external_email_enabled: 'Sign in by email',
  external_magic_link_enabled: 'Sign in by a mailed link or code',
  external_phone_enabled: 'Sign in by phone',
  external_anonymous_users_enabled: 'Anonymous users',
  mailer_autoconfirm: 'Skip the confirmation of addresses',
  mailer_secure_email_change_enabled: 'Confirm a new address from both mailboxes',
  mailer_otp_exp: 'Seconds that a mailed link or code is valid',
  mailer_otp_length: 'Digits of a mailed code',
  mailer_max_frequency_s: 'Seconds between two mails to one user',
  sms_autoconfirm: 'Skip the confirmation of numbers',
  sms_otp_exp: 'Seconds that a code is valid',
  sms_otp_length: 'Digits of a code',
  sms_max_frequency_s: 'Seconds between two codes for one number',
  sms_provider: 'Who sends text messages',
  sms_template: 'Text message',
  sms_twilio_account_sid: 'Twilio: account SID',
  sms_twilio_auth_token: 'Twilio: auth token',
  sms_twilio_message_service_sid: 'Twilio: messaging service SID, or the sender’s number',
  sms_test_otp: 'Test numbers and their codes',
  sms_test_otp_valid_until: 'Test codes are valid until',
  smtp_host: 'Host',
  smtp_port: 'Port',
  smtp_user: 'User name',
  smtp_pass: 'Password',
  smtp_admin_email: 'Sender’s address',
  smtp_sender_name: 'Sender’s name',
  rate_limit_email_sent: 'Emails of the project in an hour',
  rate_limit_sms_sent: 'Text messages of the project in an hour',
  rate_limit_verify: 'Checks of links and codes in 5 minutes',
  rate_limit_token_refresh: 'Sign-ins by password and token refreshes in 5 minutes',
  rate_limit_otp: 'Sign-ups, links and codes asked for in 5 minutes',
  rate_limit_anonymous_users: 'Anonymous users in an hour',
  password_min_length: 'Characters of a password at least',
  password_required_characters: 'Characters that a password needs',
  password_hibp_enabled: 'Refuse leaked passwords',
  mfa_max_enrolled_factors: 'Factors of one user at most',
  mfa_totp_enroll_enabled: 'Set up an authenticator app',
  mfa_totp_verify_enabled: 'Sign in with an authenticator app',
  mfa_phone_enroll_enabled: 'Set up a phone',
  mfa_phone_verify_enabled: 'Sign in with a code by text message',
  mfa_web_authn_enroll_enabled: 'Set up a security key',
  mfa_web_authn_verify_enabled: 'Sign in with a security key',
  passkey_enabled: 'Sign in with a passkey',
  webauthn_rp_id: 'Host of the site',
  webauthn_rp_display_name: 'Name of the site',
  webauthn_rp_origins: 'Pages that may ask for a key',
  sessions_timebox_h: 'Hours after which a user signs in again',
  sessions_inactivity_timeout_h: 'Hours without activity after which a user signs in again',
  sessions_single_per_user: 'One session for each user',
  security_refresh_token_rotation_enabled: 'Detect reused refresh tokens',
  security_refresh_token_reuse_interval_s: 'Seconds in which a refresh token may be used again',
  security_update_password_require_reauthentication: 'Ask for a mailed code before a password changes',
  security_update_password_require_current_password: 'Ask for the current password before it changes',
  security_manual_linking_enabled: 'Users link and unlink identities',
  security_captcha_enabled: 'CAPTCHA protection',
  security_captcha_provider: 'CAPTCHA service',
  security_captcha_secret: 'CAPTCHA secret',
}

const hints: Readonly<Partial<Record<AuthField, string>>> = {
  ...authProviderHints,
  enabled: 'Off: every call is refused at once. Access tokens that were issued stay valid until they expire.',
  site_url: 'Links in mails lead here unless an application asks for another address.',
  uri_allow_list:
    'One address in each line. * stands for any characters up to the next dot or slash, ** for all: https://*.example.com/**',
  disable_signup:
    'On: only members of the team add users, by an invitation or by hand. Users who are there still sign in.',
  jwt_exp: 'From 60 to 604,800. Tokens that were issued keep the time they have.',
  external_email_enabled: 'Off: users can’t sign up or sign in by email. Signed-in users stay signed in.',
  external_phone_enabled: 'Off: users can’t sign up or sign in by phone. Signed-in users stay signed in.',
  sms_autoconfirm:
    'Who signs up is signed in at once. Anyone can then use a number that is not theirs, and a sign-up tells whether a number has an account.',
  sms_provider: 'The hook “Send SMS” sends them instead while it is on. Test numbers need no message.',
  sms_template: '{{ .Code }} is the code.',
  sms_twilio_auth_token: 'Stored encrypted and never shown.',
  sms_otp_exp: 'From 10 to 86,400. Codes that were sent follow the new time.',
  sms_otp_length: 'From 6 to 10.',
  external_anonymous_users_enabled: 'Applications create users without an address, who may add one later.',
  security_manual_linking_enabled:
    'Signed-in users may add another provider to their account, and remove one.',
  mailer_autoconfirm:
    'Who signs up is signed in at once. Anyone can then use an address that is not theirs, and a sign-up tells whether an address has an account.',
  mailer_secure_email_change_enabled: 'Off: the new mailbox alone confirms.',
  mailer_otp_exp: 'From 60 to 86,400. Links that were mailed follow the new time.',
  mailer_otp_length: 'From 6 to 10.',
  sms_test_otp: 'One in each line, such as 18005550123=123456.',
  sms_test_otp_valid_until: 'A moment such as 2030-01-31T00:00:00Z. Empty: always.',
  smtp_host: 'Empty: the project has no server of its own.',
  smtp_port: 'Usually 587, or 465 for a server that begins with TLS.',
  smtp_pass: 'Stored encrypted and never shown. It is only sent over TLS.',
  rate_limit_verify: 'Of one address.',
  rate_limit_token_refresh: 'Of one address.',
  rate_limit_otp: 'Of one address.',
  rate_limit_anonymous_users: 'Of one address.',
  password_hibp_enabled:
    'The service is told five digits of a hash, never a password. While it can’t be reached, only the list counts.',
  password_min_length: 'From 6 to 72. Passwords that are set already stay as they are.',
  mfa_max_enrolled_factors: 'From 0 to 30. Factors beyond it stay until their users remove them.',
  mfa_totp_verify_enabled: 'Off: codes are refused, so sessions stay without a second factor.',
  passkey_enabled: 'Users add passkeys while they are signed in.',
  webauthn_rp_id:
    'Such as example.com; pages of its subdomains may use the keys too. Empty: the host of the site URL.',
  webauthn_rp_display_name: 'What a device shows. Empty: the host.',
  webauthn_rp_origins:
    'One in each line, such as https://app.example.com. Empty: the site URL, and redirect URLs of its host.',
  sessions_timebox_h: '0: never. Sessions that are older end at their next refresh.',
  sessions_inactivity_timeout_h: '0: never. Sessions without a refresh in that time end.',
  sessions_single_per_user: 'A new sign-in ends the user’s other sessions at their next refresh.',
  security_refresh_token_rotation_enabled: 'A token that is used a second time ends its session.',
  security_refresh_token_reuse_interval_s: 'From 0 to 300. Two tabs may refresh at the same moment.',
}

/** The sentences of the pages of an auth service's settings. */
export const authSettingsText = {
  labels,
  hints,
  mayNot: 'Your role does not allow changing the settings of the project',
  save: 'Save',
  saving: 'Saving…',
  saved: 'The settings were saved',
  atOnce: 'Changes hold within a second for every request.',
  offTitle: 'The auth service is off',
  offBody: 'Every call of applications is refused. Turn it on under Sign In / Providers.',
  outside: (least: number, most: number) =>
    `Enter a whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`,
  /** What the platform says names the setting as scripts do. */
  said: (field: AuthField, sentence: string) => sentence.replace(field, labels[field] ?? field),
  /** The same of what lacks: it names two settings. */
  lacking: (sentence: string) =>
    sentence
      .replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => `“${labels[name as AuthField] ?? name}”`)
      .replace(/ is true$/, ' is on'),
  onOff: (isOn: boolean) => (isOn ? 'On' : 'Off'),
  secretSet: 'A value is stored. Leave this empty to keep it.',
  secretRemove: (label: string) => `Remove the stored ${label.toLowerCase()}`,
  secretRemoved: 'The stored value was removed',
  characters: {
    none: 'Any',
    letters_digits: 'Letters and digits',
    lower_upper_digits: 'Lower and upper case letters, digits',
    lower_upper_digits_symbols: 'Lower and upper case letters, digits, symbols',
  },
  smsProviders: { none: 'Nobody', twilio: 'Twilio' },
  captcha: { hcaptcha: 'hCaptcha', turnstile: 'Turnstile' },
  mails: MAILS,
  chooseMail: 'Email',
  chooseNotification: 'Notification',
  leads: {
    authProviders: 'How users of the project sign up and sign in.',
    authSessions: 'How long users stay signed in.',
    authRateLimits: 'How often the calls of the auth service may be made.',
    authTemplates: 'What the auth service writes to users.',
    authSmtp: 'The server that sends the project’s mails.',
    authMfa: 'Second factors for users of the project.',
    authUrls: 'Where links in mails and sign-ins may lead.',
    authProtection: 'What keeps programs and guessed passwords out.',
    authHooks: 'Functions that take part in what the auth service does.',
    authAdvanced: 'Settings that few projects change.',
  },
  sections: {
    service: { title: 'Users', body: 'Who can become a user of this project.' },
    email: { title: 'Email', body: 'Signing in by an address.' },
    passwords: { title: 'Passwords', body: 'Rules for new passwords, and for changing one.' },
    phone: {
      title: 'Phone',
      body: 'Signing in by a number, to which a code is sent. Test numbers have fixed codes.',
    },
    sessions: {
      title: 'User sessions',
      body: 'Users who are signed in are asked again when a limit is reached.',
    },
    refresh: { title: 'Refresh tokens', body: 'How a stolen refresh token is noticed.' },
    limits: {
      title: 'Rate limits',
      body: 'Calls beyond a limit are refused with status 429. Nobody is signed out.',
    },
    smtp: {
      title: 'Mail server of the project',
      body: 'Without one, mails go by the platform’s server, or are kept under “Sent mail” where it has none.',
    },
    totp: { title: 'Authenticator app', body: 'Codes of an app, valid for half a minute (TOTP).' },
    phoneFactor: { title: 'Phone', body: 'Codes by text message, as they are sent for sign-ins.' },
    securityKeys: {
      title: 'Security keys and passkeys',
      body: 'A security key is a second factor. A passkey signs in by itself, with the PIN or the fingerprint of a device.',
    },
    keySite: {
      title: 'Site of the keys',
      body: 'A key works on the site that it was made for, and on no other. Keys that users have stop working when the site changes.',
    },
    urls: {
      title: 'Addresses',
      body: 'A link to another address leads to the site URL instead. Links that were mailed follow the change.',
    },
    captcha: {
      title: 'CAPTCHA',
      body: 'A question to visitors before they sign up or sign in. Applications must send its answer from then on; users who are signed in stay signed in.',
    },
    leaked: {
      title: 'Leaked passwords',
      body: 'New passwords are compared with the 10,000 commonest ones, and with those that the operator’s service knows from leaks. Passwords that users have stay as they are.',
    },
    tokens: { title: 'Access tokens', body: 'How long a token works after it was issued.' },
    ...Object.fromEntries(
      Object.entries(HOOKS).map(([hook, title]) => [
        hook,
        { title, body: HOOK_BODIES[hook as keyof typeof HOOKS] },
      ]),
    ),
  } as Readonly<Record<string, { title: string; body: string }>>,
  hooksNote:
    'What a hook is asked about does not happen when the hook refuses, fails or takes too long. Users who are signed in stay signed in.',
  otherProviders: 'Other providers',
  otherProvidersBody: 'SAML, web3 wallets and passkeys are not available on this platform.',
  more: {
    label: 'Mails',
    templates: 'Templates',
    smtp: 'SMTP settings',
    sent: 'Sent mail',
  },
}
