/**
 * The connection below a client's socket. Frames of the server are written straight to its stream: one that many clients get is
 * made once, and what goes to a client in the same turn of the event loop goes in one write. RFC 6455 §5.2.
 */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

const TEXT = 0x81
const BINARY = 0x82
/** Lengths that fit into the second byte; beyond them, that byte says how many bytes of length follow. */
const SHORT_MAX = 125
const TWO_BYTES = 126
const TWO_BYTES_MAX = 0xffff
const EIGHT_BYTES = 127
const FLUSHED_BYTES = 1024 * 1024

/** One whole message, unmasked, as a server sends it. */
export function framed(data: string | Uint8Array): Buffer {
  const isText = typeof data === 'string'
  const length = isText ? Buffer.byteLength(data) : data.length
  const at = length <= SHORT_MAX ? 2 : length <= TWO_BYTES_MAX ? 4 : 10
  const frame = Buffer.allocUnsafe(at + length)
  frame[0] = isText ? TEXT : BINARY
  if (at === 2) frame[1] = length
  else if (at === 4) {
    frame[1] = TWO_BYTES
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = EIGHT_BYTES
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  if (isText) frame.write(data, at)
  else frame.set(data, at)
  return frame
}

export class Wire {
  readonly #connection: WebSocket
  readonly #stream: Duplex

  constructor(connection: WebSocket, stream: Duplex) {
    this.#connection = connection
    this.#stream = stream
  }

  /** Bytes that wait to be sent. */
  get bufferedAmount(): number {
    return this.#stream.writableLength
  }

  /** @param frame as of `framed` */
  write(frame: Buffer): void {
    if (this.#connection.readyState !== this.#connection.OPEN) return
    const stream = this.#stream
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(uncork, stream)
    }
    stream.write(frame)
    // More than that does not wait for the end of the turn: it would count as waiting for the client.
    if (stream.writableLength >= FLUSHED_BYTES) stream.uncork()
  }

  /** What was written before is sent first. */
  terminate(): void {
    this.#stream.uncork()
    this.#connection.terminate()
  }
}

function uncork(stream: Duplex): void {
  stream.uncork()
}
