import { expect, test } from 'vitest'
import { treeEffect, treeRows, type TreeEffect, type TreeNode } from './tree.js'

const tree: TreeNode[] = [
  {
    key: 'a',
    label: 'Apples',
    children: [
      { key: 'a1', label: 'Boskoop' },
      { key: 'a2', label: 'Cox' },
    ],
  },
  { key: 'e', label: 'Empty', children: [] },
  { key: 'c', label: 'Closed', children: [{ key: 'c1', label: 'Hidden' }] },
  { key: 'z', label: 'apricots.txt' },
]
const rows = treeRows(tree, new Set(['a', 'e']))

test('only rows inside open branches are shown, with their level and index', () => {
  expect(
    treeRows(tree, new Set(['a', 'e'])).map(({ key, level, position, siblings, isOpen }) => [
      key,
      level,
      position,
      siblings,
      isOpen,
    ]),
  ).toEqual([
    ['a', 1, 1, 4, true],
    ['a1', 2, 1, 2, undefined],
    ['a2', 2, 2, 2, undefined],
    ['e', 1, 2, 4, true],
    ['c', 1, 3, 4, false],
    ['z', 1, 4, 4, undefined],
  ])
})

test('an open row without rows in it, at the end, leads nowhere', () => {
  const last = treeRows([{ key: 'x', label: 'Empty', children: [] }], new Set(['x']))
  expect(treeEffect(last, 'x', 'ArrowRight')).toBeUndefined()
})

test('a row says its text, and which row is above it', () => {
  const [files, file] = treeRows(
    [{ key: 'f', label: 'Files', children: [{ key: 'r', label: 'readme', detail: '2 kB' }] }],
    new Set(['f']),
  )
  expect(files).toStrictEqual({
    key: 'f',
    label: 'Files',
    level: 1,
    position: 1,
    siblings: 1,
    isOpen: true,
    parent: null,
  })
  expect(file).toMatchObject({ label: 'readme', detail: '2 kB', parent: 'f' })
})

test.each<[string, string, TreeEffect | undefined]>([
  ['a', 'ArrowDown', { type: 'go', to: 'a1' }],
  ['a2', 'ArrowDown', { type: 'go', to: 'e' }],
  ['z', 'ArrowDown', undefined],
  ['a1', 'ArrowUp', { type: 'go', to: 'a' }],
  ['a', 'ArrowUp', undefined],
  ['c', 'Home', { type: 'go', to: 'a' }],
  ['a', 'End', { type: 'go', to: 'z' }],
  ['c', 'ArrowRight', { type: 'open', key: 'c' }],
  ['a', 'ArrowRight', { type: 'go', to: 'a1' }],
  ['e', 'ArrowRight', undefined],
  ['z', 'ArrowRight', undefined],
  ['a', 'ArrowLeft', { type: 'close', key: 'a' }],
  ['a2', 'ArrowLeft', { type: 'go', to: 'a' }],
  ['c', 'ArrowLeft', undefined],
  ['z', 'Enter', { type: 'take', key: 'z' }],
  ['c', ' ', { type: 'take', key: 'c' }],
  ['z', 'F2', { type: 'rename', key: 'z' }],
  ['a', 'c', { type: 'go', to: 'a2' }],
  ['a2', 'c', { type: 'go', to: 'c' }],
  ['c', 'A', { type: 'go', to: 'z' }],
  ['z', 'a', { type: 'go', to: 'a' }],
  ['a1', 'b', undefined],
  ['a', 'Cox', undefined],
  ['a', 'q', undefined],
  ['a', 'Tab', undefined],
  ['gone', 'ArrowDown', undefined],
])('at %s the key %s', (at, key, effect) => {
  expect(treeEffect(rows, at, key)).toEqual(effect)
})
