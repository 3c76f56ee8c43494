/**
 * The tables and views of a schema as a drawing: how large their boxes are, what joins them, what is in view, which box lies
 * in which direction.
 * @rule database.schema-graph  @spec §4
 */

import type { EntityType } from '../../sql/entity-types.js'

/** A column as its table's box shows it. */
export interface GraphColumn {
  name: string
  type: string
  isNullable: boolean
  isKey: boolean
}

/** A table or a view of the drawing. */
export interface GraphTable {
  id: string
  name: string
  kind: EntityType
  columns: readonly GraphColumn[]
}

/** A foreign key between two tables of the drawing, or a view that reads a table. */
export interface GraphRelation {
  /** Unique. */
  id: string
  kind: 'key' | 'source'
  from: string
  columns: readonly string[]
  to: string
  toColumns: readonly string[]
}

/** What is drawn. */
export interface SchemaGraph {
  tables: readonly GraphTable[]
  relations: readonly GraphRelation[]
}

/** A point of the drawing, in its own units. */
export interface Point {
  x: number
  y: number
}

/** A rectangle on the drawing. */
export interface Box extends Point {
  width: number
  height: number
}

/** What part of the drawing is seen: the point at the top left, and how large a unit is. */
export interface Viewport extends Point {
  zoom: number
}

/** The size of a table's box. */
export const GRAPH_BOX = { width: 240, head: 32, row: 22, end: 6, rows: 20 } as const
/** Zooms that are allowed. */
export const GRAPH_ZOOM = { least: 0.05, most: 2 } as const
/** Below this zoom boxes show the name alone. */
export const GRAPH_NAMES_ONLY = 0.35

const MARGIN = 40

/** Whether it shows rows of others. */
export function isView({ kind }: Pick<GraphTable, 'kind'>): boolean {
  return kind === 'v' || kind === 'm'
}

/** The columns that a box shows, and how many more there are. */
export function shownColumns({ columns }: GraphTable): { shown: readonly GraphColumn[]; more: number } {
  const shown = columns.length > GRAPH_BOX.rows ? columns.slice(0, GRAPH_BOX.rows - 1) : columns
  return { shown, more: columns.length - shown.length }
}

/** The size of a table's box. */
export function boxSize(table: GraphTable): { width: number; height: number } {
  const rows = Math.min(table.columns.length, GRAPH_BOX.rows)
  return { width: GRAPH_BOX.width, height: GRAPH_BOX.head + rows * GRAPH_BOX.row + GRAPH_BOX.end }
}

/** The boxes of all tables that have a position. */
export function boxesOf(graph: SchemaGraph, positions: Readonly<Record<string, Point>>): Map<string, Box> {
  return new Map(
    graph.tables.flatMap((table) => {
      const position = positions[table.id]
      return position ? [[table.id, { ...position, ...boxSize(table) }] as const] : []
    }),
  )
}

/** How many tables and views there are, and how many lines between them. */
export function graphCounts({ tables, relations }: SchemaGraph): {
  tables: number
  views: number
  relations: number
} {
  const views = tables.filter(isView).length
  return { tables: tables.length - views, views, relations: relations.length }
}

/** The tables that the words are found in: in their names first, then in those of their columns. */
export function searchTables(tables: readonly GraphTable[], words: string): readonly GraphTable[] {
  const wanted = words.trim().toLowerCase()
  const named = tables.filter(({ name }) => name.toLowerCase().includes(wanted))
  const others = tables.filter(
    (table) =>
      !named.includes(table) && table.columns.some(({ name }) => name.toLowerCase().includes(wanted)),
  )
  return [...named, ...others]
}

/** The rectangle that holds all boxes. */
export function boundsOf(boxes: Iterable<Box>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left === Infinity
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top }
}

/** The viewport that shows a rectangle whole, with a margin of pixels, never larger than life. */
export function fitted(box: Box, size: { width: number; height: number }): Viewport {
  const room = (side: number, length: number) => Math.max(1, side - 2 * MARGIN) / Math.max(1, length)
  const zoom = limited(Math.min(1, room(size.width, box.width), room(size.height, box.height)))
  return {
    zoom,
    x: box.x + box.width / 2 - size.width / zoom / 2,
    y: box.y + box.height / 2 - size.height / zoom / 2,
  }
}

/** The zoom below which the names of columns are hard to read. */
export const GRAPH_READABLE = 0.85

/** The viewport that a drawing is opened with: whole where it stays readable, otherwise its beginning. */
export function opened(box: Box, size: { width: number; height: number }): Viewport {
  const whole = fitted(box, size)
  if (whole.zoom >= GRAPH_READABLE) return whole
  const start = (from: number, length: number, side: number) => {
    const shown = side / GRAPH_READABLE
    const isWhole = length + (2 * MARGIN) / GRAPH_READABLE <= shown
    return isWhole ? from + length / 2 - shown / 2 : from - MARGIN / GRAPH_READABLE
  }
  return {
    zoom: GRAPH_READABLE,
    x: start(box.x, box.width, size.width),
    y: start(box.y, box.height, size.height),
  }
}

