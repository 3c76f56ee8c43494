/** The tables and relations of a drawing that are in view. SPEC §4 */
import type { ReadGraph } from '../../data/schema-graph.js'
import {
  isInView,
  isView,
  relationPath,
  type Box,
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
  href: string
}

/** A line that is in view. `isNear`: it joins the chosen table. `isSource`: a view reads the table. */
export interface DrawnRelation {
  id: string
  path: string
  isSource: boolean
  isNear: boolean
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
  hrefOf(id: string): string
}

export function drawnGraph(
  graph: ReadGraph,
  { boxes, tables, viewport, size, chosen, hrefOf }: GraphLook,
): DrawnGraph {
  const drawn = graph.tables.flatMap((table): DrawnTable[] => {
    const box = boxes.get(table.id)
    if (!box || !isInView(box, viewport, size)) return []
    const mark = text.marks[table.kind]
    return [{ ...box, table, kind: kindOf(table), mark, isView: isView(table), href: hrefOf(table.id) }]
  })
  const seen = new Set(drawn.map(({ table }) => table.id))
  const relations = graph.relations.flatMap((relation): DrawnRelation[] => {
    if (!seen.has(relation.from) && !seen.has(relation.to)) return []
    const path = relationPath(relation, tables, boxes)
    const isNear = chosen !== null && (relation.from === chosen || relation.to === chosen)
    const isSource = relation.kind === 'source'
    return path === undefined ? [] : [{ id: relation.id, path, isNear, isSource }]
  })
  return { tables: drawn, relations }
}

/** What a box is, where it is no plain table. */
export function kindOf({ kind }: GraphTable): string | null {
  return kind === 'r' ? null : text.kinds[kind]
}
