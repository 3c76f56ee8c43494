/**
 * Answers the queries of a reader that wants a connection, with one transaction of a database: the reader runs once to say
 * what it asks, then all of it is asked in one snapshot, then the reader runs again and gets the answers.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { StatementResult } from '@basedeck/platform-client/contract'
import type { Database } from '../engines/engine.js'
import { UNLIMITED } from '../engines/wire/limits.js'

type Row = Record<string, unknown>

/** What a reader asks with: the part of the driver's connection that it uses. */
export interface AskingClient {
  query(sql: string): Promise<{ rows: Row[] }>
  release(): void
}

export interface AskedDatabase {
  connect(): Promise<AskingClient>
}

/** All in one snapshot, and names are written with their schemas. */
const BEFORE = [
  `set local transaction_isolation to 'repeatable read'`,
  'set local transaction_read_only to on',
  'set local search_path to pg_catalog',
  // Compiling the queries takes longer than running them.
  'set local jit to off',
]

/** The reader begins and ends transactions and sets what holds in them; `BEFORE` has done that. */
const OF_TRANSACTION = /^\s*(?:begin|commit|rollback|set local)\b|set_config\('jit'/i

/** Decides which queries come next, so it is asked before them. */
const DECIDES = /^\s*select (?:current_setting|has_\w+_privilege|exists)\b/i

/** A reader that asks other queries by what the answers are is run again, so often at most. */
const ROUNDS = 4

/** @throws DatabaseError, EngineError, and what the reader throws */
export async function askAtOnce<Value>(
  database: Pick<Database, 'batch'>,
  read: (asked: AskedDatabase) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  let answers = new Map<string, Row[]>()
  const ask = async (queries: readonly string[]) => {
    const outcome = await database.batch({
      runId: `catalogue-${randomUUID()}`,
      statements: [...BEFORE, ...queries].map((query) => ({ query })),
      limits: UNLIMITED,
      timeoutMs: 0,
      withoutTypes: true,
      ...(signal ? { signal } : {}),
    })
    const results = 'results' in outcome ? outcome.results : []
    return queries.map((query, at) => [query, rowsOf(results[at + BEFORE.length])] as const)
  }
  for (let round = 1; round <= ROUNDS; round++) {
    const asked = [...answers.keys()]
    const missing = new Set<string>()
    const client: AskingClient = {
      async query(sql) {
        if (OF_TRANSACTION.test(sql)) return { rows: [] }
        const known = answers.get(sql)
        if (known) return { rows: known }
        if (DECIDES.test(sql)) {
          const [[, rows] = ['', []]] = await ask([sql])
          answers.set(sql, rows)
          return { rows }
        }
        missing.add(sql)
        return { rows: [] }
      },
      release() {},
    }
    const value = await read({ connect: async () => client })
    if (missing.size === 0) return value
    answers = new Map(await ask([...new Set([...asked, ...answers.keys(), ...missing])]))
  }
  throw new Error('The catalogue was read differently each time')
}

function rowsOf(result: StatementResult | undefined): Row[] {
  if (!result) return []
  if (result.truncated) throw new Error('The catalogue is too large to be read')
  const columns = result.fields.map(({ name, dataTypeId }) => ({
    name,
    parse: pg.types.getTypeParser(dataTypeId, 'text') as (text: string) => unknown,
  }))
  return result.rows.map((cells) =>
    Object.fromEntries(
      columns.map(({ name, parse }, at) => {
        const cell = cells[at] ?? null
        return [name, cell === null ? null : parse(cell)]
      }),
    ),
  )
}
