/**
 * Several statements in one transaction: all of them, or none when one fails or touches an unexpected number of rows.
 */
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'
import type { BatchStatement } from '../engine.js'
import { simpleQuery, statement, SYNC } from '../wire/frontend.js'
import type { RawResult } from '../wire/result-collector.js'
import { boundedMap } from '../../kernel/bounded-map.js'
import { askText } from '../threads/text-thread.js'
import { beginAs } from './impersonate.js'
import { wholeText, type Conversation } from './conversation.js'
import { transactionControlRefused } from './read-only-run.js'

/** The first statement that touched an unexpected number of rows. */
export interface Mismatch {
  index: number
  expected: number
  rows: number
}

/** Commits, unless it throws or gives a mismatch; then the caller rolls back. The results are in the collector. */
export async function runBatch(
  conversation: Conversation,
  statements: BatchStatement[],
  role: ImpersonatedRole | undefined,
): Promise<Mismatch | undefined> {
  for (const [index, { query }] of statements.entries())
    if (await controlsTransaction(query)) throw transactionControlRefused('a batch', wholeText(query)(index))
  const { collector } = conversation
  if (role) await beginAs(conversation, role)
  else collector.suppress(1)
  // Only a number of rows can still undo it.
  const commitsItself = statements.every(({ expectRows }) => expectRows === undefined)
  const messages = [
    ...(role ? [] : statement('begin')),
    ...statements.flatMap(({ query, parameters }) => statement(query, parameters)),
    ...(commitsItself ? statement('commit') : []),
    SYNC,
  ]
  if (commitsItself) collector.suppressAfter(statements.length)
  const failed = await conversation
    .send(messages, (index) => statements[index] && wholeText(statements[index].query)(index))
    .then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
  const mismatch = firstMismatch(statements, collector.results)
  if (mismatch) return mismatch
  if (failed) throw failed.error
  if (commitsItself) return undefined
  collector.suppress(1)
  await conversation.send(simpleQuery('commit'))
  return undefined
}

/** Batches are our own texts, or come again and again. */
const MOST_VERDICTS = 500
const MOST_CHARACTERS = 4096
const verdicts = boundedMap<boolean>(MOST_VERDICTS)

async function controlsTransaction(query: string): Promise<boolean> {
  const known = verdicts.get(query)
  if (known !== undefined) return known
  const verdict = await askText('controlsTransaction', query)
  if (query.length <= MOST_CHARACTERS) verdicts.set(query, verdict)
  return verdict
}

function firstMismatch(statements: BatchStatement[], results: RawResult[]): Mismatch | undefined {
  for (const [index, result] of results.entries()) {
    const expected = statements[index]?.expectRows
    const rows = result.rowCount ?? 0
    if (expected !== undefined && rows !== expected) return { index, expected, rows }
  }
  return undefined
}
