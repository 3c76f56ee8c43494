/** What the platform refuses, below HTTP: a stable code, and the sentence for people. */
import { errorText } from '../text/errors.js'

export type DomainErrorCode = keyof typeof errorText

export interface DomainErrorDetails extends ErrorOptions {
  /** How long the caller must wait before the same may succeed. */
  retryAfterSeconds?: number | undefined
  /** Told beside message and code: what the caller needs to go on, such as the stored row of a `stale`. */
  more?: Record<string, unknown> | undefined
}

/** A refusal. It knows no status: `http/error-table.ts` gives each code its own. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: DomainErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly more: Record<string, unknown> | undefined
  constructor(
    code: DomainErrorCode,
    sentence: string = errorText[code],
    { retryAfterSeconds, more, ...options }: DomainErrorDetails = {},
  ) {
    super(sentence, options)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.more = more
  }
}
