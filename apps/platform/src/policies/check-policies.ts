/** Runs cases of policies in a database: each in a transaction of its own that is rolled back. */
import { contradicts, fateOfOutcome, rowDecision } from '@basedeck/core/rules'
import { policyTestIn, policyTestText, type PolicyTestResult } from '@basedeck/core/sql'
import { randomUUID } from 'node:crypto'
import { DatabaseError, type Database } from '../engines/engine.js'
import { UNLIMITED } from '../engines/wire/limits.js'
import { policiesText as text } from '../text/policies.js'
import { roleOf, type PolicyCase } from './policy-cases.js'

/** What came of a case. */
export interface CheckedCase {
  name: string
  passed: boolean
  /** What was expected and what came, where it did not pass; else empty. */
  reason: string
  /** What PostgreSQL did: rows, or its first error. */
  rows: number
  error: string | null
}

const TIMEOUT_MS = 60_000
const DEFAULT_SCHEMA = 'public'

/** @throws EngineError */
export async function checkPolicies(
  database: Pick<Database, 'run'>,
  cases: readonly PolicyCase[],
): Promise<CheckedCase[]> {
  const checked: CheckedCase[] = []
  for (const one of cases) checked.push(await checkCase(database, one))
  return checked
}

async function checkCase(database: Pick<Database, 'run'>, one: PolicyCase): Promise<CheckedCase> {
  const got = await outcomeOf(database, one).catch((error: unknown) => {
    if (error instanceof DatabaseError) return { rows: 0, error: error.report.message, differs: false }
    throw error
  })
  const { rows, error, differs } = got
  const reason = differs ? text.differs : reasonOf(one.expect, rows, error)
  return { name: one.name, passed: reason === '', reason, rows, error }
}

interface Outcome {
  rows: number
  error: string | null
  /** The policies' own expressions contradict PostgreSQL. */
  differs: boolean
}

async function outcomeOf(database: Pick<Database, 'run'>, one: PolicyCase): Promise<Outcome> {
  const role = roleOf(one)
  const run = (query: string, asRole: boolean) =>
    database.run({
      runId: randomUUID(),
      query,
      discard: true,
      timeoutMs: TIMEOUT_MS,
      limits: UNLIMITED,
      ...(asRole ? { role } : {}),
    })
  if ('statement' in one) {
    const { results } = await run(one.statement, true)
    return { rows: results.at(-1)?.rowCount ?? 0, error: null, differs: false }
  }
  const { operation, where, values, returning } = one
  const test = {
    table: tableOf(one.table),
    role,
    operation,
    where,
    values: values === undefined ? '' : JSON.stringify(values),
    returns: returning,
  }
  const { results } = await run(policyTestText(test), false)
  return summed(policyTestIn(results.at(-1)?.rows[0]?.[0] ?? ''), one)
}

function summed(result: PolicyTestResult, one: Extract<PolicyCase, { table: string }>): Outcome {
  const reads = one.operation !== 'insert' || one.returning
  let rows = 0
  let error: string | null = null
  let differs = false
  for (const { outcome, valueOf } of result.rows) {
    if ('rows' in outcome) rows += outcome.rows
    else error ??= outcome.message
    const { fate } = rowDecision(result.policies, one.operation, reads, (policy, { row, by }) =>
      valueOf(policy.name, row, by),
    )
    differs ||= result.isActive && contradicts(fate, fateOfOutcome(outcome))
  }
  return { rows, error, differs }
}

function tableOf(written: string): { schema: string; name: string } {
  const [first = '', second] = written.split('.')
  return second === undefined ? { schema: DEFAULT_SCHEMA, name: first } : { schema: first, name: second }
}

/** Empty: it is as expected. */
function reasonOf(expected: PolicyCase['expect'], rows: number, error: string | null): string {
  const { refused, rows: wanted } = expected
  if (typeof refused === 'string')
    return error?.includes(refused) ? '' : text.expectedError(refused, rows, error)
  if (refused === true && error === null) return text.expectedRefusal(rows)
  if (refused !== true && error !== null) return text.unexpectedError(error)
  return wanted === undefined || wanted === rows ? '' : text.expectedRows(wanted, rows)
}
