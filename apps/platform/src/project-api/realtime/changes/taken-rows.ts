/**
 * A connection can be lost in the middle of a transaction whose first rows were handed out already. The server then sends that
 * transaction again from its beginning: what was taken of it is left out.
 */
import type { OutputMessage } from './pgoutput.js'

export interface TakenRows {
  /** What is still to be taken, and what notes that it was. */
  left(messages: readonly OutputMessage[]): { messages: OutputMessage[]; taken(): void }
  /** Another connection begins: it sends a transaction that was broken off again. */
  again(): void
}

const ROWS: ReadonlySet<OutputMessage['type']> = new Set(['insert', 'update', 'delete'])

export function createTakenRows(): TakenRows {
  /** Of the transaction that was read last: where it ends in the log, and how many of its rows were taken. */
  let place: bigint | undefined
  let count = 0
  /** Rows of it that come again. */
  let known = 0

  return {
    left(messages) {
      let [nextPlace, nextCount, nextKnown] = [place, count, known]
      const rest = messages.filter((message) => {
        if (message.type === 'begin' && message.place !== nextPlace)
          [nextPlace, nextCount, nextKnown] = [message.place, 0, 0]
        if (!ROWS.has(message.type)) return true
        if (nextKnown > 0) {
          nextKnown--
          return false
        }
        nextCount++
        return true
      })
      return {
        messages: rest,
        taken() {
          ;[place, count, known] = [nextPlace, nextCount, nextKnown]
        },
      }
    },
    again() {
      known = count
    },
  }
}
