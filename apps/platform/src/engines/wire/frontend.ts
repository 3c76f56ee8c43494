/**
 * The messages a run sends. Each statement is followed by CopyFail: `COPY … FROM STDIN` has no data here and fails
 * with this sentence; outside a COPY the server ignores the message.
 */
import { serialize } from 'pg-protocol'
import type { Cell } from '@basedeck/platform-client/contract'
import { runText } from '../../text/runs.js'

const COPY_FAIL = serialize.copyFail(runText.noCopyIn)

/** A whole text, in the simple protocol: several statements are one implicit transaction. */
export function simpleQuery(text: string): Buffer[] {
  return [serialize.query(text), COPY_FAIL]
}

/** One statement in the extended protocol; PostgreSQL itself refuses a second one. `maxRows` 0: all. */
export function statement(text: string, parameters: readonly Cell[] = [], maxRows = 0): Buffer[] {
  return [
    serialize.parse({ name: '', text, types: [] }),
    bind(parameters),
    serialize.describe({ type: 'P' }),
    ...moreRows(maxRows),
  ]
}

const BIND = 'B'.charCodeAt(0)
const NULL_LENGTH = -1
/** Its code and length; two empty names; no formats, the number of values; no formats of the result. */
const BIND_BYTES = 1 + 4 + 2 + 2 + 2 + 2

/**
 * All values and results as texts. Written into a buffer of the right size at once: the driver's own writer copies large values
 * several times, which holds up all other calls.
 */
export function bind(values: readonly Cell[]): Buffer {
  const lengths = values.map((value) => (value === null ? NULL_LENGTH : Buffer.byteLength(value)))
  const bytes = lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), BIND_BYTES)
  const message = Buffer.allocUnsafe(bytes)
  let at = message.writeUInt8(BIND, 0)
  at = message.writeInt32BE(bytes - 1, at)
  at = message.writeUInt16BE(0, at)
  at = message.writeUInt16BE(0, at)
  at = message.writeUInt16BE(values.length, at)
  for (const [index, length] of lengths.entries()) {
    at = message.writeInt32BE(length, at)
    if (length > 0) at += message.write(values[index] ?? '', at)
  }
  message.writeUInt16BE(0, at)
  return message
}

/** Asks what a statement will give, without running it. */
export function description(text: string): Buffer[] {
  return [serialize.parse({ name: '', text, types: [] }), serialize.describe({ type: 'S' })]
}

/** The next rows of the statement that stopped at its `maxRows`. */
export function moreRows(maxRows: number): Buffer[] {
  return [serialize.execute({ portal: '', rows: maxRows }), COPY_FAIL]
}

export const SYNC: Buffer = serialize.sync()
