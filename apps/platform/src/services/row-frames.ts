/**
 * Writes what a run gives as the stream of frames of docs/row-stream.md, while it comes. The reader's pace holds the run
 * up; what is written and not yet read stays below `AHEAD_BYTES` and what one read of the server brings.
 */
import {
  FRAME,
  FRAME_HEADER_BYTES,
  type RunEnd,
  type StatementEnd,
} from '@basedeck/platform-client/row-stream'
import type { Notice, ResultField } from '@basedeck/platform-client/contract'
import type { RowSink, RunOutcome } from '../engines/engine.js'

/** Bytes that are written ahead of the reader. */
const AHEAD_BYTES = 1024 * 1024
/** Smaller frames wait for the next ones of the same turn, so that a small answer is one piece. */
const PIECE_BYTES = 32 * 1024
/** Milliseconds without a frame after which a proxy could take the connection for dead. */
const KEEP_ALIVE_MS = 15_000
const COUNT_BYTES = 4

export interface RowFrames {
  readonly sink: RowSink
  readonly body: ReadableStream<Uint8Array>
  /** Resolves when the first bytes can be sent. */
  readonly begun: Promise<void>
  /** Whether the run has told nothing yet. */
  isUnwritten(): boolean
  end(outcome: RunOutcome): void
  /** Ends with an error: the status and the body that the call would have had without a stream. */
  fail(status: number, body: unknown): void
}

/** @param onGone called when the reader stops before the end */
export function createRowFrames(onGone: () => void): RowFrames {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOver = false
  let isUnwritten = true
  let pending: Buffer[] = []
  let pendingBytes = 0
  let flushing: NodeJS.Immediate | undefined
  let room: { whenThere: Promise<void>; give(): void } | undefined
  let begin: () => void = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  /** Columns whose types had no name when they were sent. */
  const unnamed = new Set<number>()
  const keepAlive = setInterval(() => write(FRAME.keepAlive, Buffer.alloc(0)), KEEP_ALIVE_MS).unref()

  const giveRoom = (): void => {
    room?.give()
    room = undefined
  }
  const close = (): void => {
    isOver = true
    clearInterval(keepAlive)
    clearImmediate(flushing)
    giveRoom()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      pull: giveRoom,
      cancel() {
        close()
        onGone()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
  )

  function flush(): void {
    clearImmediate(flushing)
    flushing = undefined
    if (isOver || pendingBytes === 0) return
    const [only] = pending
    controller?.enqueue(pending.length === 1 && only ? only : Buffer.concat(pending, pendingBytes))
    pending = []
    pendingBytes = 0
    keepAlive.refresh()
    begin()
  }

  function add(frame: Buffer): void {
    if (isOver) return
    isUnwritten = false
    pending.push(frame)
    pendingBytes += frame.length
    if (pendingBytes >= PIECE_BYTES) flush()
    else flushing ??= setImmediate(flush)
  }

  function write(kind: number, payload: Buffer): void {
    add(Buffer.concat([headerOf(kind, payload.length), payload]))
  }

  const say = (kind: number, value: object): void => write(kind, Buffer.from(JSON.stringify(value)))

  const finish = (kind: number, value: object): void => {
    say(kind, value)
    flush()
    if (!isOver) controller?.close()
    close()
  }

  return {
    body,
    begun,
    isUnwritten: () => isUnwritten,
    sink: {
      fields(fields: ResultField[]) {
        for (const { dataType, dataTypeId } of fields) if (dataType === '') unnamed.add(dataTypeId)
        say(FRAME.fields, { fields })
      },
      rows(messages, count) {
        const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + COUNT_BYTES + messages.length)
        headerOf(FRAME.rows, COUNT_BYTES + messages.length).copy(frame)
        frame.writeUInt32BE(count, FRAME_HEADER_BYTES)
        messages.copy(frame, FRAME_HEADER_BYTES + COUNT_BYTES)
        add(frame)
      },
      notice: (statement: number, notice: Notice) => say(FRAME.notice, { statement, notice }),
      complete: (statement: StatementEnd) => say(FRAME.complete, statement),
      again() {
        unnamed.clear()
        write(FRAME.again, Buffer.alloc(0))
      },
      whenRoom() {
        if (isOver || (controller?.desiredSize ?? 1) > 0) return undefined
        if (room) return room.whenThere
        let give = (): void => {}
        const whenThere = new Promise<void>((resolve) => {
          give = resolve
        })
        room = { whenThere, give }
        return whenThere
      },
    },
    end({ results, durationMs, rolledBackOpenTransaction, ended }) {
      const named = results
        .flatMap(({ fields }) => fields)
        .filter(({ dataTypeId }) => unnamed.has(dataTypeId))
      const types = Object.fromEntries(named.map(({ dataTypeId, dataType }) => [dataTypeId, dataType]))
      const domains = Object.fromEntries(
        results
          .flatMap(({ fields }) => fields)
          .flatMap(({ tableId, columnId, domain }) => (domain ? [[`${tableId}.${columnId}`, domain]] : [])),
      )
      const end: RunEnd = {
        durationMs,
        ...(rolledBackOpenTransaction && { rolledBackOpenTransaction }),
        ...(ended && { ended }),
        ...(named.length > 0 && { types }),
        ...(Object.keys(domains).length > 0 && { domains }),
      }
      finish(FRAME.end, end)
    },
    fail: (status, answer) => finish(FRAME.error, { status, body: answer }),
  }
}

function headerOf(kind: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(FRAME_HEADER_BYTES)
  header[0] = kind
  header.writeUInt32BE(length, 1)
  return header
}
