/** How the id of a request is stored. A caller may choose any word for it, so it may be a secret. */
import { createHash } from 'node:crypto'

/** A UUID, or an id of 32 hexadecimal digits as tracing gives. */
const RANDOM = /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{32})$/i
const HASH_DIGITS = 32

/** Other words are stored as their hash, by which they are found all the same. */
export function keptRequestId(id: string): string {
  if (id === '' || RANDOM.test(id)) return id
  return `sha256-${createHash('sha256').update(id).digest('hex').slice(0, HASH_DIGITS)}`
}
