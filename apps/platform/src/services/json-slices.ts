/** JSON of a large value, piece by piece: written at once, an answer of 50 MB would hold up all other callers. */

/** Characters. A string or a list of plain values that is longer is written in parts. */
const PART_CHARS = 16 * 1024

/** A member of a value that is JSON already. */
export class JsonPieces {
  constructor(readonly pieces: Iterable<Buffer>) {}
}

/** The same text as `JSON.stringify`. `value` consists of what JSON knows, of `JsonPieces`, and of undefined members. */
export function* jsonSlices(value: unknown): Generator<string | Buffer> {
  if (value instanceof JsonPieces) yield* value.pieces
  else if (typeof value === 'string') yield* stringSlices(value)
  else if (typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) yield* listSlices(value)
  else yield* objectSlices(value)
}

function* stringSlices(text: string): Generator<string> {
  if (text.length <= PART_CHARS) return yield JSON.stringify(text)
  yield '"'
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + PART_CHARS, text.length)
    // The two halves of a character stay together.
    if (isFirstHalf(text.charCodeAt(to - 1)) && to < text.length) to--
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}

function* listSlices(list: readonly unknown[]): Generator<string | Buffer> {
  if (isShort(list)) return yield JSON.stringify(list)
  let before = '['
  for (const item of list) {
    yield before
    yield* jsonSlices(item)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

function* objectSlices(value: object): Generator<string | Buffer> {
  let before = '{'
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(key)}:`
    yield* jsonSlices(member)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Whether a list, such as a row, is written at once. */
function isShort(list: readonly unknown[]): boolean {
  let length = list.length
  for (const item of list) {
    if (typeof item === 'string') length += item.length
    else if (typeof item === 'object' && item !== null) return false
    if (length > PART_CHARS) return false
  }
  return true
}

const FIRST_HALVES_FROM = 0xd800
const FIRST_HALVES_TO = 0xdbff

function isFirstHalf(code: number): boolean {
  return code >= FIRST_HALVES_FROM && code <= FIRST_HALVES_TO
}
