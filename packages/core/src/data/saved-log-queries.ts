/** Saved queries over logs: content of the type `log_sql`. */
import {
  createSnippet,
  deleteSnippets,
  listSnippets,
  type Client,
  type Snippet,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'

const savedKey = (ref: string) => ['content', ref, 'log-queries']

/** The caller's own and those that members share, by name. */
export function savedLogQueriesQuery(client: Client, ref: string): QueryData<Snippet[]> {
  return {
    key: savedKey(ref),
    async fetch(signal) {
      const query = { type: 'log_sql', sort_by: 'name', sort_order: 'asc' } as const
      return (await client.call(listSnippets, { params: { ref }, query }, { signal })).data
    },
  }
}

export function logQuerySaving(
  client: Client,
  ref: string,
): MutationData<{ name: string; sql: string; isShared: boolean }, Snippet> {
  return {
    call: ({ name, sql, isShared }) =>
      client.call(createSnippet, {
        params: { ref },
        body: { name, type: 'log_sql', visibility: isShared ? 'project' : 'user', content: { sql } },
      }),
    refreshes: () => [savedKey(ref)],
  }
}

export function logQueryDeletion(
  client: Client,
  ref: string,
): MutationData<{ id: string }, { id: string }[]> {
  return {
    call: ({ id }) => client.call(deleteSnippets, { params: { ref }, query: { ids: [id] } }),
    refreshes: () => [savedKey(ref)],
  }
}
