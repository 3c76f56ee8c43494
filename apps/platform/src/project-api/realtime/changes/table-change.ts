/** A change of one row, wherever it was read from: values are PostgreSQL's texts, by column. */

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** By the name of the column. One that is missing was not sent: it is large and did not change. */
export type RowTexts = ReadonlyMap<string, string | null>

export interface TableChange {
  oid: number
  type: ChangeType
  committedAt: Date
  /** The lower 32 bits of its id, where the change was read from the log; absent: other sessions see it already. */
  transaction?: number
  /** Of an INSERT or UPDATE. */
  record: RowTexts | undefined
  /** Before the change, as far as the replica identity tells; of an UPDATE that left the identity as it was, undefined. */
  old: RowTexts | undefined
}
