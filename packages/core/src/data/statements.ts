/** Server data of the statements of a project: what PostgreSQL counted, their plans, and what they came to over time. */
import {
  compareStatements,
  getStatementHistory,
  newId,
  queryTyped,
  type Client,
  type ComparedStatement,
  type StatementPoint,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { PagedQuery } from '../kernel/paged.js'
import type { QueryData } from '../kernel/query-store.js'
import { indexCandidates, type IndexCandidate } from '../rules/advisors/index-candidates.js'
import { planIn, type PlanNode } from '../rules/advisors/statement-plan.js'
import { CATALOGUE_PAGE_SIZE, countStatement, pageStatement } from '../sql/index.js'
import {
  explainStatements,
  SMALL_TABLE_ROWS,
  tableRowCountsStatement,
  trialStatements,
} from '../sql/statement-explain.js'
import {
  ownResetStatement,
  resetStatementsText,
  statementDetailStatement,
  statementList,
  statementRolesStatement,
  statementTextsStatement,
  type StatementDetail,
} from '../sql/statement-statistics.js'
import type { CatalogueEntry, CatalogueFilter, CataloguePage } from './catalogue.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

const STALE_MS = 10_000

export const statementsKey = (ref: string) => [...projectKey(ref), 'statements']

/** @param schema of pg_stat_statements; null: it is not there, or not known yet, and nothing is asked */
export function statementPagesQuery(
  client: Client,
  ref: string,
  schema: string | null,
  filter: CatalogueFilter,
): PagedQuery<CataloguePage, CatalogueEntry, readonly string[]> {
  const list = statementList(schema ?? '')
  const width = list.columns.length
  return {
    key: [...statementsKey(ref), schema, 'pages', filter],
    first: [],
    async fetch(after, signal) {
      if (schema === null) return { isAbsent: true, entries: [], hasMore: false }
      const asked = after.length === 0 ? filter : { ...filter, after }
      const rows = await rowsOf(client, ref, pageStatement(list, asked), signal)
      return {
        isAbsent: false,
        entries: rows.slice(0, CATALOGUE_PAGE_SIZE).map((row) => ({
          values: row.slice(0, width),
          keys: row.slice(width).map((key) => key ?? ''),
        })),
        hasMore: rows.length > CATALOGUE_PAGE_SIZE,
      }
    },
    items: ({ entries }) => entries,
    next: (pages) => (pages.at(-1)?.hasMore ? pages.at(-1)?.entries.at(-1)?.keys : undefined),
    id: ({ keys }) => keys.slice(-2).join('\0'),
    staleMs: STALE_MS,
  }
}

export function statementCountQuery(
  client: Client,
  ref: string,
  schema: string,
  filter: CatalogueFilter,
): QueryData<number> {
  return {
    key: [...statementsKey(ref), schema, 'count', filter],
    fetch: async (signal) =>
      Number((await rowsOf(client, ref, countStatement(statementList(schema), filter), signal))[0]?.[0] ?? 0),
    staleMs: STALE_MS,
  }
}

/** Roles whose statements are counted. */
export function statementRolesQuery(
  client: Client,
  ref: string,
  schema: string,
): QueryData<{ id: string; name: string }[]> {
  return {
    key: [...statementsKey(ref), schema, 'roles'],
    fetch: async (signal) =>
      (await rowsOf(client, ref, statementRolesStatement(schema), signal)).map(([id, name]) => ({
        id: id ?? '',
        name: name ?? '',
      })),
    staleMs: STALE_MS,
  }
}

/** Null: PostgreSQL no longer keeps it. */
export function statementDetailQuery(
  client: Client,
  ref: string,
  schema: string,
  id: { queryId: string; userId: string },
): QueryData<StatementDetail | null> {
  return {
    key: [...statementsKey(ref), schema, 'detail', id],
    async fetch(signal) {
      const [row] = await rowsOf(client, ref, statementDetailStatement(schema, id), signal)
      return row?.[0] ? (JSON.parse(row[0]) as StatementDetail) : null
    },
    staleMs: STALE_MS,
  }
}

/** An index that was tried, or not where hypopg is missing. Costs are the planner's own measure. */
export interface TriedIndex {
  candidate: IndexCandidate
  /** Null: it was not tried. */
  trial: { cost: number; bytes: number } | null
}

/** The plan of a statement with parameters in the place of its values, and the indexes that may help it. */
export interface ExplainedStatement {
  plan: PlanNode
  indexes: readonly TriedIndex[]
}

/** Null: PostgreSQL gave no plan. */
export function explainedStatementQuery(
  client: Client,
  ref: string,
  detail: Pick<StatementDetail, 'text' | 'hypopgSchema'>,
): QueryData<ExplainedStatement | null> {
  const { text, hypopgSchema } = detail
  return {
    key: [...statementsKey(ref), 'explained', text, hypopgSchema],
    async fetch(signal) {
      const { statements, planAt } = explainStatements(text)
      const results = await resultsOf(client, ref, statements, signal)
      const plan = planIn(results[planAt] ?? '')
      if (!plan) return null
      const candidates = await largeOnes(client, ref, indexCandidates(plan), signal)
      if (candidates.length === 0) return { plan, indexes: [] }
      if (hypopgSchema === null)
        return { plan, indexes: candidates.map((candidate) => ({ candidate, trial: null })) }
      const trial = trialStatements(hypopgSchema, candidates, text)
      const tried = await resultsOf(client, ref, trial.statements, signal)
      const indexes = trial.steps.flatMap(({ sizeAt, planAt: at }, index): TriedIndex[] => {
        const cost = planIn(tried[at] ?? '')?.['Total Cost']
        const candidate = candidates[index]
        return candidate && cost !== undefined
          ? [{ candidate, trial: { cost, bytes: Number(tried[sizeAt] ?? 0) } }]
          : []
      })
      return { plan, indexes }
    },
    staleMs: STALE_MS,
  }
}

async function largeOnes(
  client: Client,
  ref: string,
  candidates: readonly IndexCandidate[],
  signal: AbortSignal,
): Promise<IndexCandidate[]> {
  if (candidates.length === 0) return []
  const rows = await rowsOf(client, ref, tableRowCountsStatement(candidates), signal)
  const large = new Set(
    rows
      .filter(([, , count]) => Number(count ?? 0) >= SMALL_TABLE_ROWS)
      .map(([schema, table]) => JSON.stringify([schema, table])),
  )
  return candidates.filter(({ schema, table }) => large.has(JSON.stringify([schema, table])))
}

/** The first value of each statement's result, READ ONLY, all of them in one session. */
async function resultsOf(
  client: Client,
  ref: string,
  statements: readonly string[],
  signal: AbortSignal,
): Promise<(string | null)[]> {
  const body = { query: statements.join(';\n'), readOnly: true, runId: newId() }
  const { results } = await client.call(queryTyped, { params: { ref }, body }, { signal })
  return results.map(({ rows }) => rows[0]?.[0] ?? null)
}

/** Forgets what PostgreSQL counted. It goes through the guard and the audit log as each run. */
export function statementsReset(client: Client, ref: string, schema: string): MutationData<null, unknown> {
  return {
    async call() {
      const [row] = await rowsOf(client, ref, ownResetStatement(schema), new AbortController().signal)
      const query = resetStatementsText(schema, row?.[0] === 'true')
      return client.call(queryTyped, { params: { ref }, body: { query, runId: newId() } })
    },
    refreshes: () => [statementsKey(ref)],
  }
}

/** What statements came to in the last 24 hours and in those before. `since`: the first hour that is kept. */
export function comparisonQuery(
  client: Client,
  ref: string,
): QueryData<{ since: string | null; statements: ComparedStatement[] }> {
  return {
    key: [...statementsKey(ref), 'comparison'],
    fetch: (signal) =>
      client.call(compareStatements, { params: { ref }, query: { hours: '24' } }, { signal }),
    staleMs: STALE_MS,
  }
}

/** The hours of a statement of a role. */
export function statementHistoryQuery(
  client: Client,
  ref: string,
  { queryId, role }: { queryId: string; role: string },
): QueryData<StatementPoint[]> {
  return {
    key: [...statementsKey(ref), 'history', queryId, role],
    fetch: async (signal) =>
      (await client.call(getStatementHistory, { params: { ref, queryId }, query: { role } }, { signal }))
        .points,
    staleMs: STALE_MS,
  }
}

/** The texts of statements that PostgreSQL still keeps, cut at 300 characters. */
export function statementTextsQuery(
  client: Client,
  ref: string,
  schema: string,
  queryIds: readonly string[],
): QueryData<{ queryId: string; userId: string; role: string; text: string }[]> {
  return {
    key: [...statementsKey(ref), schema, 'texts', queryIds],
    fetch: async (signal) =>
      (await rowsOf(client, ref, statementTextsStatement(schema, queryIds), signal)).map(
        ([queryId, userId, role, words]) => ({
          queryId: queryId ?? '',
          userId: userId ?? '',
          role: role ?? '',
          text: words ?? '',
        }),
      ),
    staleMs: STALE_MS,
  }
}
