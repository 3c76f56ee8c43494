/**
 * Refusals of the object API. Clients of the family read `statusCode`, `error` and `message`; ours read `code`. A body has all
 * of them.
 */
import type { ErrorBody } from '@basedeck/platform-client/contract'
import type { DomainErrorCode } from '../../kernel/domain-error.js'
import { errorText } from '../../text/errors.js'
import { FAMILY_ERRORS, FAMILY_WORDS } from './family-names.js'

/** The HTTP status is the true one, and `statusCode` the same as a text. */
export function familyError(body: ErrorBody, status: number): object {
  const words = FAMILY_WORDS[body.code as DomainErrorCode]
  const message = typeof words?.message === 'function' ? words.message({ ...body }) : words?.message
  // A sentence that was written for this one refusal says more than the words for all of them.
  const isUsual = body.message === errorText[body.code as keyof typeof errorText]
  return {
    ...body,
    statusCode: String(status),
    error: words?.error ?? FAMILY_ERRORS[status] ?? 'InternalError',
    message: typeof words?.message === 'function' || isUsual ? (message ?? body.message) : body.message,
  }
}
