/** The body of an answer that is written piece by piece, so that other callers are answered in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Characters that are written in one turn of the event loop. */
const TURN_CHARS = 32 * 1024

/** A short body is a text. A long one is made while it is read. */
export function slicedBody(pieces: Iterator<string, unknown>): string | ReadableStream<Uint8Array> {
  const first = nextSlice(pieces)
  if (first.isLast) return first.text
  let begun: string | undefined = first.text
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await nextTurn()
        const slice = begun === undefined ? nextSlice(pieces) : { text: begun, isLast: false }
        begun = undefined
        if (slice.text !== '') controller.enqueue(encoder.encode(slice.text))
        if (slice.isLast) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

function nextSlice(pieces: Iterator<string, unknown>): { text: string; isLast: boolean } {
  let text = ''
  while (text.length < TURN_CHARS) {
    const { value, done } = pieces.next()
    if (done) return { text, isLast: true }
    text += value
  }
  return { text, isLast: false }
}
