/** A query's rows under a cursor: for a session that other runs use between two slices. */
import type { Cell } from '@basedeck/platform-client/contract'
import { statement, SYNC } from '../wire/frontend.js'
import type { SentText } from './error-report.js'
import { wholeText, type Conversation } from './conversation.js'
import { beginReadOnly, refuseMore, type RunRights } from './read-only-run.js'

/**
 * `cursor` is a plain lower-case name. Its rows are read slice by slice in the transaction, which stays open. A commit
 * gathers the remaining rows. Returns the range of the query in the caller's text, for errors.
 */
export async function declareCursor(
  conversation: Conversation,
  cursor: string,
  { query, parameters, rights }: { query: string; parameters: readonly Cell[]; rights: RunRights },
): Promise<SentText> {
  const prefix = `declare ${cursor} no scroll cursor with hold for `
  const sent = {
    text: query,
    start: 0,
    end: query.length,
    statementIndex: 0,
    prefixCharacters: prefix.length,
  }
  await refuseMore(wholeText(query)(0), rights)
  await beginReadOnly(conversation, rights)
  await conversation.send([...statement(prefix + query, parameters), SYNC], () => sent)
  return sent
}
