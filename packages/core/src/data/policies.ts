/** Server data of policies: the tables of a schema with their policies, the matrix of a schema, and the tester's runs. */
import { newId, queryTyped, type Client, type ImpersonatedRole } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { policyTablesIn, policyTablesStatement, type PolicyTable } from '../sql/auth/policy-list.js'
import { policyMatrixIn, policyMatrixStatement, type MatrixTable } from '../sql/auth/policy-matrix.js'
import {
  policyTestIn,
  policyTestText,
  type PolicyTest,
  type PolicyTestResult,
} from '../sql/auth/policy-test.js'
import { catalogueKey } from './catalogue.js'
import { rowsOf } from './rows.js'

const STALE_MS = 10_000

export function policyTablesQuery(
  client: Client,
  ref: string,
  schema: string,
  search: string,
): QueryData<PolicyTable[]> {
  return {
    key: [...catalogueKey(ref), 'policy-tables', schema, search.trim()],
    fetch: async (signal) =>
      policyTablesIn(await rowsOf(client, ref, policyTablesStatement(schema, search), signal)),
    staleMs: STALE_MS,
  }
}

export function policyMatrixQuery(
  client: Client,
  ref: string,
  schema: string,
  roles: readonly string[],
): QueryData<MatrixTable[]> {
  return {
    key: [...catalogueKey(ref), 'policy-matrix', schema, roles],
    fetch: async (signal) =>
      policyMatrixIn(await rowsOf(client, ref, policyMatrixStatement(schema, roles), signal)),
    staleMs: STALE_MS,
  }
}

/** Tries an operation on rows of a table, and keeps nothing of it. @throws PlatformError */
export async function runPolicyTest(
  client: Client,
  ref: string,
  test: PolicyTest,
  signal: AbortSignal,
): Promise<PolicyTestResult> {
  const body = { query: policyTestText(test), discard: true, runId: newId() }
  const { results } = await client.call(queryTyped, { params: { ref }, body }, { signal })
  return policyTestIn(results.at(-1)?.rows[0]?.[0] ?? '')
}

/** Result rows of a statement that are shown. */
export const STATEMENT_ROWS_MAX = 50

/** What a statement gave. */
export interface StatementRun {
  columns: readonly string[]
  rows: readonly (readonly (string | null)[])[]
  /** Rows that it gave or changed. */
  count: number
}

/** Runs a statement as a role, and keeps nothing of it. @throws PlatformError */
export async function runDiscarded(
  client: Client,
  ref: string,
  { query, role }: { query: string; role: ImpersonatedRole },
  signal: AbortSignal,
): Promise<StatementRun> {
  const body = { query, role, discard: true, runId: newId(), maxRows: STATEMENT_ROWS_MAX }
  const { results } = await client.call(queryTyped, { params: { ref }, body }, { signal })
  const last = results.at(-1)
  return {
    columns: last?.fields.map(({ name }) => name) ?? [],
    rows: last?.rows ?? [],
    count: last?.rowCount ?? 0,
  }
}
