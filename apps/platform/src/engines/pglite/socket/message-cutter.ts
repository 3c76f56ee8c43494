/** Cuts what a client sends into whole messages, and refuses what no client of PostgreSQL sends. */
import { socketText } from '../../../text/socket.js'
import { ProtocolError } from './protocol-error.js'

const HEADER_BYTES = 5

/** A longer message would have to be held in memory whole. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

/** So many bytes of short messages go on at once. */
const BATCH_BYTES = 256 * 1024

/** The types of messages after the sign-in: Bind, Close, CopyData, CopyDone, CopyFail, Describe, Execute, … */
const TYPES: ReadonlySet<number> = new Set([...'BCdcfDEFHPpQSX'].map((type) => type.charCodeAt(0)))

export class MessageCutter {
  #chunks: Buffer[] = []
  #bytes = 0

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
  }

  /** The next bytes, when so many are there. */
  take(bytes: number): Buffer | undefined {
    if (this.#bytes < bytes) return undefined
    const taken = this.#whole().subarray(0, bytes)
    this.#drop(bytes)
    return taken
  }

  /** The length that a first packet begins with. */
  peekLength(): number | undefined {
    return this.#bytes < 4 ? undefined : this.#whole().readUInt32BE(0)
  }

  /** One whole message of at most so many bytes. @throws ProtocolError */
  message(maxBytes: number): Buffer | undefined {
    const bytes = this.#messageBytes(0, maxBytes)
    return bytes === undefined ? undefined : this.take(bytes)
  }

  /** The whole messages that are there, at least one. @throws ProtocolError */
  messages(): Buffer[] | undefined {
    const found: Buffer[] = []
    let offset = 0
    while (offset < BATCH_BYTES) {
      const bytes = this.#messageBytes(offset, MAX_MESSAGE_BYTES)
      if (bytes === undefined || this.#bytes < offset + bytes) break
      found.push(this.#whole().subarray(offset, offset + bytes))
      offset += bytes
    }
    if (found.length === 0) return undefined
    this.#drop(offset)
    return found
  }

  /** The length of the message that begins there; undefined: its header is not there yet. */
  #messageBytes(offset: number, maxBytes: number): number | undefined {
    if (this.#bytes < offset + HEADER_BYTES) return undefined
    const header = this.#headerAt(offset)
    const type = header[0] ?? 0
    if (!TYPES.has(type)) throw new ProtocolError('08P01', socketText.messageUnknown(String(type)))
    const length = header.readUInt32BE(1)
    if (length < 4) throw new ProtocolError('08P01', socketText.messageLength)
    if (length + 1 > maxBytes)
      throw new ProtocolError('54000', socketText.messageTooLong(MAX_MESSAGE_BYTES / 1024 / 1024))
    return length + 1
  }

  /** Joins no more than it has to: a long message comes in many chunks. */
  #headerAt(offset: number): Buffer {
    const [first] = this.#chunks
    const isInFirst = first !== undefined && first.length >= offset + HEADER_BYTES
    return (isInFirst ? first : this.#whole()).subarray(offset, offset + HEADER_BYTES)
  }

  #whole(): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks
    if (this.#chunks.length < 2) return first
    const whole = Buffer.concat(this.#chunks, this.#bytes)
    this.#chunks = [whole]
    return whole
  }

  #drop(bytes: number): void {
    const rest = this.#whole().subarray(bytes)
    this.#bytes = rest.length
    this.#chunks = rest.length > 0 ? [rest] : []
  }
}
