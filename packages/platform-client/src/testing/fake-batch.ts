/** A batch of statements on the fake platform: each answers as it does alone, and all of them or none count. */
import * as v from 'valibot'
import { batchBody, type BatchResponse } from '../contract/query.js'
import type { FakeAnswer } from './contract-queries.js'
import type { Reply } from './fake-route.js'

/** @param answerOf what the text of one statement answers */
export function answerBatch(
  body: v.InferOutput<typeof batchBody>,
  answerOf: (sql: string) => FakeAnswer,
  requestId: string,
): Reply {
  const done: Extract<BatchResponse, { type: 'committed' }> = {
    type: 'committed',
    results: [],
    durationMs: 1,
  }
  for (const [index, { query, expectRows: expected }] of body.statements.entries()) {
    const answer = answerOf(query)
    if (answer === 'hangs') throw new Error('A batch of the fake platform can’t hang')
    if ('error' in answer) return { status: 400, body: { ...answer.error, requestId } }
    const rows = answer.results.at(-1)?.rowCount ?? 0
    if (expected !== undefined && rows !== expected) {
      const mismatch: BatchResponse = { type: 'mismatch', index, expected, rows, durationMs: 1 }
      return { status: 200, body: mismatch }
    }
    done.results.push(...answer.results)
  }
  return { status: 200, body: done }
}
