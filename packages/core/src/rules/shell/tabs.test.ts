import { expect, test } from 'vitest'
import {
  afterSchemaChanged,
  afterTabClosed,
  afterTabKept,
  afterTabLooked,
  afterTabMoved,
  afterTabOpened,
  afterTabRenamed,
  afterTabsClosed,
  editorKindOf,
  isPermanent,
  tabIdOf,
  tabsBeside,
  tabsIn,
  whereAfterClosing,
  type Tab,
  type Tabs,
  type TabType,
} from './tabs.js'

const tab = (name: string, isPreview: boolean | 'unsaid' = false): Tab => {
  const [type = 'sql'] = name.split('-')
  return {
    id: name,
    type: type as TabType,
    label: name,
    metadata: {},
    ...(isPreview === 'unsaid' ? {} : { isPreview }),
  }
}
const tabs = (...names: string[]): Tabs => names.map((name) => tab(name.replace('?', ''), name.endsWith('?')))
const shown = (some: Tabs) => some.map((one) => one.id + (isPermanent(one) ? '' : '?')).join(' ')

test('an id names the type and the thing', () => {
  expect(tabIdOf('sql', 'a-b')).toBe('sql-a-b')
  expect(tabIdOf('m', '12')).toBe('m-12')
})

test.each([
  ['sql', 'sql'],
  ['r', 'table'],
  ['v', 'table'],
  ['m', 'table'],
  ['f', 'table'],
  ['p', 'table'],
] as const)('a tab of type %s belongs to the editor %s', (type, kind) => {
  expect(editorKindOf({ type })).toBe(kind)
})

test.each<[string, Tabs, Tab, string]>([
  ['a permanent one goes to the end', tabs('sql-1'), tab('r-2'), 'sql-1 r-2'],
  ['an open one stays as it is', tabs('sql-1', 'r-2'), tab('sql-1', true), 'sql-1 r-2'],
  ['a preview goes to the end', tabs('sql-1'), tab('sql-2', true), 'sql-1 sql-2?'],
  [
    'a preview replaces the preview before',
    tabs('sql-1', 'sql-2?', 'r-3'),
    tab('r-4', true),
    'sql-1 r-3 r-4?',
  ],
  ['without a word it is a preview', tabs('sql-2?'), tab('sql-3', 'unsaid'), 'sql-3?'],
  ['a permanent one leaves the preview alone', tabs('sql-2?'), tab('sql-3'), 'sql-2? sql-3'],
  ['an open preview opened as permanent is not kept by that', tabs('sql-2?'), tab('sql-2'), 'sql-2?'],
])('opening: %s', (_, before, opened, after) => {
  expect(shown(afterTabOpened(before, opened))).toBe(after)
})

test('editing or keeping makes it permanent, and nothing else changes', () => {
  const before = tabs('sql-1', 'sql-2?')
  expect(shown(afterTabKept(before, 'sql-2'))).toBe('sql-1 sql-2')
  expect(afterTabKept(before, 'sql-1')).toBe(before)
  expect(afterTabKept(before, 'gone')).toBe(before)
})

test('a new name is shown', () => {
  const before = tabs('sql-1')
  expect(afterTabRenamed(before, 'sql-1', 'Monthly')[0]?.label).toBe('Monthly')
  expect(afterTabRenamed(before, 'sql-1', 'sql-1')).toBe(before)
  expect(afterTabRenamed(before, 'gone', 'x')).toBe(before)
})

test('what a tab shows is kept with it, and nothing changes when it shows the same', () => {
  const before = afterTabLooked(tabs('r-1', 'r-2?'), 'r-2', { tableId: '2', schema: 'public', scrollTop: 30 })
  const after = afterTabLooked(before, 'r-2', { view: 'sort=id:desc', scrollTop: 0 })
  expect(after[1]).toMatchObject({
    isPreview: true,
    metadata: { tableId: '2', schema: 'public', view: 'sort=id:desc', scrollTop: 0 },
  })
  expect(afterTabLooked(after, 'r-2', { schema: 'public', scrollTop: 0 })).toBe(after)
  expect(afterTabLooked(after, 'r-2', { schema: 'public', scrollTop: 9 })[1]?.metadata.scrollTop).toBe(9)
  expect(afterTabLooked(after, 'gone', { scrollTop: 1 })).toBe(after)
})

test.each<[string, number, string]>([
  ['to the front', 0, 'r-3 sql-1 sql-2'],
  ['in between', 1, 'sql-1 r-3 sql-2'],
  ['beyond the end', 9, 'sql-1 sql-2 r-3'],
  ['before the beginning', -1, 'r-3 sql-1 sql-2'],
])('dragging %s keeps it', (_, to, after) => {
  expect(shown(afterTabMoved(tabs('sql-1', 'sql-2', 'r-3?'), 'r-3', to))).toBe(after)
})

