import { expect, test } from 'vitest'
import {
  afterItemDeleted,
  afterItemRenamed,
  afterVisit,
  RECENT_TABLES_MAX,
  recentItemsIn,
  type RecentItems,
} from './recent-items.js'
import type { TabType } from './tabs.js'

const visited = (id: string, label = id) => ({ id, type: id.split('-')[0] as TabType, label, metadata: {} })
const after = (...ids: string[]): RecentItems =>
  ids.reduce<RecentItems>((items, id, at) => afterVisit(items, visited(id), at), [])
const ids = (items: RecentItems) => items.map(({ id }) => id)

test('the newest is first', () => {
  expect(ids(after('sql-1', 'r-2', 'v-3'))).toEqual(['v-3', 'r-2', 'sql-1'])
})

test('one that is visited again only gets the time', () => {
  const items = after('sql-1', 'r-2', 'sql-1')
  expect(items.map(({ id, timestamp }) => [id, timestamp])).toEqual([
    ['r-2', 1],
    ['sql-1', 2],
  ])
})

test('of tables at most eight are kept, of queries all', () => {
  const names = Array.from({ length: RECENT_TABLES_MAX + 1 }, (_, at) => [`r-${at}`, `sql-${at}`]).flat()
  const items = after(...names)
  expect(ids(items).filter((id) => id.startsWith('r-'))).toEqual(
    [8, 7, 6, 5, 4, 3, 2, 1].map((at) => `r-${at}`),
  )
  expect(ids(items).filter((id) => id.startsWith('sql-'))).toHaveLength(9)
})

test('the kinds of tables are counted together', () => {
  const items = after('r-0', 'v-1', 'm-2', 'f-3', 'p-4', 'r-5', 'v-6', 'm-7', 'f-8')
  expect(items).toHaveLength(8)
  expect(ids(items)).not.toContain('r-0')
})

test('without a label it is Untitled', () => {
  expect(afterVisit([], visited('sql-1', ''), 0)[0]?.label).toBe('Untitled')
})

test('it follows its name, and goes when what it names is gone', () => {
  const items = after('sql-1', 'sql-2')
  expect(afterItemRenamed(items, 'sql-1', 'Monthly').map(({ label }) => label)).toEqual(['sql-2', 'Monthly'])
  expect(afterItemRenamed(items, 'sql-1', 'sql-1')).toBe(items)
  expect(afterItemRenamed(items, 'gone', 'x')).toBe(items)
  expect(ids(afterItemDeleted(items, 'sql-2'))).toEqual(['sql-1'])
  expect(afterItemDeleted(items, 'gone')).toBe(items)
})

test.each<[string, unknown]>([
  ['a text', 'x'],
  ['a list of something else', [{}]],
  ['null among them', [null]],
  ['a text among them', [{ ...visited('sql-1'), timestamp: 1 }, 'sql-2']],
  ['one that is not a visit among them', [{ ...visited('sql-1'), timestamp: 1 }, {}]],
  ['without an id', [{ ...visited('sql-1'), id: 1, timestamp: 1 }]],
  ['an unknown type', [{ ...visited('chart-1'), timestamp: 1 }]],
  ['without a label', [{ ...visited('sql-1'), label: 1, timestamp: 1 }]],
  ['a text for metadata', [{ ...visited('sql-1'), metadata: 'x', timestamp: 1 }]],
  ['no metadata', [{ ...visited('sql-1'), metadata: null, timestamp: 1 }]],
  ['an invalid time', [{ ...visited('sql-1'), timestamp: 'now' }]],
])('stored items that are %s count for nothing', (_, stored) => {
  expect(recentItemsIn(stored)).toBeUndefined()
})

test('stored items are read as they were, within the limit', () => {
  const stored = after('sql-1', 'r-2')
  expect(recentItemsIn(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  const many = Array.from({ length: 9 }, (_, at) => ({ ...visited(`r-${at}`), timestamp: at }))
  expect(recentItemsIn(many)).toHaveLength(8)
})