/** The viewport after a zoom that keeps a point of the screen where it is. */
export function zoomedAt(viewport: Viewport, factor: number, at: Point): Viewport {
  const zoom = limited(viewport.zoom * factor)
  return {
    zoom,
    x: viewport.x + at.x / viewport.zoom - at.x / zoom,
    y: viewport.y + at.y / viewport.zoom - at.y / zoom,
  }
}

function limited(zoom: number): number {
  return Math.min(GRAPH_ZOOM.most, Math.max(GRAPH_ZOOM.least, zoom))
}

/** Whether a part of a box is seen. */
export function isInView(
  box: Box,
  { x, y, zoom }: Viewport,
  size: { width: number; height: number },
): boolean {
  return (
    box.x < x + size.width / zoom &&
    box.x + box.width > x &&
    box.y < y + size.height / zoom &&
    box.y + box.height > y
  )
}

/** A direction on the drawing. */
export type Direction = 'left' | 'right' | 'up' | 'down'

/** The table that lies next in a direction: near, and little to the side. */
export function tableBeside(
  boxes: ReadonlyMap<string, Box>,
  from: string,
  direction: Direction,
): string | undefined {
  const start = boxes.get(from)
  if (!start) return undefined
  const isAcross = direction === 'left' || direction === 'right'
  const sign = direction === 'right' || direction === 'down' ? 1 : -1
  let best: { id: string; distance: number } | undefined
  for (const [id, box] of boxes) {
    const dx = box.x + box.width / 2 - start.x - start.width / 2
    const dy = box.y + box.height / 2 - start.y - start.height / 2
    const along = sign * (isAcross ? dx : dy)
    // It lies in the other direction, or is the table itself.
    if (along <= 0) continue
    const distance = along + 2 * Math.abs(isAcross ? dy : dx)
    if (!best || distance < best.distance) best = { id, distance }
  }
  return best?.id
}

/**
 * Positions of tables that no foreign key joins, in rows below the others, so that the drawing is about as wide as high.
 * @param sizes of groups: each is one table, or tables that are joined and were laid out together
 */
export function packed(sizes: readonly { width: number; height: number }[]): Point[] {
  const area = sizes.reduce((sum, { width, height }) => sum + (width + MARGIN) * (height + MARGIN), 0)
  const widest = Math.max(0, ...sizes.map(({ width }) => width))
  const limit = Math.max(widest, Math.sqrt(area) * 1.4)
  let [x, y, high] = [0, 0, 0]
  return sizes.map(({ width, height }) => {
    if (x + width > limit) {
      y += high + MARGIN
      x = 0
      high = 0
    }
    const position = { x, y }
    x += width + MARGIN
    high = Math.max(high, height)
    return position
  })
}

/** A drawing is about so much wider than high. */
const ASPECT = 1.5

/**
 * Layers of boxes, of which a long one is wrapped into several columns, so that the drawing is no tower. In a layer boxes
 * keep their order and stay as near as can be to the height that they had.
 * @param layers from left to right, each from top to bottom
 */
export function wrapped(layers: readonly (readonly Box[])[], gap: { x: number; y: number }): Point[][] {
  const measured = layers.map((layer) => ({
    layer,
    height: layer.reduce((sum, { height }) => sum + height + gap.y, 0),
  }))
  const tallest = Math.max(0, ...measured.map(({ height }) => height))
  const bounds = boundsOf(layers.flat())
  const columnsAt = (height: number, limit: number) => Math.max(1, Math.ceil(height / limit))
  const widthAt = (limit: number) =>
    measured.reduce(
      (sum, { height }) => sum + columnsAt(height, limit) * (GRAPH_BOX.width + gap.y) + gap.x,
      0,
    )
  let limit = Math.max(1, tallest)
  for (let parts = 2; widthAt(limit) < ASPECT * limit; parts += 1) limit = tallest / parts
  const scale = Math.min(1, limit / bounds.height)
  let left = 0
  return measured.map(({ layer, height }) => {
    const count = columnsAt(height, limit)
    const bottoms: number[] = []
    const positions = layer.map((box, index) => {
      const column = index % count
      const wanted = (box.y + box.height / 2 - bounds.y) * scale - box.height / 2
      const y = Math.max(bottoms[column] ?? 0, Math.round(wanted))
      bottoms[column] = y + box.height + gap.y
      return { x: left + column * (GRAPH_BOX.width + gap.y), y }
    })
    left += count * (GRAPH_BOX.width + gap.y) - gap.y + gap.x
    return positions
  })
}

/** The ids of tables in groups that foreign keys join, the largest group first. */
export function joinedGroups({ tables, relations }: SchemaGraph): string[][] {
  const group = new Map(tables.map(({ id }) => [id, [id]]))
  for (const { from, to } of relations) {
    const [one, other] = [group.get(from), group.get(to)]
    if (!one || !other || one === other) continue
    one.push(...other)
    for (const id of other) group.set(id, one)
  }
  return [...new Set(group.values())].toSorted((one, other) => other.length - one.length)
}
