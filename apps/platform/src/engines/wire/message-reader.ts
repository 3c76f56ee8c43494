/**
 * Cuts the bytes a PostgreSQL server sends into messages. Rows are read here, cell by cell, so that a giant cell
 * is cut while it arrives and an unwanted row is never decoded; everything else goes through pg-protocol.
 */
import type { BackendMessage } from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import { readRow, RowReader, type Row } from './row-reader.js'

/** What listens to one connection's messages. */
export interface MessageSink {
  /** Longer cells are cut to this many bytes. */
  readonly cellBytes: number
  /** Called before each row; an unwanted row is skipped without parsing. */
  wantsRow(): boolean
  row(row: Row): void
  skippedRow(): void
  /**
   * A piece of COPY data, in which so many messages end: one for each line. The bytes are only good during the call.
   */
  copyData(bytes: Buffer, lines: number): void
  /** Every other message. */
  message(message: BackendMessage): void
  /** Rows pass through as they came, where that is possible. */
  readonly forwards?: RowForwarder | undefined
}

/** Takes rows as the bytes that the server sent. */
export interface RowForwarder {
  /** Longer rows come by `MessageSink.row`, because their cells may have to be cut. */
  readonly maxRowBytes: number
  /** Whether a row, whose message has so many bytes, is wanted; it is then counted as passed on. */
  admits(bytes: number): boolean
  /** Whole DataRow messages, one after the other. The bytes are only good during the call. */
  rows(messages: Buffer, count: number): void
}

const HEADER_BYTES = 5
const NO_BYTES = Buffer.alloc(0)
const ROW_CODE = 0x44
const COPY_DATA_CODE = 0x64
const ERROR_CODE = 0x45
const NOTICE_CODE = 0x4e
const READY_CODE = 0x5a

/** Longer messages other than rows are truncated; only errors and notices can be that long. */
const MAX_MESSAGE_BYTES = 1024 * 1024

/** Reads the stream of one connection. Feed it every chunk, in order. */
export class MessageReader {
  sink: MessageSink
  readonly #onReady: () => void
  readonly #parser = new Parser()
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #headerFilled = 0
  /** Bytes of the current message's body that are still to come. */
  #remaining = 0
  /** Whether the current message is a wanted row, or not a row. */
  #wanted = true
  /** The current row, when it arrives in pieces. */
  #row: RowReader | undefined
  /** Takes the current row as bytes; undefined: it is read cell by cell. */
  #forwarded: RowForwarder | undefined
  /** Data of COPY without the headers of its messages; used again for each chunk. */
  #lines: Buffer = Buffer.alloc(0)
  #body: Buffer[] = []
  #bodyBytes = 0

  /** `onReady` is called after the sink got a ReadyForQuery. */
  constructor(sink: MessageSink, onReady: () => void = () => {}) {
    this.sink = sink
    this.#onReady = onReady
  }

