/** What a change of an auth service's settings may be. */
import * as v from 'valibot'
import { AUTH_MAIL_KINDS, type AuthMailTexts } from './auth-mail-texts.js'
import { mailTemplateSentence } from './auth-mail-template.js'
import {
  AUTH_PROVIDER_DEFAULTS,
  AUTH_PROVIDER_URLS,
  AUTH_PROVIDERS,
  type AuthProviderSettings,
} from './auth-providers.js'
import {
  AUTH_DEFAULTS,
  AUTH_HOOKS,
  AUTH_SECRETS,
  PASSWORD_CHARACTERS,
  type AuthHookSettings,
  type AuthSecret,
  type AuthSettings,
} from './auth-settings.js'

/** What `updateAuthConfig` changes; an absent field stays as it is. */
export type AuthConfigChanges = Partial<
  AuthSettings & AuthMailTexts & AuthHookSettings & AuthProviderSettings & Record<AuthSecret, string>
>

/** The least and the most of each number. */
export const AUTH_NUMBERS = {
  jwt_exp: [60, 604_800],
  mailer_otp_exp: [60, 86_400],
  mailer_otp_length: [6, 10],
  mailer_max_frequency_s: [0, 86_400],
  sms_otp_exp: [10, 86_400],
  sms_otp_length: [6, 10],
  sms_max_frequency_s: [0, 86_400],
  smtp_port: [1, 65_535],
  rate_limit_email_sent: [1, 1_000_000],
  rate_limit_sms_sent: [1, 1_000_000],
  rate_limit_verify: [1, 1_000_000],
  rate_limit_token_refresh: [1, 1_000_000],
  rate_limit_otp: [1, 1_000_000],
  rate_limit_anonymous_users: [1, 1_000_000],
  password_min_length: [6, 72],
  mfa_max_enrolled_factors: [0, 30],
  sessions_timebox_h: [0, 87_600],
  sessions_inactivity_timeout_h: [0, 87_600],
  security_refresh_token_reuse_interval_s: [0, 300],
} as const satisfies Partial<Record<keyof typeof AUTH_DEFAULTS, readonly [least: number, most: number]>>

/** A setting that is a number. */
export type AuthNumber = keyof typeof AUTH_NUMBERS

const ADDRESS_CHARACTERS = 2000
const LIST_ENTRIES = 200
const TEMPLATE_CHARACTERS = 100_000
const SUBJECT_CHARACTERS = 250
const SECRET_CHARACTERS = 4000
const HOST_CHARACTERS = 253
/** Ten text messages in one. */
const MESSAGE_CHARACTERS = 1600
const CLIENT_IDS_CHARACTERS = 2000
const NAME_CHARACTERS = 320

/** A scheme and something behind it. Schemes that run code in a page are no addresses to return to. */
export function isReturnAddress(text: string): boolean {
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\/[^\s\\]+$/i.exec(text) ?? []
  return (
    scheme !== '' &&
    text.length <= ADDRESS_CHARACTERS &&
    !['javascript', 'data', 'vbscript', 'file', 'blob'].includes(scheme.toLowerCase())
  )
}

