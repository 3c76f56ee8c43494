/** A refusal of auth in the words of the family. */
import type { ErrorBody } from '@basedeck/platform-client/contract'
import { AUTH_ERRORS, NAMED_ERRORS_VERSION, type AuthErrorCode } from './family-names.js'

export interface AuthErrorDetails {
  /** Default: the sentence of the code. */
  message?: string | undefined
  /** Told beside code and message. */
  more?: Record<string, unknown> | undefined
  /** Default: the status of the code. */
  status?: number | undefined
  cause?: unknown
}

export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: AuthErrorCode
  readonly status: number
  readonly more: Record<string, unknown>
  constructor(code: AuthErrorCode, { message, more = {}, status, cause }: AuthErrorDetails = {}) {
    super(message ?? AUTH_ERRORS[code][1], { cause })
    this.code = code
    this.status = status ?? AUTH_ERRORS[code][0]
    this.more = more
  }
}

/** @param version as the caller asked for it; absent: the older form */
export function authErrorBody(
  { code, status, message, more }: AuthError,
  version: string | undefined,
): object {
  const isNamed = version !== undefined && version >= NAMED_ERRORS_VERSION
  return isNamed ? { code, message, ...more } : { code: status, error_code: code, msg: message, ...more }
}

/** Refusals of the house itself that clients of the family know under another name. */
const KNOWN: Readonly<Record<string, AuthErrorCode>> = {
  invalid_json: 'bad_json',
  invalid_body: 'validation_failed',
  body_too_large: 'request_entity_too_large',
  body_too_deep: 'validation_failed',
  body_too_wide: 'validation_failed',
  invalid_key: 'bad_jwt',
  not_found: 'not_found',
}

/** A refusal of the house, such as a key that is not known. Its form is the older one, which every client reads. */
export function houseRefusal({ code, message }: ErrorBody, status: number): object {
  return { code: status, error_code: KNOWN[code] ?? code, msg: message }
}
