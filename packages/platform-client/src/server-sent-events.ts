/** Server-sent events out of a stream of bytes: the data of each, as soon as it is whole. */
import { createParser } from 'eventsource-parser'

/** The most characters of one event; longer than any event of the platform. */
const EVENT_MAX = 1024 * 1024

/** What every runtime's stream of a body can do. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
    cancel(): Promise<void>
  }
}

/** All of a stream as text. */
export async function textIn(stream: ByteStream): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  for (let text = ''; ;) {
    const { done, value } = await reader.read()
    text += done ? decoder.decode() : decoder.decode(value, { stream: true })
    if (done) return text
  }
}

/** @throws Error when an event is too long */
export async function* eventsIn(stream: ByteStream): AsyncGenerator<string, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  const whole: string[] = []
  let isTooLong = false
  const parser = createParser({
    maxBufferSize: EVENT_MAX,
    onEvent: ({ data }) => void whole.push(data),
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded'
    },
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      parser.feed(done ? decoder.decode() : decoder.decode(value, { stream: true }))
      yield* whole.splice(0)
      if (isTooLong) throw new Error('An event of the stream is too long')
      if (done) return
    }
  } finally {
    // Cancels the answer when the reader stops.
    await reader.cancel().catch(() => undefined)
  }
}
