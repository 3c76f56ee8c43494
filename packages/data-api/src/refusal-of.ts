/** What an error of PostgreSQL means for the sender: its SQLSTATE has a status. */
import { headersSet } from './answer/response-settings.js'
import { DataApiError, refused } from './errors.js'

/** An error as drivers give it: `code` is the SQLSTATE. */
export interface PostgresError {
  code?: string | undefined
  message: string
  detail?: string | null | undefined
  hint?: string | null | undefined
}

/** Who was refused. */
export interface RefusalContext {
  /** Whether the request came with a token of its own: without one, a missing right is answered by 401. Default: false. */
  hasToken?: boolean
}

/** SQLSTATEs and their beginnings, with their statuses; a longer one wins. */
const STATUSES: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25': 500,
  '25006': 405,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53': 503,
  '53400': 500,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
}

/**
 * The answer to an error of PostgreSQL.
 * @param error what the driver raised; without a `code` the connection failed: 503
 */
export function refusalOf(error: PostgresError, context: RefusalContext = {}): DataApiError {
  const { code, message } = error
  const details = error.detail ?? null
  const hint = error.hint ?? null
  if (code === undefined) {
    return new DataApiError({
      status: 503,
      code: 'PGRST000',
      message: 'The database did not answer',
      details: message,
    })
  }
  if (code === 'PGRST') return raised(message, details)
  if (code === '42501' && context.hasToken !== true) {
    return new DataApiError({
      status: 401,
      code,
      message,
      details,
      hint,
      headers: [['WWW-Authenticate', 'Bearer']],
    })
  }
  return new DataApiError({ status: statusOf(code), code, message, details, hint })
}

function statusOf(code: string): number {
  if (code === '42501') return 403
  const own = /^PT([2-5]\d\d)$/.exec(code)?.[1]
  if (own !== undefined) return Number(own)
  return STATUSES[code] ?? STATUSES[code.slice(0, 2)] ?? 400
}

/** `raise sqlstate 'PGRST' using message = '{"code": …}', detail = '{"status": …}'` */
function raised(message: string, details: string | null): DataApiError {
  const said = objectOf(message)
  const how = objectOf(details ?? '')
  const status = Number(how?.['status'])
  if (!said || typeof said['code'] !== 'string' || typeof said['message'] !== 'string')
    return badRaise('MESSAGE', 'Invalid JSON value for MESSAGE', message)
  if (!how || !Number.isInteger(status) || status < 200 || status > 599)
    return badRaise('DETAIL', 'Invalid JSON value for DETAIL', details ?? '')
  const given =
    typeof how['headers'] === 'object' && how['headers'] !== null ? Object.entries(how['headers']) : []
  return new DataApiError({
    status,
    code: said['code'],
    message: said['message'],
    details: said['details'] ?? null,
    hint: typeof said['hint'] === 'string' ? said['hint'] : null,
    headers: headersSet(JSON.stringify(given.map(([name, value]) => ({ [name]: value })))),
  })
}

function badRaise(part: string, details: string, text: string): DataApiError {
  return refused('PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
    details: `${details}: '${text}'`,
    hint:
      part === 'DETAIL'
        ? 'DETAIL must be a JSON object with obligatory keys: "status", "headers" and optional key: "status_text".'
        : 'MESSAGE must be a JSON object with obligatory keys: "code", "message" and optional keys: "details", "hint".',
  })
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
