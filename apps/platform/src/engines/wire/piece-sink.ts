/** Passes on the rows of a stream: DataRow messages as they come, or what COPY … TO STDOUT sends. */
import type { RowPiece } from '../engine.js'
import { UNLIMITED } from './limits.js'
import { ResultCollector, type RowTarget } from './result-collector.js'

export class PieceSink extends ResultCollector {
  readonly #onPiece: (piece: RowPiece) => void
  /** Lines of COPY that hold no row: its header. */
  #otherLines = 0

  /** The bytes of a piece are its own. */
  constructor(onPiece: (piece: RowPiece) => void) {
    super(UNLIMITED, targetOf(onPiece))
    this.#onPiece = onPiece
  }

  /** The first line of the COPY to come is a header. */
  expectHeader(): void {
    this.#otherLines = 1
  }

  override copyData(bytes: Buffer, lines: number): void {
    const others = Math.min(this.#otherLines, lines)
    this.#otherLines -= others
    this.#onPiece({ bytes: Buffer.from(bytes), rows: lines - others })
  }
}

function targetOf(onPiece: (piece: RowPiece) => void): RowTarget {
  return {
    rows: (messages, rows) => onPiece({ bytes: Buffer.from(messages), rows }),
    fields() {},
    notice() {},
    complete() {},
    whenRoom: () => undefined,
  }
}
