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
    serialize.bind({ values: [...parameters] }),
    serialize.describe({ type: 'P' }),
    ...moreRows(maxRows),
  ]
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
