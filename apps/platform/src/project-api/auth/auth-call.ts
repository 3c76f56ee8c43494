/** One call of the auth service, with everything that a flow works with. */
import type { AuthConfig, AuthProvider } from '@basedeck/platform-client/contract'
import type { BatchStatement } from '../../engines/engine.js'
import type { SentMessage, TextMessage } from '../../services/text-messages.js'
import type { AuthDatabase } from './auth-database.js'
import { AuthError } from './auth-error.js'
import type { AuthHost } from './auth-host.js'
import type { AuthHooks } from './hooks/ask-hook.js'
import type { AuthMail } from './auth-mails.js'
import type { PasswordHashes } from './password-hashes.js'
import type { SecretTexts } from './secret-texts.js'

/** Claims of an access token, as the services of a project and policies read them. */
export type AccessClaims = Readonly<Record<string, unknown>>

export interface AuthCall {
  ref: string
  settings: AuthConfig
  database: AuthDatabase
  texts: SecretTexts
  hashes: PasswordHashes
  hooks: AuthHooks
  /** By the service of the project. */
  sendTextMessage(message: TextMessage): Promise<SentMessage>
  /** Nothing of the message is told. */
  onMessageFailed(reason: string): void
  /** The providers of the project. */
  providers: Pick<AuthHost, 'beginAtProvider' | 'finishAtProvider' | 'checkIdToken'>
  /** A provider failed; nothing of what was sent is told. */
  onProviderFailed(provider: AuthProvider, reason: string): void
  /** Leaked passwords by the start of their hash; see `AuthHost`. */
  leakedRange(prefix: string): Promise<string | undefined>
  /** Signs with the project's current key. */
  sign(claims: AccessClaims): Promise<string>
  /** Sends after the transaction. The answer does not wait, so that its time tells nothing about the address. */
  mail(mail: AuthMail): void
  /** Address of the service: `https://api.example.com/shop/auth/v1`. */
  issuer: string
  /** Null: unknown. */
  ip: string | null
  userAgent: string
  query: URLSearchParams
  /** Of the path: `/admin/users/{id}`. */
  params: Readonly<Record<string, string>>
  /** As whom it is made: the claims of the token, or of the key. */
  claims: Readonly<Record<string, unknown>>
  role: string
  /** A cookie of this call; undefined: the browser sent none of that name. */
  cookie(name: string): string | undefined
  /** The fields of a form that a page of another site sent. @throws AuthError validation_failed */
  form(): Promise<URLSearchParams>
  /** Where the call was made: `https://api.example.com`. */
  origin: string
  /** The JSON object of the body; empty without one. @throws AuthError bad_json, validation_failed */
  body(): Promise<Record<string, unknown>>
}

export interface AuthAnswer {
  status?: number
  /** Undefined: none. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export type AuthFlow = (call: AuthCall) => Promise<AuthAnswer>

/** Statements whose rows a flow needs, beside others that it does not look at. */
export type Statements = BatchStatement[]

/** A text of the body. Absent and null: undefined. @throws AuthError validation_failed */
export function textIn(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.includes('\0'))
    throw new AuthError('validation_failed', { message: `${name} must be a text` })
  return value
}

/** @throws AuthError validation_failed */
export function flagIn(body: Record<string, unknown>, name: string): boolean | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean')
    throw new AuthError('validation_failed', { message: `${name} must be true or false` })
  return value
}

/** A JSON object of the body. @throws AuthError validation_failed */
export function objectIn(body: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value))
    throw new AuthError('validation_failed', { message: `${name} must be an object` })
  if (JSON.stringify(value).includes(String.raw`\u0000`))
    throw new AuthError('validation_failed', { message: `${name} must not contain \\u0000` })
  return value as Record<string, unknown>
}

const MOST_EMAIL_CHARACTERS = 255

/** In small letters. @throws AuthError email_address_invalid */
export function emailIn(body: Record<string, unknown>, name = 'email'): string | undefined {
  const text = textIn(body, name)?.trim().toLowerCase()
  if (text === undefined || text === '') return undefined
  if (
    text.length > MOST_EMAIL_CHARACTERS ||
    !/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]+$/.test(text)
  )
    throw new AuthError('email_address_invalid', { status: 400 })
  return text
}

/** Digits alone. @throws AuthError validation_failed */
export function phoneIn(body: Record<string, unknown>, name = 'phone'): string | undefined {
  const text = textIn(body, name)?.replace(/^\+/, '')
  if (text === undefined || text === '') return undefined
  if (!/^[1-9]\d{4,14}$/.test(text))
    throw new AuthError('validation_failed', { message: 'Invalid phone number format (E.164 required)' })
  return text
}
