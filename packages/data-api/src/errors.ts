/** Refusals of the data API: one class, one table of codes. */

/** What a refusal consists of. */
export interface Refusal {
  status: number
  /** A code of the family (`PGRST205`) or a SQLSTATE. */
  code: string
  message: string
  /** A sentence; for ambiguous relations a list of them. */
  details?: unknown
  hint?: string | null
  headers?: readonly (readonly [name: string, value: string])[]
}

/** A request that is refused. The body of the answer is `body`. */
export class DataApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: [name: string, value: string][]

  constructor({ status, code, message, details = null, hint = null, headers = [] }: Refusal) {
    super(message)
    this.name = 'DataApiError'
    this.status = status
    this.code = code
    this.details = details
    this.hint = hint
    this.headers = [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Proxy-Status', `PostgREST; error=${code}`],
      ...headers.map(([name, value]): [string, string] => [name, value]),
    ]
  }

  /** `{code, details, hint, message}` as JSON. */
  get body(): string {
    const { code, details, hint, message } = this
    return JSON.stringify({ code, details, hint, message })
  }
}

/** The family's codes and their statuses. */
const STATUSES = {
  PGRST100: 400,
  PGRST101: 405,
  PGRST102: 400,
  PGRST103: 416,
  PGRST105: 405,
  PGRST106: 406,
  PGRST107: 406,
  PGRST108: 400,
  PGRST111: 500,
  PGRST112: 500,
  PGRST114: 400,
  PGRST115: 400,
  PGRST116: 406,
  PGRST117: 405,
  PGRST118: 400,
  PGRST120: 400,
  PGRST121: 500,
  PGRST122: 400,
  PGRST123: 400,
  PGRST124: 400,
  PGRST125: 404,
  PGRST126: 404,
  PGRST127: 400,
  PGRST128: 400,
  PGRST200: 400,
  PGRST201: 300,
  PGRST202: 404,
  PGRST203: 300,
  PGRST204: 400,
  PGRST205: 404,
} as const

/** A code that this package refuses with. */
export type RefusalCode = keyof typeof STATUSES

/** A refusal with the status of its code. */
export function refused(
  code: RefusalCode,
  message: string,
  more: { details?: unknown; hint?: string | null; headers?: readonly (readonly [string, string])[] } = {},
): DataApiError {
  return new DataApiError({ status: STATUSES[code], code, message, ...more })
}
