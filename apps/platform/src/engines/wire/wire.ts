/** One session of a PostgreSQL, as bytes: what runs are written on, for servers and for PGlite alike. */
import type { MessageSink } from './message-reader.js'

export interface Wire {
  /**
   * Sends frontend messages that hold `syncs` Sync or Query messages, and resolves when as many ReadyForQuery have
   * come back; `sink` gets everything in between. One exchange at a time.
   * @throws EngineError `lost` when the session ended
   */
  exchange(messages: Buffer[], sink: MessageSink, syncs?: number): Promise<void>
  /** Asks the server to stop the statement under way. A session that can't be interrupted has none. */
  interrupt?(): Promise<void>
  /** Stops reading from the server, so that it stops sending; `resume` goes on. A session in this process has neither. */
  pause?(): void
  resume?(): void
}
