/**
 * Where tables lie that were not placed by hand: those that foreign keys join in layers, the others in rows; many joined ones in
 * clusters.
 */
import { Graph, layout } from '@dagrejs/dagre'
import { graphClusters } from '../../rules/structure/graph-clusters.js'
import {
  boundsOf,
  boxSize,
  joinedGroups,
  packed,
  wrapped,
  type Box,
  type Point,
  type SchemaGraph,
} from '../../rules/structure/schema-graph.js'

const GAP = { nodesep: 32, ranksep: 80 }

export function layoutOf(graph: SchemaGraph): Record<string, Point> {
  const tables = new Map(graph.tables.map((table) => [table.id, table]))
  const groups = joinedGroups(graph)
    .flatMap((ids) => graphClusters(ids, graph.relations))
    .map((ids) => positionsOf(ids, graph, tables))
  const corners = packed(groups.map(({ size }) => size))
  return Object.fromEntries(
    groups.flatMap(({ positions }, at) =>
      positions.map(({ id, x, y }) => [id, { x: x + (corners[at]?.x ?? 0), y: y + (corners[at]?.y ?? 0) }]),
    ),
  )
}

function positionsOf(
  ids: readonly string[],
  { relations }: SchemaGraph,
  tables: ReadonlyMap<string, SchemaGraph['tables'][number]>,
) {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', ...GAP })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of ids) {
    const table = tables.get(id)
    if (table) graph.setNode(id, boxSize(table))
  }
  for (const { from, to } of relations)
    if (from !== to && graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to)
  layout(graph)
  const boxes = ids.map((id) => {
    const { x = 0, y = 0, width = 0, height = 0 } = graph.node(id) as Partial<Box>
    return { id, x: x - width / 2, y: y - height / 2, width, height }
  })
  // All boxes are equally wide: those of a layer begin at the same x.
  const starts = [...new Set(boxes.map(({ x }) => Math.round(x)))].toSorted((one, other) => one - other)
  const layers = starts.map((start) =>
    boxes.filter(({ x }) => Math.round(x) === start).toSorted((one, other) => one.y - other.y),
  )
  const wraps = wrapped(layers, { x: GAP.ranksep, y: GAP.nodesep })
  const positions = layers.flatMap((layer, at) =>
    layer.map((box, index) => ({ ...box, ...wraps[at]?.[index] })),
  )
  const { x, y, width, height } = boundsOf(positions)
  return {
    size: { width, height },
    positions: positions.map((box) => ({ id: box.id, x: box.x - x, y: box.y - y })),
  }
}
