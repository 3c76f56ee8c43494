/** The rows of one query through a connection, at the reader's pace: the server is held up while enough of them wait. */
import type { RowPiece, StreamRequest } from '../engine.js'
import type { Lease } from './lease.js'

/** Bytes of rows that wait for their reader. */
const AHEAD_BYTES = 1024 * 1024

/** Ends the lease. Stopping to read stops the run. */
export async function* rowPieces(lease: Lease, request: StreamRequest): AsyncGenerator<RowPiece> {
  const { connection, session, run, end } = lease
  const waiting: RowPiece[] = []
  let bytes = 0
  let isOver = false
  let wake = (): void => {}
  const goOn = (): void => {
    bytes = 0
    waiting.length = 0
    connection.resume()
  }
  // What still comes after a stop has no reader, but has to be read.
  run.signal.addEventListener('abort', goOn, { once: true })
  const take = (piece: RowPiece): void => {
    if (run.signal.aborted) return
    waiting.push(piece)
    bytes += piece.bytes.length
    if (bytes >= AHEAD_BYTES) connection.pause()
    wake()
  }
  const ended = session.rows(request, take, run.signal).finally(() => {
    isOver = true
    wake()
  })
  ended.catch(() => {})
  try {
    for (;;) {
      const piece = waiting.shift()
      if (piece) {
        bytes -= piece.bytes.length
        if (bytes < AHEAD_BYTES) connection.resume()
        yield piece
      } else if (isOver) {
        return await ended
      } else {
        run.startClock()
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        run.stopClock()
      }
    }
  } finally {
    if (!isOver) run.stop('user')
    await ended.catch(() => {})
    end()
  }
}