/** `pg-functions://postgres/schema/function`, or an HTTPS address without a user. */
export function isHookAddress(text: string): boolean {
  if (text.length > ADDRESS_CHARACTERS) return false
  return (
    /^pg-functions:\/\/postgres\/[^/\s?#]+\/[^/\s?#]+$/.test(text) ||
    /^https:\/\/[^\s\\/@?#]+([/?#][^\s\\]*)?$/i.test(text)
  )
}

/** An HTTPS address without a user, a query and a fragment: where an issuer of OpenID Connect is. */
export function isIssuerAddress(text: string): boolean {
  return text.length <= ADDRESS_CHARACTERS && /^https:\/\/[^\s\\/@?#]+(\/[^\s\\?#]*)?$/i.test(text)
}

/** A number in digits, `=`, and 6 to 10 digits. */
export function isTestCode(text: string): boolean {
  return /^\d{5,15}=\d{6,10}$/.test(text)
}

const text = (name: string, most: number) =>
  v.pipe(
    v.string(`${name} must be a text`),
    v.maxLength(most, `${name} is too long: at most ${most} characters`),
    v.check((typed) => !/[\0\r\n]/.test(typed), `${name} must be one line`),
  )
const emptyOr = (name: string, most: number, isFine: (typed: string) => boolean, sentence: string) =>
  v.pipe(
    text(name, most),
    v.check((typed) => typed === '' || isFine(typed), sentence),
  )
const list = (name: string, isFine: (entry: string) => boolean, sentence: string) =>
  v.pipe(
    v.array(
      v.pipe(v.string(`${name} must be a list of texts`), v.check(isFine, sentence)),
      `${name} must be a list`,
    ),
    v.maxLength(LIST_ENTRIES, `${name} can have at most ${LIST_ENTRIES} entries`),
  )
const template = (name: string, most: number) =>
  v.pipe(
    v.string(`${name} must be a text`),
    v.maxLength(most, `${name} is too long: at most ${most} characters`),
    v.check((typed) => typed.trim() !== '', `${name} must not be empty`),
    v.check(
      (typed) => mailTemplateSentence(typed) === undefined,
      ({ input }) => `${name}: ${mailTemplateSentence(input) ?? ''}`,
    ),
  )

const switches = [
  ...Object.entries(AUTH_DEFAULTS),
  ...Object.entries(AUTH_PROVIDER_DEFAULTS),
  ...AUTH_HOOKS.map((hook) => [`hook_${hook}_enabled`, false]),
]
  .filter(([, value]) => typeof value === 'boolean')
  .map(([name]) => String(name))

const entries: Record<string, v.GenericSchema> = {
  enabled: v.boolean('enabled must be true or false'),
  disable_signup: v.boolean('disable_signup must be true or false'),
  ...Object.fromEntries(switches.map((name) => [name, v.boolean(`${name} must be true or false`)])),
  ...Object.fromEntries(
    Object.entries(AUTH_NUMBERS).map(([name, [least, most]]) => [name, whole(name, least, most)]),
  ),
  site_url: v.pipe(
    text('site_url', ADDRESS_CHARACTERS),
    v.check(isReturnAddress, 'site_url must be an address such as https://example.com'),
  ),
  uri_allow_list: list(
    'uri_allow_list',
    isReturnAddress,
    'Each entry of uri_allow_list must be an address such as https://example.com/** without spaces and backslashes',
  ),
  webauthn_rp_id: emptyOr(
    'webauthn_rp_id',
    HOST_CHARACTERS,
    (typed) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(typed),
    'webauthn_rp_id must be a host such as example.com, without scheme and port',
  ),
  webauthn_rp_display_name: text('webauthn_rp_display_name', NAME_CHARACTERS),
  webauthn_rp_origins: list(
    'webauthn_rp_origins',
    (entry) => /^https?:\/\/[^\s/?#@\\*]+$/i.test(entry),
    'Each entry of webauthn_rp_origins must be an origin such as https://example.com',
  ),
  sms_test_otp: list(
    'sms_test_otp',
    isTestCode,
    'Each entry of sms_test_otp must be like 18005550123=123456',
  ),
  sms_test_otp_valid_until: emptyOr(
    'sms_test_otp_valid_until',
    40,
    (typed) => !Number.isNaN(Date.parse(typed)),
    'sms_test_otp_valid_until must be a moment such as 2030-01-31T00:00:00Z',
  ),
  sms_provider: v.picklist(['none', 'twilio'], 'sms_provider must be none or twilio'),
  sms_template: v.pipe(
    text('sms_template', MESSAGE_CHARACTERS),
    v.check((typed) => /\{\{\s*\.Code\s*\}\}/.test(typed), 'sms_template must contain {{ .Code }}'),
  ),
  sms_twilio_account_sid: emptyOr(
    'sms_twilio_account_sid',
    NAME_CHARACTERS,
    (typed) => /^\w+$/.test(typed),
    'sms_twilio_account_sid must be the id of an account, such as AC0123',
  ),
  sms_twilio_message_service_sid: emptyOr(
    'sms_twilio_message_service_sid',
    NAME_CHARACTERS,
    (typed) => /^\+?\w+$/.test(typed),
    'sms_twilio_message_service_sid must be the id of a service, such as MG0123, or a number',
  ),
  ...Object.fromEntries(
    AUTH_PROVIDERS.map((name) => [
      `external_${name}_client_id`,
      text(`external_${name}_client_id`, CLIENT_IDS_CHARACTERS),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(AUTH_PROVIDER_URLS).map((name) => [
      `external_${name}_url`,
      emptyOr(
        `external_${name}_url`,
        ADDRESS_CHARACTERS,
        isIssuerAddress,
        `external_${name}_url must be an address that begins with https://, without a query`,
      ),
    ]),
  ),
  smtp_host: emptyOr(
    'smtp_host',
    HOST_CHARACTERS,
    (typed) => /^[^\s/@\\]+$/.test(typed),
    'smtp_host must be a host such as smtp.example.com',
  ),
  smtp_user: text('smtp_user', NAME_CHARACTERS),
  smtp_sender_name: text('smtp_sender_name', NAME_CHARACTERS),
  smtp_admin_email: emptyOr(
    'smtp_admin_email',
    NAME_CHARACTERS,
    (typed) => /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(typed),
    'smtp_admin_email must be an email address',
  ),
  password_required_characters: v.picklist(
    Object.values(PASSWORD_CHARACTERS),
    'password_required_characters must be empty or one of the known sets',
  ),
  security_captcha_provider: v.picklist(
    ['hcaptcha', 'turnstile'],
    'security_captcha_provider must be hcaptcha or turnstile',
  ),
  ...Object.fromEntries(
    AUTH_HOOKS.map((hook) => [
      `hook_${hook}_uri`,
      emptyOr(
        `hook_${hook}_uri`,
        ADDRESS_CHARACTERS,
        isHookAddress,
        `hook_${hook}_uri must be pg-functions://postgres/schema/function or an address that begins with https://`,
      ),
    ]),
  ),
  ...Object.fromEntries(
    AUTH_MAIL_KINDS.flatMap((kind) => [
      [`mailer_subjects_${kind}`, template(`mailer_subjects_${kind}`, SUBJECT_CHARACTERS)],
      [`mailer_templates_${kind}_content`, template(`mailer_templates_${kind}_content`, TEMPLATE_CHARACTERS)],
    ]),
  ),
  ...Object.fromEntries(AUTH_SECRETS.map((name) => [name, text(name, SECRET_CHARACTERS)])),
  /** 409 `stale` with the stored settings when they were changed meanwhile. */
  expected_version: v.string('expected_version must be a text'),
}

/** All settings that can be changed. */
export const AUTH_SETTING_NAMES: readonly string[] = Object.keys(entries).filter(
  (name) => name !== 'expected_version',
)

/** What `updateAuthConfig` takes. An empty secret removes it. */
export const authConfigChanges = v.strictObject(
  Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, v.optional(schema)])),
  ({ expected, path }) =>
    expected === 'never'
      ? `There is no setting ${String(path?.at(-1)?.key)} here`
      : 'The settings must be an object',
) as unknown as v.GenericSchema<AuthConfigChanges & { expected_version?: string }>

function whole(name: string, least: number, most: number): v.GenericSchema {
  return v.pipe(
    v.number(`${name} must be a number`),
    v.integer(`${name} must be a whole number`),
    v.minValue(least, `${name} must be at least ${least}`),
    v.maxValue(most, `${name} must be at most ${most}`),
  )
}
