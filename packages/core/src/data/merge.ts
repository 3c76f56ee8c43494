/** Server data of merges: a branch against its parent, and the rows of a table in both. */
import {
  compareBranch,
  compareRows,
  mergeBranch,
  mergeRows,
  planMerge,
  newId,
  undoMerge,
  type BranchComparison,
  type Client,
  type MergePlan,
  type MergeResult,
  type RowComparison,
  type RowDifference,
  type RowMerge,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { KEYED_TABLES_STATEMENT } from '../sql/keyed-tables.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

const mergeKey = (ref: string) => [...projectKey(ref), 'merge']

export function comparisonQuery(client: Client, ref: string): QueryData<BranchComparison> {
  return {
    key: [...mergeKey(ref), 'comparison'],
    fetch: (signal) => client.call(compareBranch, { params: { ref } }, { signal }),
  }
}

/** A table whose rows can be told apart. */
export interface KeyedTable {
  schema: string
  table: string
}

export function keyedTablesQuery(client: Client, ref: string): QueryData<KeyedTable[]> {
  return {
    key: [...mergeKey(ref), 'tables'],
    async fetch(signal) {
      const rows = await rowsOf(client, ref, { query: KEYED_TABLES_STATEMENT, parameters: [] }, signal)
      return rows.map(([schema, table]) => ({ schema: schema ?? '', table: table ?? '' }))
    },
  }
}

/** What is chosen, of a comparison. */
export interface MergeChoice {
  parent_version: string
  branch_version: string
  objects: string[]
  buckets: string[]
  auth: string[]
}

/** @throws PlatformError */
export function planOf(client: Client, ref: string, choice: MergeChoice): Promise<MergePlan> {
  return client.call(planMerge, { params: { ref }, body: choice })
}

export function merging(client: Client, ref: string): MutationData<MergeChoice, MergeResult> {
  return {
    call: (choice) => client.call(mergeBranch, { params: { ref }, body: { ...choice, runId: newId() } }),
    store: (queries, { comparison }) => queries.set(comparisonQuery(client, ref), comparison),
  }
}

export function mergeUndoing(
  client: Client,
  ref: string,
): MutationData<string, { comparison: BranchComparison }> {
  return {
    call: (id) => client.call(undoMerge, { params: { ref, id }, body: { runId: newId() } }),
    store: (queries, { comparison }) => queries.set(comparisonQuery(client, ref), comparison),
  }
}

/** @throws PlatformError */
export function comparedRowsOf(
  client: Client,
  ref: string,
  table: KeyedTable,
  signal: AbortSignal,
): Promise<RowComparison> {
  return client.call(compareRows, { params: { ref }, body: table }, { signal })
}

export function rowMerging(
  client: Client,
  ref: string,
): MutationData<KeyedTable & { columns: string[]; rows: RowDifference[] }, RowMerge> {
  return { call: (body) => client.call(mergeRows, { params: { ref }, body }) }
}
