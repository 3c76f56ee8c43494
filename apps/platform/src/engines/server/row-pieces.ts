/** The rows of one query through a connection, at the reader's pace: the server is held up while enough of them wait. */
import type { RowPiece, StreamRequest } from '../engine.js'
import type { Lease } from './lease.js'

/** Bytes of rows that wait for their reader before the server is held up. */
const AHEAD_BYTES = 1024 * 1024
/** The server sends a few kilobytes at a time; they are gathered to so many, since each piece has a price. */
const PIECE_BYTES = 64 * 1024
/** Milliseconds for which a smaller piece is kept. */
const GATHER_MS = 20

/** Ends the lease. Stopping to read stops the run. */
export async function* rowPieces(lease: Lease, request: StreamRequest): AsyncGenerator<RowPiece> {
  const { connection, session, run, end } = lease
  let waiting: RowPiece[] = []
  let bytes = 0
  let isOver = false
  let wake = (): void => {}
  let gathering: NodeJS.Timeout | undefined
  const take = (piece: RowPiece): void => {
    if (run.signal.aborted) return
    waiting.push(piece)
    bytes += piece.bytes.length
    if (bytes >= AHEAD_BYTES) connection.pause()
    if (bytes >= PIECE_BYTES) wake()
    else gathering ??= setTimeout(() => wake(), GATHER_MS)
  }
  const give = (): RowPiece => {
    const piece = joined(waiting)
    waiting = []
    bytes = 0
    clearTimeout(gathering)
    gathering = undefined
    connection.resume()
    return piece
  }
  // What still comes after a stop has no reader, but has to be read.
  run.signal.addEventListener('abort', give, { once: true })
  const ended = session.rows(request, take, run.signal).finally(() => {
    isOver = true
    wake()
  })
  ended.catch(() => {})
  try {
    for (;;) {
      if (!isOver && bytes < PIECE_BYTES) {
        run.startClock()
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        run.stopClock()
      }
      if (waiting.length > 0) yield give()
      else if (isOver) return await ended
    }
  } finally {
    if (!isOver) run.stop('user')
    await ended.catch(() => {})
    end()
  }
}

function joined(pieces: readonly RowPiece[]): RowPiece {
  return {
    bytes: Buffer.concat(pieces.map(({ bytes }) => bytes)),
    rows: pieces.reduce((sum, { rows }) => sum + rows, 0),
  }
}
