/** The tables and relations of a drawing that are in view. SPEC §4 */
import type { ReadGraph } from '../../data/schema-graph.js'
import { relationPath } from '../../rules/structure/graph-line.js'
import {
  isInView,
  isView,
  type Box,
  type GraphRelation,
  type GraphTable,
  type Viewport,
} from '../../rules/structure/schema-graph.js'
import { schemaGraphText as text } from '../../text/schema-graph.js'

/** A box that is in view. */
export interface DrawnTable extends Box {
  table: GraphTable
  /** `Materialized view`, and so on; null: a plain table. */
  kind: string | null
  /** The same where there is little room. */
  mark: string | null
  isView: boolean
  /** Another table was searched for, and this one is not joined to it. */
  isDim: boolean
  href: string
}

/** A line that is in view. `isNear`: it joins the chosen table. `isSource`: a view reads the table. `isDim`: as of a table. */
export interface DrawnRelation {
  id: string
  path: string
  isSource: boolean
  isNear: boolean
  isDim: boolean
}

/** What is drawn of a graph: what is in view. */
export interface DrawnGraph {
  tables: readonly DrawnTable[]
  relations: readonly DrawnRelation[]
}

/** A drawing as it is looked at. */
export interface GraphLook {
  boxes: ReadonlyMap<string, Box>
  tables: ReadonlyMap<string, GraphTable>
  viewport: Viewport
  /** Pixels. */
  size: { width: number; height: number }
  /** The id of the chosen table; null: none is. */
  chosen: string | null
  /** Whether only the chosen table and those that it is joined to stand out. */
  isRestDimmed: boolean
  hrefOf(id: string): string
}

/** Lines stay as they are while the drawing is moved: none of its boxes is. */
const paths = new WeakMap<ReadonlyMap<string, Box>, Map<string, string | undefined>>()

export function drawnGraph(
  graph: ReadGraph,
  { boxes, tables, viewport, size, chosen, isRestDimmed, hrefOf }: GraphLook,
): DrawnGraph {
  const near = new Set(
    graph.relations.flatMap(({ from, to }) => (from === chosen || to === chosen ? [from, to] : [])),
  )
  const drawn = graph.tables.flatMap((table): DrawnTable[] => {
    const box = boxes.get(table.id)
    if (!box || !isInView(box, viewport, size)) return []
    const mark = text.marks[table.kind]
    const isDim = isRestDimmed && table.id !== chosen && !near.has(table.id)
    return [
      { ...box, table, kind: kindOf(table), mark, isView: isView(table), isDim, href: hrefOf(table.id) },
    ]
  })
  const seen = new Set(drawn.map(({ table }) => table.id))
  const relations = graph.relations.flatMap((relation): DrawnRelation[] => {
    if (!seen.has(relation.from) && !seen.has(relation.to)) return []
    const path = knownPath(relation, tables, boxes)
    const isNear = chosen !== null && (relation.from === chosen || relation.to === chosen)
    const isSource = relation.kind === 'source'
    const isDim = isRestDimmed && !isNear
    return path === undefined ? [] : [{ id: relation.id, path, isNear, isSource, isDim }]
  })
  return { tables: drawn, relations }
}

function knownPath(
  relation: GraphRelation,
  tables: ReadonlyMap<string, GraphTable>,
  boxes: ReadonlyMap<string, Box>,
): string | undefined {
  const known = paths.get(boxes) ?? new Map<string, string | undefined>()
  paths.set(boxes, known)
  if (!known.has(relation.id)) known.set(relation.id, relationPath(relation, tables, boxes))
  return known.get(relation.id)
}

/** What a box is, where it is no plain table. */
export function kindOf({ kind }: GraphTable): string | null {
  return kind === 'r' ? null : text.kinds[kind]
}
