/** Where the changes of a project's published tables come from. */
import type { Continuation } from './changes-reader.js'
import type { TableChange } from './table-change.js'

export interface ChangeListener {
  /**
   * Changes in the order of their commits.
   * @param reshaped tables whose columns may be others than before
   * @returns when the next ones may come
   */
  take(changes: TableChange[], reshaped: ReadonlySet<number>): Promise<void>
  /** It has ended; nothing more comes. */
  lost(error: unknown): void
}

export interface OpenSource {
  /** Tables were published: from now on their changes come too. Absent: they come anyway. */
  renew?(): Promise<void>
  /** `continued`: changes since it was last open come first. `given-up`: the server kept them no longer. */
  continuation: Continuation
  /** @param forgets what happens until it is opened again is not wanted */
  close(forgets: boolean): Promise<void>
}

/** Resolves when every change from now on will come. @throws DatabaseError, EngineError, DomainError, the driver's error */
export type OpenChangeSource = (listener: ChangeListener) => Promise<OpenSource>
