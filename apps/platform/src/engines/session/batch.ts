/**
 * Several statements in one transaction: all of them, or none when one fails or touches an unexpected number of rows.
 */
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'
import type { BatchStatement } from '../engine.js'
import { simpleQuery, statement, SYNC } from '../wire/frontend.js'
import type { RawResult } from '../wire/result-collector.js'
import { askText } from '../threads/text-thread.js'
import { impersonate } from './impersonate.js'
import { wholeText, type Conversation } from './conversation.js'
import { transactionControlRefused } from './read-only-run.js'

/** The first statement that touched an unexpected number of rows. */
export interface Mismatch {
  index: number
  expected: number
  rows: number
}

/** Commits, unless it throws or gives a mismatch; then the caller rolls back. */
export async function runBatch(
  conversation: Conversation,
  statements: BatchStatement[],
  role: ImpersonatedRole | undefined,
): Promise<Mismatch | undefined> {
  for (const [index, { query }] of statements.entries())
    if (await askText('controlsTransaction', query))
      throw transactionControlRefused('a batch', wholeText(query)(index))
  const { collector } = conversation
  collector.suppress(1)
  if (role) {
    await conversation.send(simpleQuery('begin'))
    await impersonate(conversation, role)
  }
  const begin = role ? [] : statement('begin')
  const messages = statements.flatMap(({ query, parameters }) => statement(query, parameters))
  const failed = await conversation
    .send([...begin, ...messages, SYNC], (index) => wholeText(statements[index]?.query ?? '')(index))
    .then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
  const mismatch = firstMismatch(statements, collector.results)
  if (mismatch) return mismatch
  if (failed) throw failed.error
  collector.suppress(1)
  await conversation.send(simpleQuery('commit'))
  return undefined
}

function firstMismatch(statements: BatchStatement[], results: RawResult[]): Mismatch | undefined {
  for (const [index, result] of results.entries()) {
    const expected = statements[index]?.expectRows
    const rows = result.rowCount ?? 0
    if (expected !== undefined && rows !== expected) return { index, expected, rows }
  }
  return undefined
}
