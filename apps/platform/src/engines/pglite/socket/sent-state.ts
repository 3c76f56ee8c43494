/**
 * What a client sent that PostgreSQL's catalogue does not list: its last unnamed statement, and the names of settings of
 * its own, such as `app.user`.
 */

const HEADER_BYTES = 5
const PARSE = 0x50
const QUERY = 0x51
const BIND = 0x42

const MAX_NAMES = 1000
/** So much of a message is looked through. */
const LOOKED_THROUGH_BYTES = 64 * 1024

export class SentState {
  /** The message Parse of the unnamed statement. */
  unnamed: Uint8Array | undefined
  /** Words with a dot in messages that may set something; not all of them are settings. */
  readonly dotted = new Set<string>()

  /** @param messages whole */
  add(messages: Uint8Array): void {
    const bytes = Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength)
    let end = 0
    for (let start = 0; start + HEADER_BYTES <= bytes.length; start = end) {
      end = start + 1 + bytes.readUInt32BE(start + 1)
      const type = bytes[start]
      if (type === QUERY) this.unnamed = undefined
      if (type === PARSE && bytes[start + HEADER_BYTES] === 0) this.unnamed = bytes.subarray(start, end)
      if (type === QUERY || type === PARSE || type === BIND) this.#look(bytes.subarray(start, end))
    }
  }

  #look(message: Buffer): void {
    const text = message.toString('latin1', HEADER_BYTES, Math.min(message.length, LOOKED_THROUGH_BYTES))
    // The name may also be a parameter of set_config.
    if (message[0] !== BIND && !/set/i.test(text)) return
    for (const [word] of text.matchAll(/[a-z_][\w$]*(?:\.[a-z_][\w$]*)+/gi)) {
      if (this.dotted.size >= MAX_NAMES) return
      this.dotted.add(word)
    }
  }
}
