import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { drawnRows } from '../../testing/drawn-rows.js'
import type { Host, Note } from '../../ports/index.js'
import { createMemoryStorage } from '../../testing/memory-host.js'
import { wholeResult } from '../../sql/run-result.js'
import { createResultView } from './result-view.js'
import { tabsOf, type ResultTab } from './result-tabs.js'

const field = (name: string, dataType: string) => ({ name, dataTypeId: 0, dataType })

function tabOf(
  rows: (string | null)[][],
  fields = [field('id', 'int8'), field('name', 'text'), field('ok', 'bool')],
) {
  const result = wholeResult({ command: 'SELECT', rowCount: rows.length, fields, rows, notices: [] })
  const [tab] = tabsOf(
    {
      status: 'success',
      results: [result],
      durationMs: 1,
      readOnly: true,
      rolledBackOpenTransaction: false,
      ended: [],
      text: { sql: '', offset: 0 },
    },
    false,
  )
  if (!tab) throw new Error('no tab')
  return tab
}

const ROWS = [
  ['10', 'Berg', 't'],
  ['9', 'aino', 'f'],
  ['11', null, 't'],
]

function setUp(rows = ROWS, storage = createMemoryStorage()) {
  const $tab = atom<ResultTab>(tabOf(rows))
  const notes: Note[] = []
  const notifier = { notify: (note: Note) => void notes.push(note) } as Host['notifier']
  const view = createResultView({ clock: createFakeClock(), storage, notifier }, $tab, 'q1')
  view.$grid.subscribe(() => {})
  const shown = () => {
    const grid = view.$grid.get()
    return grid ? drawnRows(grid, grid.rows.length) : []
  }
  return { $tab, view, storage, shown, notes }
}

test('rows are ordered by a click, by a second one downwards, by a third as they came', () => {
  const { view, shown } = setUp()
  view.sortBy(0, false)
  expect(shown().map(([id]) => id)).toEqual(['9', '10', '11'])
  expect(view.$grid.get()?.columns[0]?.sorted).toEqual({ descending: false, rank: null })
  view.sortBy(0, false)
  expect(shown().map(([id]) => id)).toEqual(['11', '10', '9'])
  view.sortBy(0, false)
  expect(shown()).toEqual([
    ['10', 'Berg', 'true'],
    ['9', 'aino', 'false'],
    ['11', null, 'true'],
  ])
})

test('filters of several columns count together; one that can’t be read says so and is left out', () => {
  const { view, shown } = setUp()
  view.setFilter(2, 'true')
  view.setFilter(1, '!null')
  expect(shown().map(([id]) => id)).toEqual(['10'])
  expect(view.$grid.get()?.sourceRow(0)).toBe(0)
  view.setFilter(1, '/(/')
  expect(view.$view.get()?.filters.get(1)?.problem).toContain('Invalid regular expression')
  expect(shown().map(([id]) => id)).toEqual(['10', '11'])
  view.clearFilters()
  expect(shown()).toHaveLength(3)
})

test('values of a column are listed with their counts, and some of them chosen', () => {
  const { view, shown } = setUp()
  view.listValues(2)
  expect(view.$values.get()).toEqual({
    column: 2,
    distinct: 2,
    values: [
      { value: 't', shown: 'true', count: 2 },
      { value: 'f', shown: 'false', count: 1 },
    ],
  })
  view.chooseValues(2, new Set(['f']))
  expect(shown().map(([id]) => id)).toEqual(['9'])
  view.chooseValues(2, null)
  expect(shown()).toHaveLength(3)
})

test('a text is found cell by cell, around the end, and where the rows are now', () => {
  const { view } = setUp()
  view.openSearch()
  view.search('1')
  expect(view.$view.get()?.search).toEqual({ text: '1', at: 0, total: 2 })
  expect(view.$goTo.get()).toEqual({ row: 0, column: 0 })
  view.searchNext()
  expect(view.$goTo.get()).toEqual({ row: 2, column: 0 })
  view.searchNext()
  expect(view.$goTo.get()).toEqual({ row: 0, column: 0 })
  view.searchPrevious()
  expect(view.$goTo.get()).toEqual({ row: 2, column: 0 })
  view.sortBy(0, false)
  expect(view.$goTo.get()).toEqual({ row: 1, column: 0 })
  view.search('nowhere')
  expect(view.$view.get()?.search).toEqual({ text: 'nowhere', at: null, total: 0 })
  view.closeSearch()
  expect(view.$view.get()?.search).toBeNull()
})

test('columns are hidden, moved and frozen, and stay so for the next run of the query', () => {
  const { $tab, view, shown } = setUp()
  view.hideColumn(1)
  expect(shown()[0]).toEqual(['10', 'true'])
  view.moveColumn(2, 0)
  expect(shown()[0]).toEqual(['true', '10'])
  view.toggleFrozen(0)
  expect(view.$grid.get()?.columns.map(({ name, isFrozen }) => [name, isFrozen])).toEqual([
    ['id', true],
    ['ok', false],
  ])
  $tab.set(tabOf([['1', 'x', 't']]))
  expect(shown()).toEqual([['1', 'true']])
  view.goToColumn(1)
  expect(view.$grid.get()?.columns.map(({ name }) => name)).toContain('name')
  expect(view.$goTo.get()).toEqual({ row: 0, column: 2 })
  view.moveColumn(0, null)
  view.resetColumns()
  expect(shown()).toEqual([['1', 'x', 'true']])
})

