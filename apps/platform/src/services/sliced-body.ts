/** The body of an answer that is written piece by piece, so that other callers are answered in between. */
import { nextSliceTurn } from './slice-turns.js'

/** Characters or bytes that are written in one turn of the event loop. */
const TURN_LENGTH = 32 * 1024

/** A short body is a text. A long one is made while it is read. */
export function slicedBody(pieces: Iterator<string | Buffer, unknown>): string | ReadableStream<Uint8Array> {
  const first = nextSlice(pieces)
  if (first.isLast) return first.parts.map(String).join('')
  let begun: Slice | undefined = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await nextSliceTurn()
        const { parts, isLast } = begun ?? nextSlice(pieces)
        begun = undefined
        for (const part of parts) controller.enqueue(typeof part === 'string' ? Buffer.from(part) : part)
        if (isLast) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

interface Slice {
  /** Neighbouring texts are one. */
  parts: (string | Buffer)[]
  isLast: boolean
}

function nextSlice(pieces: Iterator<string | Buffer, unknown>): Slice {
  const parts: (string | Buffer)[] = []
  let text = ''
  const endText = (): void => {
    if (text !== '') parts.push(text)
    text = ''
  }
  let length = 0
  while (length < TURN_LENGTH) {
    const { value, done } = pieces.next()
    if (done) {
      endText()
      return { parts, isLast: true }
    }
    length += value.length
    if (typeof value === 'string') text += value
    else {
      endText()
      parts.push(value)
    }
  }
  endText()
  return { parts, isLast: false }
}
