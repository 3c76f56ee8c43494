import { expect, test } from 'vitest'
import {
  boundsOf,
  boxesOf,
  boxSize,
  fitted,
  graphCounts,
  GRAPH_BOX,
  GRAPH_ZOOM,
  isInView,
  isView,
  joinedGroups,
  packed,
  searchTables,
  shownColumns,
  tableBeside,
  wrapped,
  zoomedAt,
  type Direction,
  type GraphTable,
} from './schema-graph.js'

const table = (id: string, columns = ['id']): GraphTable => ({
  id,
  name: `table ${id}`,
  kind: 'r',
  columns: columns.map((name) => ({ name, type: 'int8', isNullable: false, isKey: name === 'id' })),
})
const many = (count: number) =>
  table(
    'm',
    Array.from({ length: count }, (_, at) => `c${at}`),
  )
const relation = (from: string, to: string, columns = ['id'], toColumns = ['id']) => ({
  id: `${from}-${to}`,
  kind: 'key' as const,
  from,
  to,
  columns,
  toColumns,
})

test.each([
  [0, 0, 0],
  [20, 20, 0],
  [21, 19, 2],
  [1600, 19, 1581],
])('of %i columns %i are shown, and %i more', (count, shown, more) => {
  const found = shownColumns(many(count))
  expect([found.shown.length, found.more]).toEqual([shown, more])
})

test('a box is as high as its rows, to a limit', () => {
  expect(boxSize(many(0)).height).toBe(GRAPH_BOX.head + GRAPH_BOX.end)
  expect(boxSize(many(20)).height).toBe(boxSize(many(21)).height)
  expect(boxSize(many(2)).height).toBe(GRAPH_BOX.head + 2 * GRAPH_BOX.row + GRAPH_BOX.end)
})

test('a table without a position has no box', () => {
  const graph = { tables: [table('1'), table('2')], relations: [] }
  expect([...boxesOf(graph, { '2': { x: 1, y: 2 } })]).toEqual([
    ['2', { x: 1, y: 2, ...boxSize(table('2')) }],
  ])
})

test.each([
  ['', ['1', '2']],
  ['TABLE 2', ['2']],
  [' table 2 ', ['2']],
  ['note', ['2']],
  ['e', ['1', '2']],
  ['nothing', []],
])('a search for %j finds %j', (words, ids) => {
  expect(searchTables([table('1'), table('2', ['id', 'note'])], words).map(({ id }) => id)).toEqual(ids)
})

const graph = {
  tables: [table('a', ['id', 'b_id']), table('b'), table('c')],
  relations: [relation('a', 'b', ['b_id'])],
}
const positions = { a: { x: 0, y: 0 }, b: { x: 400, y: 100 }, c: { x: 0, y: 300 } }
const boxes = boxesOf(graph, positions)

test('the bounds hold all boxes', () => {
  expect(boundsOf(boxes.values())).toEqual({ x: 0, y: 0, width: 640, height: 360 })
  expect(boundsOf([])).toEqual({ x: 0, y: 0, width: 0, height: 0 })
  const box = { x: 10, y: 20, width: 5, height: 6 }
  expect(boundsOf([box])).toEqual(box)
})

test('what is fitted is in the middle, and never larger than life', () => {
  const box = { x: 100, y: 100, width: 840, height: 100 }
  expect(fitted(box, { width: 500, height: 400 })).toEqual({ zoom: 0.5, x: 20, y: -250 })
  expect(fitted({ ...box, width: 10, height: 10 }, { width: 500, height: 400 }).zoom).toBe(1)
  expect(fitted({ ...box, width: 1e6 }, { width: 500, height: 400 }).zoom).toBe(GRAPH_ZOOM.least)
})

test('a zoom keeps the point under the pointer', () => {
  const before = { x: 10, y: 20, zoom: 1 }
  expect(zoomedAt(before, 2, { x: 100, y: 50 })).toEqual({ zoom: 2, x: 60, y: 45 })
  expect(zoomedAt({ ...before, zoom: 2 }, 0.5, { x: 100, y: 50 })).toEqual({ zoom: 1, x: -40, y: -5 })
  expect(zoomedAt(before, 100, { x: 0, y: 0 })).toEqual({ x: 10, y: 20, zoom: GRAPH_ZOOM.most })
})

test.each([
  [{ x: 0, y: 0, zoom: 1 }, true],
  [{ x: 240, y: 0, zoom: 1 }, false],
  [{ x: 239, y: 0, zoom: 1 }, true],
  [{ x: -100, y: 0, zoom: 1 }, false],
  [{ x: -100, y: 0, zoom: 0.5 }, true],
  [{ x: 0, y: -100, zoom: 0.5 }, true],
  [{ x: 0, y: 60, zoom: 1 }, false],
  [{ x: 0, y: -100, zoom: 1 }, false],
])('from %j a box is in view: %s', (viewport, expected) => {
  const size = { width: 100, height: 100 }
  expect(isInView({ x: 0, y: 0, width: 240, height: 60 }, viewport, size)).toBe(expected)
})

test.each([
  ['a', 'right', 'b'],
  ['b', 'left', 'a'],
  ['a', 'down', 'c'],
  ['c', 'up', 'a'],
  ['b', 'right', undefined],
  ['x', 'right', undefined],
] as const)('from %s to the %s is %s', (from, direction, to) =>
  expect(tableBeside(boxes, from, direction)).toBe(to),
)

