/**
 * Looks through JSON while its bytes arrive, and tells as soon as it breaks a bound, so that nothing is built from a body
 * that is too deep or too wide. Whether it is valid JSON is decided by the parser.
 * @rule http.json-scan  @spec §8
 */
import type { BodyBounds } from '@basedeck/platform-client/contract'

export type JsonFault = 'too-deep' | 'too-wide' | 'too-much-sql'

export interface JsonScan {
  /** Looks at the next bytes. Undefined: nothing is too much so far. */
  add(piece: Uint8Array): JsonFault | undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const LETTER_U = 0x75
/** Digits of a `\u` escape. */
const HEX_DIGITS = 4

const SQL_KEY = 'query'
/** Bytes of the key with each character escaped: a longer key is another one. */
const SQL_KEY_MAX_BYTES = SQL_KEY.length * 6

export function createJsonScan({
  depth: maxDepth,
  members: maxMembers,
  keys: maxKeys,
  sql,
}: JsonBounds): JsonScan {
  let depth = 0
  let members = 0
  /** Keys so far of the object at each depth. */
  const keys = new Uint32Array(maxDepth + 1)
  let isInText = false
  /** Bytes of an escape that are still to come; -1: its letter. */
  let escaped = 0
  /** The last text, as far as it may be the key of SQL. */
  let text: number[] = []
  let isValue = false
  let isSql = false
  let sqlBytes = 0
  let allSqlBytes = 0
  /** In the piece that is looked at. */
  let nextBackslash = -1

  function beginText(): void {
    isInText = true
    isSql = isValue && sql !== undefined && nameOf(text) === SQL_KEY
    if (!isValue) text = []
    sqlBytes = 0
  }

  /** Gives the index of the first byte that does not belong to the text, or a fault. */
  function readText(piece: Uint8Array, from: number): number | JsonFault {
    let at = from
    while (at < piece.length && isInText) {
      const isKept = !isValue && text.length <= SQL_KEY_MAX_BYTES
      if (escaped === 0 && !isKept) {
        const end = endOfPlainText(piece, at)
        sqlBytes += end - at
        at = end
        if (at === piece.length) break
      }
      const byte = piece[at++] ?? 0
      if (isKept) text.push(byte)
      if (escaped > 0) escaped--
      else if (escaped < 0) escaped = byte === LETTER_U ? HEX_DIGITS : 0
      else if (byte === BACKSLASH) {
        escaped = -1
        sqlBytes++
      } else if (byte === QUOTE) isInText = false
      else sqlBytes++
    }
    if (!isSql || !sql) return at
    if (sqlBytes > sql.each || allSqlBytes + sqlBytes > sql.all) return 'too-much-sql'
    if (!isInText) allSqlBytes += sqlBytes
    return at
  }

  /** Where the next quote or backslash is. A search by the machine's own means passes long texts twenty times as fast. */
  function endOfPlainText(piece: Uint8Array, from: number): number {
    if (nextBackslash < from) nextBackslash = indexIn(piece, BACKSLASH, from)
    return Math.min(indexIn(piece, QUOTE, from), nextBackslash)
  }

  /** Outside of texts. */
  function readSign(byte: number): JsonFault | undefined {
    switch (byte) {
      case OPENING_BRACE:
      case OPENING_BRACKET:
        isValue = false
        if (++depth > maxDepth) return 'too-deep'
        keys[depth] = 0
        // An element or a key for each sign that opens or separates, and so never fewer than there are.
        return ++members > maxMembers ? 'too-wide' : undefined
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        isValue = false
        depth = Math.max(0, depth - 1)
        return undefined
      case COMMA:
        isValue = false
        return ++members > maxMembers ? 'too-wide' : undefined
      case COLON: {
        isValue = true
        const here = (keys[depth] ?? 0) + 1
        keys[depth] = here
        return here > maxKeys ? 'too-wide' : undefined
      }
      default:
        return undefined
    }
  }

  return {
    add(piece) {
      nextBackslash = -1
      for (let at = 0; at < piece.length;) {
        if (isInText) {
          const end = readText(piece, at)
          if (typeof end === 'string') return end
          at = end
          continue
        }
        const byte = piece[at++] ?? 0
        if (byte === QUOTE) beginText()
        else {
          const fault = readSign(byte)
          if (fault) return fault
        }
      }
      return undefined
    },
  }
}

export type JsonBounds = Omit<BodyBounds, 'bytes'>

/** Its end, when it is not there. */
function indexIn(piece: Uint8Array, byte: number, from: number): number {
  const index = piece.indexOf(byte, from)
  return index === -1 ? piece.length : index
}

/** What a key means: its escapes may hide it. */
function nameOf(raw: readonly number[]): string | undefined {
  if (raw.length > SQL_KEY_MAX_BYTES + 1) return undefined
  try {
    return JSON.parse(`"${String.fromCharCode(...raw.slice(0, -1))}"`) as string
  } catch {
    return undefined
  }
}