  push(chunk: Buffer): void {
    let offset = 0
    while (offset < chunk.length) {
      if (this.#headerFilled === 0 && this.sink.forwards && chunk[offset] === ROW_CODE) {
        const end = this.#forward(this.sink.forwards, chunk, offset)
        if (end > offset) {
          offset = end
          continue
        }
      }
      if (this.#headerFilled === 0 && chunk[offset] === COPY_DATA_CODE) {
        const end = this.#copyLines(chunk, offset)
        if (end > offset) {
          offset = end
          continue
        }
      }
      if (this.#headerFilled < HEADER_BYTES) {
        const taken = chunk.copy(
          this.#header,
          this.#headerFilled,
          offset,
          offset + HEADER_BYTES - this.#headerFilled,
        )
        this.#headerFilled += taken
        offset += taken
        if (this.#headerFilled === HEADER_BYTES) this.#begin()
        continue
      }
      const piece = chunk.subarray(offset, offset + this.#remaining)
      offset += piece.length
      this.#remaining -= piece.length
      this.#take(piece)
    }
  }

  /** Passes on the rows that are whole in this chunk, and gives where they end. */
  #forward(forwarder: RowForwarder, chunk: Buffer, from: number): number {
    let start = from
    let count = 0
    let offset = from
    const passOn = (): void => {
      if (count > 0) forwarder.rows(chunk.subarray(start, offset), count)
      count = 0
    }
    while (offset + HEADER_BYTES <= chunk.length && chunk[offset] === ROW_CODE) {
      const bytes = 1 + chunk.readUInt32BE(offset + 1)
      if (bytes > forwarder.maxRowBytes || offset + bytes > chunk.length) break
      if (forwarder.admits(bytes)) count++
      else {
        passOn()
        this.sink.skippedRow()
        start = offset + bytes
      }
      offset += bytes
    }
    passOn()
    return offset
  }

  /** Passes on the data of the COPY messages that are whole in this chunk, and gives where they end. */
  #copyLines(chunk: Buffer, from: number): number {
    let offset = from
    let lines = 0
    let filled = 0
    // Moving bytes within one buffer is twice as fast as copying each line into another.
    if (this.#lines.length < chunk.length) this.#lines = Buffer.allocUnsafeSlow(chunk.length)
    chunk.copy(this.#lines)
    while (offset + HEADER_BYTES <= chunk.length && chunk[offset] === COPY_DATA_CODE) {
      const end = offset + 1 + chunk.readUInt32BE(offset + 1)
      if (end > chunk.length) break
      this.#lines.copyWithin(filled, offset + HEADER_BYTES, end)
      filled += end - offset - HEADER_BYTES
      lines++
      offset = end
    }
    if (lines > 0) this.sink.copyData(this.#lines.subarray(0, filled), lines)
    return offset
  }

  #begin(): void {
    this.#remaining = this.#header.readUInt32BE(1) - 4
    this.#wanted = this.#code !== ROW_CODE || this.#wantsRow()
    if (this.#remaining === 0) this.#take(NO_BYTES)
  }

  get #code(): number {
    return this.#header[0] ?? 0
  }

  #wantsRow(): boolean {
    const { forwards } = this.sink
    this.#forwarded =
      forwards !== undefined && this.#messageBytes <= forwards.maxRowBytes ? forwards : undefined
    return this.#forwarded ? this.#forwarded.admits(this.#messageBytes) : this.sink.wantsRow()
  }

  get #messageBytes(): number {
    return 1 + this.#header.readUInt32BE(1)
  }

  #take(piece: Buffer): void {
    if (this.#code === COPY_DATA_CODE) this.sink.copyData(piece, this.#remaining === 0 ? 1 : 0)
    else if (this.#code !== ROW_CODE) this.#keep(piece)
    else if (this.#wanted) this.#takeRow(piece)
    if (this.#remaining === 0) this.#end()
  }

  #takeRow(piece: Buffer): void {
    const done = this.#remaining === 0
    if (this.#forwarded) return this.#gather(piece, this.#forwarded)
    if (done && !this.#row) return this.sink.row(readRow(piece, this.sink.cellBytes))
    this.#row ??= new RowReader(this.sink.cellBytes)
    this.#row.push(piece)
    if (!done) return
    const row = this.#row.end()
    this.#row = undefined
    this.sink.row(row)
  }

  /** A row that arrives in pieces is passed on when it is whole. */
  #gather(piece: Buffer, forwarder: RowForwarder): void {
    this.#body.push(Buffer.from(piece))
    if (this.#remaining > 0) return
    const message = Buffer.concat([this.#header, ...this.#body])
    this.#body = []
    forwarder.rows(message, 1)
  }

  #keep(piece: Buffer): void {
    const kept = piece.subarray(0, Math.max(0, MAX_MESSAGE_BYTES - this.#bodyBytes))
    if (kept.length === 0) return
    this.#body.push(this.#remaining === 0 ? kept : Buffer.from(kept))
    this.#bodyBytes += kept.length
  }

  #end(): void {
    const code = this.#code
    this.#headerFilled = 0
    if (code === ROW_CODE) {
      if (!this.#wanted) this.sink.skippedRow()
    } else if (code !== COPY_DATA_CODE) {
      this.#parse(code)
    }
  }

  #parse(code: number): void {
    const whole = this.#header.readUInt32BE(1) - 4 === this.#bodyBytes
    const body = Buffer.concat(this.#body, this.#bodyBytes)
    this.#body = []
    this.#bodyBytes = 0
    if (!whole && (code === ERROR_CODE || code === NOTICE_CODE)) body.fill(0, body.length - 2)
    const message = Buffer.allocUnsafe(HEADER_BYTES + body.length)
    message[0] = code
    message.writeUInt32BE(body.length + 4, 1)
    body.copy(message, HEADER_BYTES)
    this.#parser.parse(message, (parsed) => this.sink.message(parsed))
    if (code === READY_CODE) this.#onReady()
  }
}