const square = (x: number, y: number, side = 100) => ({ x, y, width: side, height: side })
test.each([
  ['the nearer of two', { far: square(600, 0), near: square(300, 0) }, 'near', 'near'],
  ['of two that are equally near the first', { one: square(300, -50), two: square(300, 50) }, 'one', 'one'],
  ['none, where only its right side is there', { box: square(30, 30, 20) }, undefined, undefined],
  ['one whose middle is there', { box: square(-50, -50, 300) }, 'box', 'box'],
])('beside a table is %s', (_, others, right, left) => {
  const mirrored = Object.entries(others).map(
    ([id, { x, y, width, height }]) =>
      [id, { x: 100 - x - width, y: 100 - y - height, width, height }] as const,
  )
  const turned = (entries: readonly (readonly [string, ReturnType<typeof square>])[]) =>
    entries.map(
      ([id, { x, y, width, height }]) => [id, { x: y, y: x, width: height, height: width }] as const,
    )
  const beside = (entries: readonly (readonly [string, ReturnType<typeof square>])[], direction: Direction) =>
    tableBeside(new Map([['start', square(0, 0)], ...entries]), 'start', direction)
  const given = Object.entries(others)
  expect([beside(given, 'right'), beside(turned(given), 'down')]).toEqual([right, right])
  expect([beside(mirrored, 'left'), beside(turned(mirrored), 'up')]).toEqual([left, left])
})

test('tables that are joined are one group, the largest first', () => {
  expect(
    joinedGroups({ ...graph, relations: [relation('b', 'c'), relation('c', 'b'), relation('a', 'x')] }),
  ).toEqual([['b', 'c'], ['a']])
})

test('groups are packed in rows without an overlap', () => {
  const sizes = Array.from({ length: 30 }, (_, at) => ({ width: 240, height: 100 + (at % 5) * 40 }))
  const found = packed(sizes).map((position, at) => ({
    ...position,
    ...(sizes[at] ?? { width: 0, height: 0 }),
  }))
  for (const [at, one] of found.entries())
    for (const other of found.slice(at + 1))
      expect(
        one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y,
      ).toBe(true)
  const { width, height } = boundsOf(found)
  expect(width / height).toBeGreaterThan(0.7)
  expect(packed([])).toEqual([])
})

test.each([
  [
    'a row that is full is followed by another one',
    Array.from({ length: 4 }, () => [100, 100]),
    [
      [0, 0],
      [140, 0],
      [280, 0],
      [0, 140],
    ],
  ],
  [
    'a row is at least as wide as the widest',
    [
      [1000, 10],
      [400, 10],
      [400, 10],
    ],
    [
      [0, 0],
      [0, 50],
      [440, 50],
    ],
  ],
  ['the only one is at the beginning', [[100, 10]], [[0, 0]]],
])('%s', (_, sizes, positions) => {
  const found = packed(sizes.map(([width = 0, height = 0]) => ({ width, height })))
  expect(found.map(({ x, y }) => [x, y])).toEqual(positions)
})

test('a long layer is wrapped, and no box lies on another one', () => {
  const layer = (x: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ x, y: at * 130, width: 240, height: 100 }))
  const layers = [layer(0, 80), layer(320, 20), layer(640, 1)]
  const positions = wrapped(layers, { x: 80, y: 30 })
  const found = positions.flatMap((row, at) =>
    row.map((position, index) => ({ width: 240, height: 100, ...layers[at]?.[index], ...position })),
  )
  const { width, height } = boundsOf(found)
  expect(width / height).toBeGreaterThan(0.8)
  expect(width / height).toBeLessThan(3)
  for (const [at, one] of found.entries())
    for (const other of found.slice(at + 1))
      expect(
        one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y,
      ).toBe(true)
  const right = (row: readonly { x: number }[] = []) => Math.max(...row.map(({ x }) => x)) + 240
  expect(positions[0]?.slice(0, 2).map(({ x }) => x)).toEqual([0, 270])
  expect(right(positions[0])).toBeLessThanOrEqual(Number(positions[1]?.[0]?.x))
  expect(right(positions[1])).toBeLessThanOrEqual(Number(positions[2]?.[0]?.x))
})

test('short layers stay as they were', () => {
  const layers = [[{ x: 0, y: 0, width: 240, height: 100 }], [{ x: 320, y: 50, width: 240, height: 60 }]]
  expect(wrapped(layers, { x: 80, y: 30 })).toEqual([[{ x: 0, y: 0 }], [{ x: 320, y: 50 }]])
  const lower = layers.map((layer) => layer.map((box) => ({ ...box, y: box.y + 500 })))
  expect(wrapped(lower, { x: 80, y: 30 })).toEqual([[{ x: 0, y: 0 }], [{ x: 320, y: 50 }]])
  expect(wrapped([], { x: 80, y: 30 })).toEqual([])
  expect(wrapped([[]], { x: 80, y: 30 })).toEqual([[]])
})

test.each([
  ['as wide as the drawing may be high', 80, { x: 0, y: 0 }, [0, 0]],
  ['one that is a little higher', 81, { x: 0, y: 0 }, [0, 240]],
  ['with the gaps between boxes and layers', 70, { x: 80, y: 30 }, [0, 0]],
])('a layer of two boxes stays one column: %s', (_, height, gap, columns) => {
  const layer = [0, 1].map((at) => ({ x: 0, y: at * (height + gap.y), width: 240, height }))
  expect(wrapped([layer], gap)[0]?.map(({ x }) => x)).toEqual(columns)
})

test('tables and views are counted, each relation once', () => {
  const view: GraphTable = { ...table('3'), kind: 'm' }
  const tables = [table('1'), table('2'), view, { ...view, id: '4', kind: 'v' as const }]
  expect(tables.map(isView)).toEqual([false, false, true, true])
  expect(graphCounts({ tables, relations: [relation('1', '2')] })).toEqual({
    tables: 2,
    views: 2,
    relations: 1,
  })
})
