/**
 * Runs a text inside one transaction that the engine begins and ends: to act as a role, or to roll everything back. A text
 * that ended it would go on as the owner, or keep what was to be discarded.
 */
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'
import { runText } from '../../text/runs.js'
import type { StatementRange } from '../threads/text-questions.js'
import { simpleQuery } from '../wire/frontend.js'
import type { Conversation } from './conversation.js'
import { impersonate } from './impersonate.js'
import { transactionControlRefused } from './read-only-run.js'

export interface OwnBlock {
  role?: ImpersonatedRole | undefined
  /** Rolled back at the end. */
  discard?: boolean | undefined
}

/** @throws DatabaseError 25000, when a statement begins or ends a transaction */
export function refuseControl(text: string, statements: readonly StatementRange[], { role }: OwnBlock): void {
  const where = role ? runText.inRunAsRole : runText.inDiscardedRun
  for (const [statementIndex, range] of statements.entries())
    if (range.controlsTransaction) throw transactionControlRefused(where, { ...range, text, statementIndex })
}

/** Its own statements give no results. @throws DatabaseError, EngineError */
export async function runInBlock(
  conversation: Conversation,
  { role, discard = false }: OwnBlock,
  work: () => Promise<void>,
): Promise<void> {
  conversation.collector.suppress(1)
  await conversation.send(simpleQuery('begin'))
  if (role) await impersonate(conversation, role)
  await work()
  conversation.collector.suppress(1)
  await conversation.send(simpleQuery(discard ? 'rollback' : 'commit'))
}
