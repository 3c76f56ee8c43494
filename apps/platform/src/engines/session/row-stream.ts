/** One query's rows, slice by slice, in a READ ONLY transaction that stays open until the last. */
import { isTransactionControl } from '@basedeck/sql-guard'
import type { Cell } from '@basedeck/platform-client/contract'
import type { Field } from 'pg-protocol/dist/messages.js'
import { description, moreRows, statement, SYNC } from '../wire/frontend.js'
import { wholeText, type Conversation } from './conversation.js'
import { beginReadOnly, refuseMore, transactionControlRefused, type Acting } from './read-only-run.js'

export const FIRST_SLICE_ROWS = 100
const MAX_SLICE_ROWS = 5000
const SLICE_CHARACTERS = 1_000_000

/** The query, its role, and callbacks. */
export interface RowsRequest {
  query: string
  parameters: readonly Cell[]
  acting: Acting
  /** Called before each slice is asked for. */
  onSlice(): void
  /** Called once, before the query runs. */
  onDescribed?: ((fields: Field[]) => Promise<void>) | undefined
}

export async function* readRows(
  conversation: Conversation,
  { query, parameters, acting, onSlice, onDescribed }: RowsRequest,
): AsyncGenerator<Cell[][]> {
  if (isTransactionControl(query)) throw transactionControlRefused('a stream', wholeText(query)(0))
  await refuseMore(wholeText(query)(0), acting)
  const { collector } = conversation
  onSlice()
  await beginReadOnly(conversation, acting)
  if (onDescribed) {
    await conversation.send([...description(query), SYNC], wholeText(query))
    await onDescribed(collector.described)
  }
  let messages = [...statement(query, parameters, FIRST_SLICE_ROWS), SYNC]
  for (;;) {
    onSlice()
    await conversation.send(messages, wholeText(query))
    const more = collector.takeSuspended()
    const rows = collector.takeRows()
    if (rows.length > 0) yield rows
    if (!more) return
    messages = [...moreRows(nextSliceRows(rows)), SYNC]
  }
}

/** So many rows that a slice stays near one million characters. */
export function nextSliceRows(rows: Cell[][]): number {
  let characters = 0
  for (const row of rows) for (const cell of row) characters += (cell?.length ?? 0) + 4
  const average = Math.max(1, characters / Math.max(1, rows.length))
  return Math.max(1, Math.min(MAX_SLICE_ROWS, Math.floor(SLICE_CHARACTERS / average)))
}
