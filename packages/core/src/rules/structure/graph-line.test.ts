import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relationPath } from './graph-line.js'
import { boxesOf, type Box, type GraphTable } from './schema-graph.js'

const table = (id: string, columns = ['id']): GraphTable => ({
  id,
  name: `table ${id}`,
  kind: 'r',
  columns: columns.map((name) => ({ name, type: 'int8', isNullable: false, isKey: name === 'id' })),
})
const relation = (from: string, to: string, columns = ['id'], toColumns = ['id']) => ({
  id: `${from}-${to}`,
  kind: 'key' as const,
  from,
  to,
  columns,
  toColumns,
})
const graph = {
  tables: [table('a', ['id', 'b_id']), table('b'), table('c')],
  relations: [relation('a', 'b', ['b_id'])],
}
const positions = { a: { x: 0, y: 0 }, b: { x: 400, y: 100 }, c: { x: 0, y: 300 } }
const boxes = boxesOf(graph, positions)
const tables = new Map(graph.tables.map((one) => [one.id, one]))

test.each([
  ['to the right', relation('a', 'b', ['b_id']), 'M240 65C320 65 320 143 400 143'],
  ['to the left', relation('b', 'a'), 'M400 143C320 143 320 43 240 43'],
  ['below', relation('a', 'c'), 'M240 43C280 43 280 343 240 343'],
  ['to itself', relation('a', 'a', ['b_id']), 'M240 65C280 65 280 43 240 43'],
  ['of a column that is not shown', relation('a', 'b', ['gone']), 'M240 16C320 16 320 143 400 143'],
])('a foreign key %s', (_, one, path) => expect(relationPath(one, tables, boxes)).toBe(path))

test.each([
  ['a', 'x'],
  ['x', 'a'],
])('a foreign key from %s to %s, one of which has no position, has no line', (from, to) => {
  const known = new Map([...tables, ['x', table('x')]])
  expect(relationPath(relation(from, to), known, boxes)).toBeUndefined()
  const placed = new Map([...boxes, ['x', { x: 0, y: 0, width: 240, height: 60 }]])
  expect(relationPath(relation(from, to), tables, placed)).toBeUndefined()
})

test.each([
  ['a', 'b', 280, 'M240 43C280 43 240 43 280 43'],
  ['a', 'b', 279, 'M240 43C379.5 43 658.5 43 519 43'],
  ['b', 'a', 280, 'M280 43C240 43 280 43 240 43'],
  ['b', 'a', 279, 'M519 43C658.5 43 379.5 43 240 43'],
])(
  'from %s to %s, of which the second is at %i: beside it only with room between them',
  (from, to, x, path) => {
    const box = { y: 0, width: 240, height: 60 }
    const near = new Map([
      ['a', { ...box, x: 0 }],
      ['b', { ...box, x }],
    ])
    expect(relationPath(relation(from, to), tables, near)).toBe(path)
  },
)

/** The corners of a line of straight pieces. */
const cornersOf = (path: string) =>
  [...path.matchAll(/[ML](\S+) (\S+?)(?=[LQ]|$)|Q(\S+) (\S+) /g)].map((match) => ({
    x: Number(match[1] ?? match[3]),
    y: Number(match[2] ?? match[4]),
  }))

/** Points of a curve. */
const alongCurve = (path: string) => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = (
    path.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []
  ).map(Number)
  const at = (t: number, [a, b, c, d]: readonly [number, number, number, number]) =>
    (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t ** 3 * d
  return Array.from({ length: 201 }, (_, piece) => ({
    x: at(piece / 200, [x1, x2, x3, x4]),
    y: at(piece / 200, [y1, y2, y3, y4]),
  }))
}

test('a line leads around a table that lies between its own', () => {
  const between: Box = { x: 400, y: 0, width: 240, height: 60 }
  const row = new Map<string, Box>([
    ['a', { ...between, x: 0 }],
    ['c', between],
    ['b', { ...between, x: 800 }],
  ])
  const path = relationPath(relation('a', 'b'), tables, row) ?? ''
  expect(path).not.toContain('C')
  const lane = cornersOf(path).find(({ y }) => y !== 43)?.y ?? 0
  expect(lane > 60 || lane < 0).toBe(true)
  // Of the other direction it does too.
  expect(relationPath(relation('b', 'a'), tables, row)).not.toContain('C')
})

test('where no way is free the line is the shortest one', () => {
  const wall: Box = { x: 250, y: -1000, width: 140, height: 3000 }
  const around = new Map<string, Box>([
    ['a', { x: 0, y: 0, width: 240, height: 60 }],
    ['c', wall],
    ['d', { x: 240, y: -1000, width: 160, height: 3000 }],
    ['b', { x: 400, y: 0, width: 240, height: 60 }],
  ])
  expect(relationPath(relation('a', 'b'), tables, around)).toContain('C')
})

test('in layers of tables a line runs through no other table', () => {
  const layers = fc.array(fc.array(fc.integer({ min: 40, max: 480 }), { minLength: 1, maxLength: 5 }), {
    minLength: 2,
    maxLength: 5,
  })
  fc.assert(
    fc.property(layers, fc.nat(), fc.nat(), (heights, one, other) => {
      const placed = heights.flatMap((layer, at) => {
        let y = 0
        return layer.map((height, row): [string, Box] => {
          const box = { x: at * 320, y, width: 240, height }
          y += height + 32
          return [`${at}.${row}`, box]
        })
      })
      const ids = placed.map(([id]) => id)
      const [from, to] = [ids[one % ids.length] ?? '', ids[other % ids.length] ?? '']
      const known = new Map(ids.map((id) => [id, table(id)]))
      const path = relationPath(relation(from, to), known, new Map(placed)) ?? ''
      const corners = path.includes('C') ? alongCurve(path) : cornersOf(path)
      for (const [at, corner] of corners.slice(1).entries()) {
        const before = corners[at] ?? corner
        for (const [id, box] of placed) {
          if (id === from || id === to) continue
          const isApart =
            Math.max(before.x, corner.x) <= box.x ||
            Math.min(before.x, corner.x) >= box.x + box.width ||
            Math.max(before.y, corner.y) <= box.y ||
            Math.min(before.y, corner.y) >= box.y + box.height
          expect(isApart, `${path} through ${id}`).toBe(true)
        }
      }
    }),
  )
})
