/** A query's rows under a cursor: for a session that other runs use between two slices. */
import type { Cell, ImpersonatedRole } from '@basedeck/platform-client/contract'
import { simpleQuery, statement, sync } from '../wire/frontend.js'
import type { Conversation } from './conversation.js'
import { beginReadOnly } from './read-only-run.js'

/** `cursor` is a plain lower-case name. The rows are gathered when the transaction ends, here. */
export async function declareCursor(
  conversation: Conversation,
  cursor: string,
  query: string,
  parameters: readonly Cell[],
  role?: ImpersonatedRole,
): Promise<void> {
  const prefix = `declare ${cursor} no scroll cursor with hold for `
  const sent = {
    text: query,
    start: 0,
    end: query.length,
    statementIndex: 0,
    prefixCharacters: prefix.length,
  }
  await beginReadOnly(conversation, role)
  await conversation.send([...statement(prefix + query, parameters), sync], () => sent)
  await conversation.send(simpleQuery('commit'), () => sent)
}
