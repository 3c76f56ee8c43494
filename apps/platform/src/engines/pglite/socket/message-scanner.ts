/** Follows what PostgreSQL sends to a client, without reading more of it than the types of the messages. */
import type { ClientStatus } from './backend-messages.js'

const HEADER_BYTES = 5
const READY = 0x5a
const ERROR = 0x45
/** They come between answers: NotificationResponse, NoticeResponse, ParameterStatus. */
const ASIDE: ReadonlySet<number> = new Set([0x41, 0x4e, 0x53])
/** So much of an error is read as tells its severity, which is its second field. */
const SEVERITY_BYTES = 64

export class MessageScanner {
  /** The transaction's state when PostgreSQL last was ready for a query. */
  status: ClientStatus = 'I'
  /** Whether the last answer was that it is ready for a query. */
  isReady = true
  /** Whether an error ended the session. */
  isFatal = false
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #headerFilled = 0
  #remaining = 0
  #begin = Buffer.alloc(0)

  /** Whether the last message is whole. */
  get isBetween(): boolean {
    return this.#headerFilled === 0
  }

  push(bytes: Uint8Array): void {
    let offset = 0
    while (offset < bytes.length) {
      if (this.#headerFilled < HEADER_BYTES) {
        this.#header[this.#headerFilled++] = bytes[offset++] ?? 0
        if (this.#headerFilled < HEADER_BYTES) continue
        this.#remaining = this.#header.readUInt32BE(1) - 4
        this.#begin = Buffer.alloc(0)
      } else {
        const piece = bytes.subarray(offset, offset + this.#remaining)
        if (this.#begin.length < SEVERITY_BYTES)
          this.#begin = Buffer.concat([this.#begin, piece.subarray(0, SEVERITY_BYTES)])
        offset += piece.length
        this.#remaining -= piece.length
      }
      if (this.#remaining === 0) this.#end()
    }
  }

  #end(): void {
    this.#headerFilled = 0
    const type = this.#header[0] ?? 0
    if (ASIDE.has(type)) return
    this.isReady = type === READY
    if (type === READY) this.status = this.#begin.toString('latin1', 0, 1) as ClientStatus
    if (type === ERROR) this.isFatal ||= /\0V(FATAL|PANIC)\0/.test(this.#begin.toString('latin1'))
  }
}
