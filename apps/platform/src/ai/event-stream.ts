/** Server-sent events: what a service sends, and what we answer with. */
import { EventSourceParserStream } from 'eventsource-parser/stream'

/** Characters of one event. Services send far shorter ones. */
const EVENT_MAX = 1024 * 1024

/** The data of each event, as soon as it is whole. @throws Error when an event is too long */
export async function* dataOfEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  // The types of Node and of the DOM name the bytes of a decoder differently.
  const decoder = new TextDecoderStream() as TransformStream<Uint8Array, string>
  const events = body
    .pipeThrough(decoder)
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: EVENT_MAX }))
  for await (const { data } of events) yield data
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
