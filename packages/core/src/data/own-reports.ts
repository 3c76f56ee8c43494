/** Reports of people: content of the type `report`, and what the queries of their blocks give. */
import { listSnippets, newId, type Client, type Snippet } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { REPORT_BYTES, REPORT_ROWS, REPORT_TIMEOUT_MS } from '../rules/project/report-run.js'
import { createGatheredResults } from '../sql/gathered-results.js'
import type { RunResult } from '../sql/run-result.js'
import { listsKey } from './content.js'

/** Pages of a list; more reports than they hold are not listed. */
const PAGES_MAX = 20
/** Returning to a list or a window fetches again after this time. */
const STALE_MS = 5000

/** The caller's own and those that members share, by name. */
export function ownReportsQuery(client: Client, ref: string): QueryData<Snippet[]> {
  return {
    key: [...listsKey(ref), 'reports'],
    async fetch(signal) {
      const all: Snippet[] = []
      let cursor: string | undefined
      for (let page = 0; page < PAGES_MAX; page++) {
        const query = { type: 'report', sort_by: 'name', sort_order: 'asc', cursor } as const
        const found = await client.call(listSnippets, { params: { ref }, query }, { signal })
        all.push(...found.data)
        cursor = found.cursor
        if (cursor === undefined) break
      }
      return all
    },
    staleMs: STALE_MS,
  }
}

/** What a block's query gave, and how long it took in milliseconds. */
export interface BlockRows {
  result: RunResult | undefined
  durationMs: number
}

/**
 * Runs the query of a block so that it can only read.
 * @throws PlatformError
 */
export async function blockRows(
  client: Client,
  ref: string,
  { query, parameters }: { query: string; parameters: readonly (string | null)[] },
  signal: AbortSignal,
): Promise<BlockRows> {
  const body = {
    query,
    runId: newId(),
    onlyQueries: true,
    ...(parameters.length > 0 ? { parameters: [...parameters] } : {}),
    maxRows: REPORT_ROWS,
    maxBytes: REPORT_BYTES,
    timeoutMs: REPORT_TIMEOUT_MS,
  }
  const gathered = createGatheredResults()
  for await (const part of client.rows({ params: { ref }, body }, { signal })) gathered.take(part)
  return { result: gathered.all()[0], durationMs: gathered.end()?.durationMs ?? 0 }
}
