/** The stream of events of the fake platform. */
import type { PlatformEvent } from '../contract/events.js'
import type { Reply } from './fake-route.js'

export interface FakeEvents {
  /** How many listen. */
  readonly listeners: number
  tell(event: PlatformEvent): void
  /** Ends every stream, as a platform does that stops. */
  end(): void
  /** Answers a listener until the signal aborts. */
  open(signal?: AbortSignal): Reply
}

export function createFakeEvents(): FakeEvents {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()
  const send = (to: ReadableStreamDefaultController<Uint8Array>, event: PlatformEvent) =>
    to.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
  return {
    get listeners() {
      return open.size
    },
    tell(event) {
      for (const one of open) send(one, event)
    },
    end() {
      for (const one of open) one.close()
      open.clear()
    },
    open(signal) {
      let mine: ReadableStreamDefaultController<Uint8Array>
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          mine = controller
          open.add(controller)
          send(controller, { type: 'hello', isWhole: true })
          signal?.addEventListener('abort', () => {
            if (open.delete(controller)) controller.error(signal.reason)
          })
        },
        cancel() {
          open.delete(mine)
        },
      })
      return { status: 200, body: undefined, stream, headers: { 'content-type': 'text/event-stream' } }
    },
  }
}
