/** Bytes of a file while they are written. Short pieces are copied in a loop, which is faster than a call. */

const FIRST_BYTES = 256 * 1024
/** A buffer that grew beyond this is not kept. */
const KEPT_BYTES = 4 * 1024 * 1024
/** Texts that may grow are written in parts of this size, so that the room for them stays small. */
const PART_BYTES = 16 * 1024
/** Longer pieces are copied by a call. */
const LOOP_BYTES = 48

const QUOTE = 0x22
const APOSTROPHE = 0x27
const BACKSLASH = 0x5c
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20

/** What JSON.stringify writes for a byte; undefined: the byte itself. */
const JSON_ESCAPES: readonly (Buffer | undefined)[] = Array.from({ length: 256 }, (_, byte) =>
  byte < SPACE || byte === QUOTE || byte === BACKSLASH
    ? Buffer.from(JSON.stringify(String.fromCharCode(byte)).slice(1, -1))
    : undefined,
)
/** The same as a table of bytes, which is read faster. */
const IS_ESCAPED = Uint8Array.from(JSON_ESCAPES, (escape) => (escape ? 1 : 0))
const LONGEST_ESCAPE = 6

export class ByteBuffer {
  readonly #firstBytes: number
  #bytes: Buffer
  #length = 0

  constructor(firstBytes = FIRST_BYTES) {
    this.#firstBytes = firstBytes
    this.#bytes = Buffer.allocUnsafeSlow(firstBytes)
  }

  /** A copy of what was written so far. The buffer is used again: large new ones would be collected all the time. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    // One giant value must not keep its room for the rest of the file.
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(this.#firstBytes)
    this.#length = 0
    return taken
  }

  put(source: Buffer, start = 0, end: number = source.length): void {
    const size = end - start
    this.#reserve(size)
    const bytes = this.#bytes
    let length = this.#length
    if (size > LOOP_BYTES) length += source.copy(bytes, length, start, end)
    else for (let at = start; at < end; at++) bytes[length++] = source[at] ?? 0
    this.#length = length
  }

  /** Bytes since the last `take`. */
  get length(): number {
    return this.#length
  }

  /** A text as JSON.stringify writes it. */
  putJsonText(source: Buffer, start: number, end: number): void {
    this.#putByte(QUOTE)
    this.putJsonPart(source, start, end)
    this.#putByte(QUOTE)
  }

  /** The same without the quotes: a part of a text, which may end within a character. */
  putJsonPart(source: Buffer, start: number, end: number): void {
    for (let from = start; from < end; from += PART_BYTES) {
      const to = Math.min(end, from + PART_BYTES)
      this.#reserve((to - from) * LONGEST_ESCAPE)
      const bytes = this.#bytes
      let length = this.#length
      for (let at = from; at < to; at++) {
        const byte = source[at] ?? 0
        if (IS_ESCAPED[byte] === 0) bytes[length++] = byte
        else length += JSON_ESCAPES[byte]?.copy(bytes, length) ?? 0
      }
      this.#length = length
    }
  }

  /** A value of JSON on one line: outside of strings, line ends are white space. */
  putJsonLine(source: Buffer, start: number, end: number): void {
    this.#reserve(end - start)
    const bytes = this.#bytes
    let length = this.#length
    for (let at = start; at < end; at++) {
      const byte = source[at] ?? 0
      bytes[length++] = byte === LINE_FEED || byte === CARRIAGE_RETURN ? SPACE : byte
    }
    this.#length = length
  }

  /** A string literal of SQL, as `quoteLiteral` writes it. */
  putSqlText(source: Buffer, start: number, end: number): void {
    const isEscaped = has(source, BACKSLASH, start, end)
    if (isEscaped) this.#putByte(LETTER_E)
    this.#putByte(APOSTROPHE)
    for (let from = start; from < end; from += PART_BYTES) {
      const to = Math.min(end, from + PART_BYTES)
      this.#reserve((to - from) * 2)
      const bytes = this.#bytes
      let length = this.#length
      for (let at = from; at < to; at++) {
        const byte = source[at] ?? 0
        if (byte === APOSTROPHE || (isEscaped && byte === BACKSLASH)) bytes[length++] = byte
        bytes[length++] = byte
      }
      this.#length = length
    }
    this.#putByte(APOSTROPHE)
  }

  #putByte(byte: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = byte
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}

const LETTER_E = 0x45

function has(source: Buffer, wanted: number, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (source[at] === wanted) return true
  return false
}