test('the device keeps the layout of columns, and drops them when the columns are others', () => {
  const { view, storage } = setUp()
  view.hideColumn(1)
  view.resizeColumn(0, 222.4)
  const later = setUp(ROWS, storage)
  expect(later.shown()[0]).toEqual(['10', 'true'])
  expect(later.view.$grid.get()?.columns[0]?.width).toBe(222)
  later.$tab.set(tabOf([['x']], [field('other', 'text')]))
  expect(later.shown()).toEqual([['x']])
  for (const text of ['{', '{"names":[1]}', '[]']) {
    storage.set('basedeck:result-columns:q1', text)
    expect(setUp(ROWS, storage).shown()[0]).toEqual(['10', 'Berg', 'true'])
  }
})

test('each result keeps its order and filters while another one is looked at', () => {
  const { $tab, view, shown } = setUp()
  const first = $tab.get()
  view.sortBy(0, false)
  $tab.set(
    tabOf([
      ['2', 'x', 't'],
      ['1', 'y', 't'],
    ]),
  )
  expect(shown().map(([id]) => id)).toEqual(['2', '1'])
  $tab.set(first)
  expect(shown().map(([id]) => id)).toEqual(['9', '10', '11'])
})

test('figures are of the selected cells as they are shown', () => {
  const { view } = setUp()
  view.sortBy(0, false)
  view.select({ top: 0, bottom: 1, left: 0, right: 0 })
  expect(view.$figures.get()).toEqual({ cells: 2, nulls: 0, distinct: 2, min: '9', max: '10', sum: '19' })
  view.select(null)
  expect(view.$figures.get()).toBeNull()
})

test('rows that a filter hides leave the figures; with the rows the figures come back', () => {
  const { view } = setUp()
  view.select({ top: 0, bottom: 1, left: 0, right: 0 })
  view.setFilter(0, '> 10')
  expect(view.$figures.get()).toMatchObject({ cells: 1, min: '11' })
  expect(view.$isNoneShown.get()).toBe(false)
  view.setFilter(0, '> 11')
  expect(view.$figures.get()).toBeNull()
  expect(view.$isNoneShown.get()).toBe(true)
  view.clearFilters()
  expect(view.$figures.get()).toMatchObject({ cells: 2, min: '9', max: '10' })
  expect(view.$isNoneShown.get()).toBe(false)
})

test('a result without rows is not one whose rows a filter hides', () => {
  expect(setUp([]).view.$isNoneShown.get()).toBe(false)
})

test('without a result nothing happens', () => {
  const { $tab, view } = setUp()
  $tab.set({ key: 'run', kind: 'run', label: '', count: null })
  view.sortBy(0, false)
  view.setFilter(0, 'x')
  view.openSearch()
  expect([view.$view.get(), view.$grid.get()]).toEqual([null, null])
})

test('a column without an order stays as it came, its menu says why, and a comparison with no value says so', () => {
  const { $tab, view, shown, notes } = setUp()
  const fields = [
    field('doc', 'json'),
    field('at', 'timestamp'),
    field('name', 'text'),
    field('mood', 'mood'),
  ]
  $tab.set(
    tabOf(
      [
        ['{}', '2024-01-04 00:00:00', 'b', 'sad'],
        ['[]', '0044-03-15 00:00:00 BC', 'a', 'ok'],
      ],
      fields,
    ),
  )
  expect(view.$grid.get()?.columns.map(({ sorting }) => sorting)).toEqual([
    { isPossible: false, note: 'PostgreSQL has no order for values of json' },
    undefined,
    { isPossible: true, note: expect.stringContaining('By characters') },
    { isPossible: false, note: expect.stringContaining('Only the database knows the order of mood') },
  ])
  view.sortBy(0, false)
  expect(view.$view.get()?.sort).toEqual([])
  expect(notes).toMatchObject([{ kind: 'info', message: 'PostgreSQL has no order for values of json' }])
  view.sortBy(1, false)
  expect(shown().map(([doc]) => doc)).toEqual(['[]', '{}'])
  view.setSort([])
  view.setFilter(1, '=2024-01-04')
  expect(shown().map(([doc]) => doc)).toEqual(['{}'])
  view.setFilter(1, '= yesterday')
  expect(view.$view.get()?.filters.get(1)?.problem).toBe('“yesterday” is not a value of timestamp')
  view.setFilter(1, '')
  view.setFilter(0, '> {}')
  expect(view.$view.get()?.filters.get(0)?.problem).toBe('Values of json can be compared by = and != only')
  view.setFilter(0, '= {}')
  expect(shown()).toHaveLength(1)
})

test('values that PostgreSQL wrote in another style order nothing, and the user is told', () => {
  const { $tab, view, shown, notes } = setUp()
  $tab.set(tabOf([['04/01/2024'], ['03/01/2024']], [field('at', 'date')]))
  view.sortBy(0, false)
  expect(shown()).toEqual([['04/01/2024'], ['03/01/2024']])
  expect(view.$view.get()?.sort).toEqual([])
  expect(notes).toMatchObject([{ kind: 'info', message: 'The rows were not sorted by at' }])
})
