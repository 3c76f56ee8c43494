/** Server-sent events out of a stream of bytes: the data of each, as soon as it is whole. */

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

export async function* eventsIn(stream: ByteStream): AsyncGenerator<string, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const events = rest.split(/\r?\n\r?\n/)
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = dataOf(event)
        if (data !== undefined) yield data
      }
      if (rest.length > EVENT_MAX) throw new Error('An event of the stream is too long')
      if (done) return
    }
  } finally {
    // Cancels the answer when the reader stops.
    await reader.cancel().catch(() => undefined)
  }
}

function dataOf(event: string): string | undefined {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  return lines.length === 0 ? undefined : lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n')
}