test('what is not open can’t be dragged', () => {
  const before = tabs('sql-1')
  expect(afterTabMoved(before, 'gone', 0)).toBe(before)
})

test.each<[string, string, string, string | null, string]>([
  ['another one: nowhere', 'sql-1 sql-2', 'sql-1', 'sql-2', 'stay'],
  ['one that is not open: nowhere', 'sql-1', 'gone', 'gone', 'stay'],
  ['the open one: to the next of its kind', 'sql-1 r-9 sql-2', 'sql-1', 'sql-1', 'sql-2'],
  ['the last of its kind: to the one before', 'sql-1 sql-2 r-9', 'sql-2', 'sql-2', 'sql-1'],
  ['the only query: to the home of queries', 'sql-1 r-9', 'sql-1', 'sql-1', 'home sql'],
  ['the only table: to the home of tables', 'sql-1 r-9', 'r-9', 'r-9', 'home table'],
  ['a view has a table beside it', 'r-9 v-8', 'v-8', 'v-8', 'r-9'],
  ['while no tab is looked at: nowhere', 'sql-1', 'sql-1', null, 'stay'],
])('closing %s', (_, open, closed, active, leads) => {
  const where = whereAfterClosing(tabs(...open.split(' ')), closed, active)
  expect(
    where.type === 'tab' ? where.tab.id : where.type === 'home' ? `home ${where.kind}` : where.type,
  ).toBe(leads)
})

test.each([
  ['sql-2', 'sql-3'],
  ['sql-3', 'sql-2'],
  ['sql-1', 'sql-2'],
])('after a drag, closing %s follows the order in which they were opened, to %s', (closed, leads) => {
  const opened = ['sql-1', 'sql-2', 'sql-3'].reduce<Tabs>(
    (before, name) => afterTabOpened(before, tab(name)),
    [],
  )
  const dragged = afterTabMoved(opened, 'sql-3', 0)
  expect(shown(dragged)).toBe('sql-3 sql-1 sql-2')
  expect(whereAfterClosing(dragged, closed, closed)).toMatchObject({ type: 'tab', tab: { id: leads } })
})

test('closing takes one away, closing all those of a kind', () => {
  const before = tabs('sql-1', 'r-2', 'v-3', 'sql-4?')
  expect(shown(afterTabClosed(before, 'r-2'))).toBe('sql-1 v-3 sql-4?')
  expect(shown(afterTabsClosed(before, 'sql'))).toBe('r-2 v-3')
  expect(shown(afterTabsClosed(before, 'table'))).toBe('sql-1 sql-4?')
})

test.each([
  ['sql-1', 'others', 'r-2 v-3'],
  ['r-2', 'others', 'sql-1 v-3'],
  ['r-2', 'to-the-right', 'v-3'],
  ['v-3', 'to-the-right', ''],
] as const)('beside %s, the %s are: %s', (id, which, wanted) => {
  expect(shown(tabsBeside(tabs('sql-1', 'r-2', 'v-3'), id, which))).toBe(wanted)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['one that is no tab among others', [tab('sql-1'), null]],
  ['a text among others', [tab('sql-1'), 'sql-2']],
  ['without an id', [{ ...tab('sql-1'), id: 1 }]],
  ['without a label', [{ ...tab('sql-1'), label: 1 }]],
  ['with a text for metadata', [{ ...tab('sql-1'), metadata: 'x' }]],
  ['a text', 'x'],
  ['an object', {}],
  ['a list of something else', [1]],
  ['null among them', [null]],
  ['an unknown type', [{ ...tab('sql-1'), type: 'chart' }]],
  ['opened at no number', [{ ...tab('sql-1'), opened: 'first' }]],
  ['no metadata', [{ ...tab('sql-1'), metadata: null }]],
])('stored tabs that are %s count for nothing', (_, stored) => {
  expect(tabsIn(stored)).toBeUndefined()
})

test('stored tabs are read as they were', () => {
  const stored = [...tabs('sql-1', 'r-2?'), { ...tab('v-3'), opened: 3 }]
  expect(tabsIn(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
})

test('a table in another schema keeps its place among the tabs', () => {
  const before = tabs('sql-1', 'r-3')
  const moved = afterSchemaChanged(before, 'r-3', 'old')
  expect(shown(moved)).toBe(shown(before))
  expect(moved.map(({ metadata }) => metadata.schema)).toEqual([undefined, 'old'])
  expect(afterSchemaChanged(moved, 'r-3', 'old')).toBe(moved)
  expect(afterSchemaChanged(before, 'gone', 'old')).toBe(before)
})
