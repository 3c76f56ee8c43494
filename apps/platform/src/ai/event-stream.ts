/** Reads the data of server-sent events from the bytes of an answer. A line may span two chunks. */

/** The most characters of one event. */
const EVENT_MAX = 1024 * 1024

export async function* dataOfEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true })
    const lines = rest.split(/\r\n|\n/)
    rest = lines.pop() ?? ''
    if (rest.length > EVENT_MAX) throw new Error('An event of the stream is too long')
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim()
  }
  if (rest.startsWith('data:')) yield rest.slice(5).trim()
}

/**
 * A response that sends events as they arrive, until its reader disconnects.
 * @param onGone called when the reader disconnects, so that the source can stop
 */
export function eventAnswer<Event>(events: AsyncGenerator<Event, void>, onGone = () => {}): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`))
    },
    async cancel() {
      onGone()
      await events.return()
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}
