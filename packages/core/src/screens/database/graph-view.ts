/** What a drawing of a schema says of itself, or what is shown in its place. SPEC §4 */
import type { ReadGraph } from '../../data/schema-graph.js'
import type { Remote } from '../../kernel/query-store.js'
import { graphCounts } from '../../rules/structure/schema-graph.js'
import type { GraphPart } from '../../sql/catalogue/schema-graph.js'
import { schemaGraphText as text } from '../../text/schema-graph.js'

/** What is drawn, or what is shown in its place. */
export type GraphView =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | { status: 'empty'; title: string; body: string }
  /** `isLoading`: something else is on its way. `isNarrowed`: not all are drawn that could be. */
  | { status: 'ready'; count: string; note: string | null; isLoading: boolean; isNarrowed: boolean }

/** @param drawn the graph that is laid out; null: none is yet */
export function graphView(
  remote: Remote<ReadGraph> | null,
  drawn: ReadGraph | null,
  { words, around }: Pick<GraphPart, 'words' | 'around'>,
): GraphView {
  if (remote?.status === 'failed')
    return { status: 'failed', title: text.failed, detail: remote.error.message, retry: remote.retry }
  const isNarrowed = words !== '' || around !== null
  if (remote?.status === 'ready' && remote.data.tables.length === 0 && !isNarrowed)
    return { status: 'empty', title: text.empty, body: text.emptyBody }
  if (!remote || !drawn) return { status: 'loading' }
  const isLoading = remote.status !== 'ready' || remote.data !== drawn
  return {
    status: 'ready',
    count: text.count(graphCounts(drawn)),
    note: isLoading ? null : noteOf(drawn, { words, around }),
    isLoading,
    isNarrowed,
  }
}

/** What is not drawn, and how to see it. */
function noteOf(
  { tables, allTables, found }: ReadGraph,
  { words, around }: Pick<GraphPart, 'words' | 'around'>,
): string | null {
  if (found <= tables.length) return null
  if (around !== null) return text.cutRelated(tables.length, found)
  return words === '' ? text.cut(tables.length, allTables) : text.cutFound(tables.length, found)
}
