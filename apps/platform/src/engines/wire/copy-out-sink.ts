/** Takes what COPY … TO STDOUT sends. */
import type { BackendMessage } from 'pg-protocol/dist/messages.js'
import { ResultCollector } from './result-collector.js'

export class CopyOutSink extends ResultCollector {
  /** The server has begun to send: the statement is a COPY and was accepted. */
  hasBegun = false
  readonly #onBegin: () => void
  readonly #onData: (bytes: Buffer) => void

  /** The bytes given to `onData` are only good during the call. */
  constructor(onBegin: () => void, onData: (bytes: Buffer) => void) {
    super()
    this.#onBegin = onBegin
    this.#onData = onData
  }

  override copyData(bytes: Buffer): void {
    this.#onData(bytes)
  }

  override message(message: BackendMessage): void {
    if (message.name === 'copyOutResponse') {
      this.hasBegun = true
      this.#onBegin()
    }
    super.message(message)
  }
}
