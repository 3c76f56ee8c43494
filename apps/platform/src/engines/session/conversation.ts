/** The messages of one run. Nothing is sent after a stop, and errors of the server are thrown. */
import { DatabaseError } from '../engine.js'
import type { ResultCollector } from '../wire/result-collector.js'
import type { Wire } from '../wire/wire.js'
import { errorReport, type SentText } from './error-report.js'
import { ADMIN_SHUTDOWN, QUERY_CANCELED, stopped, type StopReason } from './errors.js'

/** Names the part of the caller's text that the statement of this index came from; undefined: the text is ours. */
export type SentAt = (statementIndex: number) => SentText | undefined

export class Conversation {
  readonly wire: Wire
  readonly collector: ResultCollector
  readonly #signal: AbortSignal

  /** The reason of `signal` is a StopReason. */
  constructor(wire: Wire, collector: ResultCollector, signal: AbortSignal) {
    this.wire = wire
    this.collector = collector
    this.#signal = signal
  }

  get signal(): AbortSignal {
    return this.#signal
  }

  get isStopped(): boolean {
    return this.#signal.aborted
  }

  /** @throws DatabaseError, EngineError */
  async send(messages: Buffer[], sentAt?: SentAt): Promise<void> {
    this.#checkStopped()
    const { collector } = this
    const lost = await this.wire.exchange(messages, collector).then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    )
    const error = collector.takeError()
    if (!error && lost) throw lost.reason
    if (!error) return
    if (error.code === QUERY_CANCELED || error.code === ADMIN_SHUTDOWN) this.#checkStopped()
    const { notices } = collector
    throw new DatabaseError({
      ...errorReport(error, sentAt?.(collector.results.length)),
      ...(notices.length > 0 && { notices }),
    })
  }

  #checkStopped(): void {
    if (this.#signal.aborted) throw stopped(this.#signal.reason as StopReason)
  }
}

/** A whole text, for errors in any of its statements. */
export function wholeText(text: string): (statementIndex: number) => SentText {
  return (statementIndex) => ({ text, start: 0, end: text.length, statementIndex })
}
