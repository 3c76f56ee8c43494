/** How many rows of a stream are read at a time. */
import type { RowPiece } from '../engine.js'

export const FIRST_SLICE_ROWS = 100
const MAX_SLICE_ROWS = 5000
const SLICE_BYTES = 1_000_000

/** So many rows that a slice stays near one megabyte. */
export function nextSliceRows({ bytes, rows }: RowPiece): number {
  const average = bytes.length / rows
  return Math.max(1, Math.min(MAX_SLICE_ROWS, Math.floor(SLICE_BYTES / average)))
}
