/**
 * A call of an edge function from its page, as it is typed: method, path, headers and body.
 * @rule functions.try  @source SERVICES §4
 */

/** Methods that can be tried. */
export const TRY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
export type TryMethod = (typeof TRY_METHODS)[number]

/** What is typed. */
export interface TriedValues {
  method: TryMethod
  /** What follows the function's name, with its query. */
  path: string
  /** `Name: value`, one a line. */
  headers: string
  body: string
}

/** A line of headers that can't be read, from 1. */
export interface HeaderProblem {
  line: number
  reason: 'no-colon' | 'name' | 'own'
}

const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
/** Set by the page: with whose rights is chosen beside it. */
const OWN = new Set(['authorization', 'apikey', 'host', 'cookie', 'content-length'])

/** Reads the typed headers; a later line of a name replaces an earlier one. */
export function readHeaders(typed: string): { headers: Record<string, string>; problems: HeaderProblem[] } {
  const headers: Record<string, string> = {}
  const problems: HeaderProblem[] = []
  for (const [index, written] of typed.split(/\r\n|\n|\r/).entries()) {
    if (written.trim() === '') continue
    const line = index + 1
    const colon = written.indexOf(':')
    const name = written.slice(0, Math.max(colon, 0)).trim()
    if (colon < 0) problems.push({ line, reason: 'no-colon' })
    else if (!NAME.test(name)) problems.push({ line, reason: 'name' })
    else if (OWN.has(name.toLowerCase())) problems.push({ line, reason: 'own' })
    else headers[name.toLowerCase()] = written.slice(colon + 1).trim()
  }
  return { headers, problems }
}

/** Whether a method carries a body. */
export function hasBody(method: TryMethod): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** The address that is called. A path begins with `/` or `?`, or gets a `/`. */
export function triedUrl(base: string, path: string): string {
  const typed = path.trim()
  if (typed === '') return base
  return base + (/^[/?]/.test(typed) ? typed : `/${typed}`)
}
