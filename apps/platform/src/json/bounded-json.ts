/** JSON of callers, within bounds that hold before a value is made of it. */
import { bodyBoundsOf } from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import { createJsonScan, type JsonBounds, type JsonFault } from './json-scan.js'
import { jsonIn } from './json-text.js'
import { parseJson } from './json-threads.js'

/** Of a call that names no others. */
export const USUAL_BOUNDS = bodyBoundsOf({ access: 'profile' })

const REFUSALS = {
  'too-deep': 'body_too_deep',
  'too-wide': 'body_too_wide',
  'too-much-sql': 'query_too_large',
} as const

/** @throws DomainError body_too_deep, body_too_wide, query_too_large */
export function requireWithin(fault: JsonFault | undefined): void {
  if (fault !== undefined) throw new DomainError(REFUSALS[fault])
}

/** Long JSON is parsed in another thread, which takes its buffer. @throws DomainError as above, Error for what is no JSON */
export async function boundedJson(
  bytes: Uint8Array<ArrayBuffer>,
  bounds: JsonBounds = USUAL_BOUNDS,
): Promise<unknown> {
  requireWithin(createJsonScan(bounds).add(bytes))
  return parseJson(bytes)
}

/** The same at once, for texts whose length is limited already. Errors as above. */
export function boundedJsonNow(text: string): unknown {
  const bytes = new TextEncoder().encode(text)
  requireWithin(createJsonScan(USUAL_BOUNDS).add(bytes))
  return jsonIn(bytes)
}
