/**
 * The settings of an auth service as a form holds them, what is wrong with a typed one, and what of them is sent.
 * @rule auth.settings-form  @spec §2
 */
import {
  AUTH_NUMBERS,
  AUTH_SECRETS,
  authConfigChanges,
  type AuthConfig,
  type AuthConfigChanges,
  type AuthNumber,
  type AuthSecret,
} from '@basedeck/platform-client/contract'
import { safeParse } from 'valibot'

/** The name of a setting, or of a secret. */
export type AuthField = keyof AuthConfigChanges & string

/** How a field is typed. `lines`: a list, one entry in each line. `template`: a text of several lines. */
export type AuthFieldKind = 'switch' | 'whole' | 'text' | 'secret' | 'lines' | 'choice' | 'template'

/** A setting that is on or off. */
export type AuthSwitch = {
  [Field in AuthField]: AuthConfigChanges[Field] extends boolean | undefined ? Field : never
}[AuthField]

/** A setting that is typed or chosen. */
export type AuthTyped = Exclude<AuthField, AuthSwitch>

/**
 * Typed values, as far as a form has these fields: switches as they are, everything else as text. A secret begins empty: that
 * leaves it as it is.
 */
export type AuthValues = Record<AuthSwitch, boolean> & Record<AuthTyped, string>

/** How this setting is typed. */
export function authFieldKind(field: AuthField): AuthFieldKind {
  if (isSecret(field)) return 'secret'
  if (CHOICES.has(field)) return 'choice'
  if (['uri_allow_list', 'sms_test_otp', 'webauthn_rp_origins'].includes(field)) return 'lines'
  if (field.startsWith('mailer_templates_')) return 'template'
  if (isNumber(field)) return 'whole'
  return field === 'enabled' || field === 'disable_signup' || SWITCH.test(field) ? 'switch' : 'text'
}

const CHOICES: ReadonlySet<string> = new Set([
  'password_required_characters',
  'security_captcha_provider',
  'sms_provider',
])
const SWITCH =
  /_(enabled|autoconfirm|single_per_user|require_reauthentication|require_current_password|email_optional|skip_nonce_check)$/
const isSecret = (field: AuthField): field is AuthSecret => AUTH_SECRETS.some((one) => one === field)
const isNumber = (field: AuthField): field is AuthNumber => Object.hasOwn(AUTH_NUMBERS, field)

/** Stored settings as a form of these fields holds them. */
export function authValues(config: AuthConfig, fields: readonly AuthField[]): AuthValues {
  return Object.fromEntries(fields.map((field) => [field, valueOf(config, field)])) as AuthValues
}

function valueOf(config: AuthConfig, field: AuthField): string | boolean {
  if (isSecret(field)) return ''
  const value: unknown = config[field]
  if (typeof value === 'boolean') return value
  return Array.isArray(value) ? value.join('\n') : String(value)
}

/** Why a typed value can't be taken: its number is outside, or what the platform would say of it. */
export type AuthProblem =
  | { reason: 'outside'; least: number; most: number }
  | { reason: 'said'; sentence: string }

/** Null: it can be taken. */
export function authProblem(field: AuthField, typed: string | boolean): AuthProblem | null {
  if (isSecret(field) && typed === '') return null
  const value = sentValue(field, typed)
  if (isNumber(field)) {
    const [least, most] = AUTH_NUMBERS[field]
    const isInside = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    return isInside ? null : { reason: 'outside', least, most }
  }
  const [issue] = safeParse(authConfigChanges, { [field]: value }).issues ?? []
  return issue ? { reason: 'said', sentence: issue.message.replace(`${field}: `, '') } : null
}

/** What is sent of values that the form accepted. An empty secret is left out. */
export function authChangesOf(values: Partial<AuthValues>): AuthConfigChanges {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, typed]) => {
      const field = name as AuthField
      if (typed === undefined || (isSecret(field) && typed === '')) return []
      return [[field, sentValue(field, typed)]]
    }),
  )
}

function sentValue(field: AuthField, typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed
  switch (authFieldKind(field)) {
    case 'whole':
      return /^\s*\d+\s*$/.test(typed) ? Number(typed) : null
    case 'lines':
      return typed
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    case 'template':
    case 'secret':
    case 'choice':
      return typed
    default:
      return typed.trim()
  }
}
