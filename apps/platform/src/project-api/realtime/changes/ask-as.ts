/** Queries of several callers in one round trip, each with its role and claims (`basedeck.ask_as`). */
import type { PipelineStatement } from '../../../engines/session/pipeline-request.js'

export interface AskedAs {
  role: string
  /** Text of JSON; null: none. */
  claims: string | null
  query: string
  /** An earlier question, by its index: where that has no answer, this one is not asked. */
  needs?: number
}

/** Answered by one row with one value, an array of texts. */
export function askAsStatement(asked: readonly AskedAs[]): PipelineStatement {
  const numbers = new Map<string, number>()
  for (const { query } of asked) if (!numbers.has(query)) numbers.set(query, numbers.size + 1)
  return {
    text: `select pg_catalog.to_json(basedeck.ask_as($1::text[], $2::text[], $3::int[], $4::text[], $5::int[]))`,
    values: [
      textArray(asked.map(({ role }) => role)),
      textArray(asked.map(({ claims }) => claims)),
      textArray(asked.map(({ query }) => String(numbers.get(query)))),
      textArray([...numbers.keys()]),
      textArray(asked.map(({ needs }) => (needs === undefined ? null : String(needs + 1)))),
    ],
  }
}

/** As PostgreSQL reads an array. */
export function textArray(items: readonly (string | null)[]): string {
  return `{${items.map((item) => (item === null ? 'NULL' : `"${item.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`
}
