/**
 * The line of a foreign key on the drawing of a schema. It leads around the boxes of other tables where it can.
 * @rule database.graph-line  @spec §4
 */
import {
  GRAPH_BOX,
  shownColumns,
  type Box,
  type GraphRelation,
  type GraphTable,
  type Point,
} from './schema-graph.js'

/** Between the boxes of a drawing, and how far a curve reaches out of its box at least. */
const MARGIN = 40
/** Between a line and the box that it leads around. */
const CLEAR = 8
/** Between lines that lead along the same box. */
const LANE = 4
const LANES = 5
const CORNER = 6
/** Pieces that a curve is cut into to see what it runs through. */
const PIECES = 24

/** Where a line ends: a point at the side of a box, and 1 where it leaves to the right, -1 to the left. */
interface End extends Point {
  side: 1 | -1
}

/** The line of a foreign key, as the path of an SVG; undefined: one of its tables has no box. */
export function relationPath(
  relation: GraphRelation,
  tables: ReadonlyMap<string, GraphTable>,
  boxes: ReadonlyMap<string, Box>,
): string | undefined {
  const { from, to, columns, toColumns } = relation
  const [fromTable, toTable, fromBox, toBox] = [
    tables.get(from),
    tables.get(to),
    boxes.get(from),
    boxes.get(to),
  ]
  if (!fromTable || !toTable || !fromBox || !toBox) return undefined
  const isLeftOf = fromBox.x + fromBox.width + MARGIN <= toBox.x
  const isRightOf = toBox.x + toBox.width + MARGIN <= fromBox.x
  // Boxes above each other are joined on their right side.
  const start = endAt(fromBox, anchorY(fromTable, fromBox, columns), isRightOf ? -1 : 1)
  const end = endAt(toBox, anchorY(toTable, toBox, toColumns), isLeftOf ? -1 : 1)
  const curve = curveOf(start, end)
  const inTheWay = boxesNear(boxes, [fromBox, toBox])
  if (isFree(pointsOf(curve), inTheWay)) return pathOfCurve(curve)
  const around = wayAround(start, end, inTheWay, lane(relation.id))
  return around ? pathOfCorners(around) : pathOfCurve(curve)
}

/** The height at which a foreign key leaves or reaches a box. */
function anchorY(table: GraphTable, box: Box, columns: readonly string[]): number {
  const { shown } = shownColumns(table)
  const row = shown.findIndex(({ name }) => name === columns[0])
  return row === -1
    ? box.y + GRAPH_BOX.head / 2
    : box.y + GRAPH_BOX.head + row * GRAPH_BOX.row + GRAPH_BOX.row / 2
}

function endAt(box: Box, y: number, side: 1 | -1): End {
  return { x: side === 1 ? box.x + box.width : box.x, y, side }
}

/** The boxes of other tables that a line between two boxes may meet. */
function boxesNear(boxes: ReadonlyMap<string, Box>, ends: readonly [Box, Box]): Box[] {
  const reach = 2 * MARGIN
  const left = Math.min(...ends.map(({ x }) => x)) - reach
  const right = Math.max(...ends.map(({ x, width }) => x + width)) + reach
  return [...boxes.values()].filter((box) => !ends.includes(box) && box.x < right && box.x + box.width > left)
}

type Curve = readonly [Point, Point, Point, Point]

function curveOf(start: End, end: End): Curve {
  const bend = Math.max(MARGIN, Math.abs(end.x - start.x) / 2)
  return [
    start,
    { x: start.x + start.side * bend, y: start.y },
    { x: end.x + end.side * bend, y: end.y },
    end,
  ]
}

function pathOfCurve([start, out, into, end]: Curve): string {
  return `M${start.x} ${start.y}C${out.x} ${out.y} ${into.x} ${into.y} ${end.x} ${end.y}`
}

function pointsOf([one, two, three, four]: Curve): Point[] {
  const at = (t: number, axis: 'x' | 'y') => {
    const u = 1 - t
    return u ** 3 * one[axis] + 3 * u * u * t * two[axis] + 3 * u * t * t * three[axis] + t ** 3 * four[axis]
  }
  return Array.from({ length: PIECES + 1 }, (_, piece) => ({
    x: at(piece / PIECES, 'x'),
    y: at(piece / PIECES, 'y'),
  }))
}

/** Whether the pieces between the points run through none of the boxes. */
function isFree(points: readonly Point[], boxes: readonly Box[]): boolean {
  return points.slice(1).every((point, at) => {
    const before = points[at] ?? point
    const [left, right] = [Math.min(before.x, point.x), Math.max(before.x, point.x)]
    const [top, bottom] = [Math.min(before.y, point.y), Math.max(before.y, point.y)]
    return boxes.every(
      (box) =>
        right < box.x - 1 ||
        left > box.x + box.width + 1 ||
        bottom < box.y - 1 ||
        top > box.y + box.height + 1,
    )
  })
}

/** The corners of the shortest way that leads out of the box, along a free lane, and into the other box; undefined: there is none. */
function wayAround(start: End, end: End, boxes: readonly Box[], shift: number): Point[] | undefined {
  const outX = start.x + start.side * (CLEAR + shift)
  const inX = end.x + end.side * (CLEAR + shift)
  const [left, right] = [Math.min(outX, inX), Math.max(outX, inX)]
  const detour = (y: number) => Math.abs(y - start.y) + Math.abs(y - end.y)
  return boxes
    .filter(({ x, width }) => x < right && x + width > left)
    .flatMap(({ y, height }) => [y - CLEAR - shift, y + height + CLEAR + shift])
    .concat(start.y, end.y)
    .toSorted((one, other) => detour(one) - detour(other))
    .map((y) => [start, { x: outX, y: start.y }, { x: outX, y }, { x: inX, y }, { x: inX, y: end.y }, end])
    .find((corners) => isFree(corners, boxes))
}

/** Lines along the same box lie beside each other. */
function lane(id: string): number {
  const sum = [...id].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0)
  return (sum % LANES) * LANE
}

/** A line with round corners. */
function pathOfCorners(corners: readonly Point[]): string {
  const [start, ...rest] = corners
  if (!start) return ''
  const parts = rest.map((corner, at) => {
    const before = corners[at] ?? corner
    const after = rest[at + 1]
    if (!after) return `L${corner.x} ${corner.y}`
    const into = towards(corner, before)
    const out = towards(corner, after)
    return `L${into.x} ${into.y}Q${corner.x} ${corner.y} ${out.x} ${out.y}`
  })
  return `M${start.x} ${start.y}${parts.join('')}`
}

/** The point where the round of a corner begins, on the way to its neighbour. */
function towards(corner: Point, neighbour: Point): Point {
  const length = Math.hypot(neighbour.x - corner.x, neighbour.y - corner.y)
  const part = length === 0 ? 0 : Math.min(CORNER, length / 2) / length
  return {
    x: corner.x + (neighbour.x - corner.x) * part,
    y: corner.y + (neighbour.y - corner.y) * part,
  }
}
