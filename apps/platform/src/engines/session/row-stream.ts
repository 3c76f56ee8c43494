/** One query's rows in a READ ONLY transaction, as PostgreSQL sends them or as CSV. */
import type { Cell, CsvForm } from '@basedeck/platform-client/contract'
import type { Field } from 'pg-protocol/dist/messages.js'
import { description, statement, SYNC } from '../wire/frontend.js'
import type { PieceSink } from '../wire/piece-sink.js'
import { askText } from '../threads/text-thread.js'
import { copyCsv } from './copy-csv.js'
import { wholeText, type Conversation } from './conversation.js'
import { beginReadOnly, refuseMore, transactionControlRefused, type RunRights } from './read-only-run.js'
import { runText } from '../../text/runs.js'

/** The query, its role, and callbacks. */
export interface RowsRequest {
  query: string
  parameters: readonly Cell[]
  rights: RunRights
  csv?: CsvForm | undefined
  /** Called once, before the query runs. */
  onDescribed(fields: Field[]): Promise<void>
}

/** @param sink the conversation's own */
export async function readRows(
  conversation: Conversation,
  sink: PieceSink,
  { query, parameters, rights, csv, onDescribed }: RowsRequest,
): Promise<void> {
  if (await askText('controlsTransaction', query))
    throw transactionControlRefused(runText.inStream, wholeText(query)(0))
  await refuseMore(wholeText(query)(0), rights)
  await beginReadOnly(conversation, rights)
  await conversation.send([...description(query), SYNC], wholeText(query))
  const columns = sink.described
  await onDescribed(columns)
  if (!csv) return conversation.send([...statement(query, parameters), SYNC], wholeText(query))
  const { text, sent } = copyCsv(query, columns, csv)
  if (csv.header) sink.expectHeader()
  return conversation.send([...statement(text), SYNC], () => sent)
}
