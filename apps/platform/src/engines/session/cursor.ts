/** A query's rows under a cursor: for a session that other runs use between two slices. */
import type { Cell } from '@basedeck/platform-client/contract'
import { statement, SYNC } from '../wire/frontend.js'
import type { SentText } from './error-report.js'
import { wholeText, type Conversation } from './conversation.js'
import { beginReadOnly, refuseMore, type Acting } from './read-only-run.js'

/**
 * `cursor` is a plain lower-case name. Its rows are read slice by slice in the transaction, which stays open. A commit
 * gathers the remaining rows. Returns the place of the query in the caller's text, for errors.
 */
export async function declareCursor(
  conversation: Conversation,
  cursor: string,
  { query, parameters, acting }: { query: string; parameters: readonly Cell[]; acting: Acting },
): Promise<SentText> {
  const prefix = `declare ${cursor} no scroll cursor with hold for `
  const sent = {
    text: query,
    start: 0,
    end: query.length,
    statementIndex: 0,
    prefixCharacters: prefix.length,
  }
  await refuseMore(wholeText(query)(0), acting)
  await beginReadOnly(conversation, acting)
  await conversation.send([...statement(prefix + query, parameters), SYNC], () => sent)
  return sent
}
