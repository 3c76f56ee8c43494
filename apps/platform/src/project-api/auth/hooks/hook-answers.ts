/**
 * What the hooks of a project answered means for the flow that asked them. A hook that says something else than its kind
 * allows fails, and what it was asked about does not happen.
 * @rule auth.hook-answers
 */

/** What a hook said: its own refusal, or its answer. */
export type HookAnswer =
  | { type: 'answer'; answer: Record<string, unknown> }
  /** `status` is the one that the caller of auth gets. */
  | { type: 'refusal'; status: number; message: string }
  | { type: 'broken' }

const DEFAULT_REFUSAL_STATUS = 500

/** @param text JSON; empty: a hook that has nothing to say */
export function hookAnswer(text: string): HookAnswer {
  let answer: unknown
  try {
    answer = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return { type: 'broken' }
  }
  if (answer === null) return { type: 'answer', answer: {} }
  if (!isObject(answer)) return { type: 'broken' }
  const { error } = answer
  if (error === undefined || error === null) return { type: 'answer', answer }
  if (!isObject(error)) return { type: 'broken' }
  const { http_code: status = DEFAULT_REFUSAL_STATUS, message = '' } = error
  const isStatus = typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599
  return isStatus && typeof message === 'string' ? { type: 'refusal', status, message } : { type: 'broken' }
}

/** Claims that every service of a project reads, with what each must be. */
const REQUIRED_CLAIMS: Readonly<Record<string, (value: unknown) => boolean>> = {
  sub: isText,
  session_id: isText,
  role: isText,
  email: isText,
  phone: isText,
  aal: isText,
  exp: Number.isInteger,
  iat: Number.isInteger,
  is_anonymous: (value) => typeof value === 'boolean',
  aud: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
}

/** The claims of a token, or the names of those that are missing or are something else. */
export function claimsOf(
  answer: Readonly<Record<string, unknown>>,
): { claims: Record<string, unknown> } | { wrong: string[] } {
  const { claims } = answer
  if (!isObject(claims)) return { wrong: ['claims'] }
  const wrong = Object.keys(REQUIRED_CLAIMS).filter((name) => !REQUIRED_CLAIMS[name]?.(claims[name]))
  return wrong.length > 0 ? { wrong } : { claims }
}

/** What becomes of an attempt to prove who one is. Undefined: the hook said neither. */
export function decisionOf(
  answer: Readonly<Record<string, unknown>>,
): { isRejected: boolean; message: string | undefined; endsSessions: boolean } | undefined {
  const { decision, message, should_logout_user: endsSessions } = answer
  if (decision !== 'continue' && decision !== 'reject') return undefined
  return {
    isRejected: decision === 'reject',
    message: typeof message === 'string' && message !== '' ? message : undefined,
    endsSessions: decision === 'reject' && endsSessions === true,
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
