import type { StatementResult } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import type { RunFailure } from '../../sessions/sql/run-failure.js'
import type { RunState } from '../../sessions/sql/run-state.js'
import { createRowSet } from '../../sql/row-set.js'
import { wholeResult, type RunResult } from '../../sql/run-result.js'
import { firstTabToShow, footerOf, tabsOf, type ResultTab } from './result-tabs.js'

const field = (name: string) => ({ name, dataTypeId: 25, dataType: 'text' })

const result = (more: Partial<StatementResult> & Pick<RunResult, 'isPartial' | 'letGo'> = {}): RunResult => {
  const { isPartial, letGo, ...rest } = more
  const whole = wholeResult({
    command: 'SELECT',
    rowCount: 2,
    fields: [field('a')],
    rows: [['1'], ['2']],
    notices: [],
    ...rest,
  })
  return { ...whole, ...(isPartial ? { isPartial } : {}), ...(letGo === undefined ? {} : { letGo }) }
}
const update = result({ command: 'UPDATE', rowCount: 3, fields: [], rows: [] })
const create = result({ command: 'CREATE', rowCount: null, fields: [], rows: [] })
const plan = result({
  command: 'EXPLAIN',
  fields: [field('QUERY PLAN')],
  rows: [['Seq Scan'], [null], ['  cost']],
})
const notice = { severity: 'NOTICE', message: 'is new' } as StatementResult['notices'][number]

const success = (results: RunResult[], more: Partial<RunState & { status: 'success' }> = {}): RunState => ({
  status: 'success',
  results,
  durationMs: 1200,
  readOnly: true,
  rolledBackOpenTransaction: false,
  ended: [],
  text: { sql: '', offset: 0 },
  ...more,
})
const failed = (results: RunResult[], failure: RunFailure = { reason: 'lost' }): RunState => ({
  status: 'error',
  failure,
  offset: 0,
  results,
})
const running = (results: RunResult[]): RunState => ({
  status: 'running',
  startedAt: 0,
  cancelling: false,
  waiting: false,
  results,
})
const labels = (state: RunState, hasFixed = false) =>
  tabsOf(state, hasFixed).map(({ label, count }) => (count === null ? label : `${label} ${count}`))

test.each<[string, RunState, string[]]>([
  ['nothing has run', { status: 'idle' }, ['Result']],
  ['one statement gave rows', success([result()]), ['Result 2']],
  ['two statements gave rows', success([result(), result()]), ['Result 1 2', 'Result 2 2']],
  ['a statement changed rows', success([update]), ['Result']],
  ['there was no statement', success([]), ['Result']],
  ['the plan was asked for', success([plan]), ['Plan']],
  ['the plans of two statements were asked for', success([plan, plan]), ['Plan 1', 'Plan 2']],
  ['PostgreSQL sent messages', success([result({ notices: [notice] })]), ['Result 2', 'Messages 1']],
  ['all rows were let go', success([result({ rows: [], rowCount: null, letGo: 9 })]), ['Result 9']],
  ['the number of rows is not known', success([result({ rowCount: null })]), ['Result 2']],
  ['it failed at once', failed([]), ['Error']],
  ['it failed after rows', failed([result()]), ['Error', 'Result 2']],
  ['it was cancelled after rows', failed([result()], { reason: 'cancelled' }), ['Result 2']],
  ['it was cancelled before rows', failed([update], { reason: 'cancelled' }), ['Error', 'Result']],
  ['rows are arriving', running([result({ isPartial: true, rowCount: null })]), ['Result 2']],
  ['no rows have arrived', running([update]), ['Result']],
  ['rows arrive behind a change', running([update, result()]), ['Result 1', 'Result 2 2']],
  [
    'it was cancelled after a change and rows',
    failed([update, result()], { reason: 'cancelled' }),
    ['Result 1', 'Result 2 2'],
  ],
])('the tabs when %s', (_, state, wanted) => {
  expect(labels(state)).toEqual(wanted)
})

test('the page of a query has tabs for messages, past runs and running queries at any time', () => {
  expect(labels({ status: 'idle' }, true)).toEqual(['Result', 'Messages', 'History', 'Running'])
  expect(tabsOf({ status: 'idle' }, true).map(({ key, kind }) => [key, kind])).toEqual([
    ['run', 'run'],
    ['messages', 'messages'],
    ['history', 'history'],
    ['running', 'running'],
  ])
})

test('a plan is its lines; one that still arrives is known by the name of its only column', () => {
  const arriving = result({
    command: '',
    isPartial: true,
    fields: [field('QUERY PLAN')],
    rows: [['Seq Scan']],
  })
  expect(tabsOf(success([plan]), false)).toEqual([
    { key: '0', kind: 'plan', label: 'Plan', count: null, plan: 'Seq Scan\n\n  cost' },
  ])
  expect(tabsOf(running([arriving]), false)[0]?.kind).toBe('plan')
  for (const more of [
    { isPartial: true as const },
    { fields: [field('QUERY PLAN')] },
    { isPartial: true as const, fields: [field('QUERY PLAN'), field('b')] },
    { command: 'EXPLAIN', fields: [field('QUERY PLAN'), field('b')] },
  ])
    expect(tabsOf(running([result(more)]), false)[0]?.kind).toBe('result')
})

test('what a statement changed is a sentence; one that returns rows, or counts none, has none', () => {
  const affected = (of: RunResult) => {
    const [tab] = tabsOf(success([of]), false)
    return tab?.kind === 'result' ? tab.affected : undefined
  }
  expect(affected(update)).toBe('UPDATE, 3 rows affected')
  expect(affected(create)).toBeNull()
  expect(affected(result())).toBeNull()
})

test('a result past its cap says that it is a part, in its tab and where it is sorted', () => {
  const [tab] = tabsOf(
    success([result({ truncated: { reason: 'rows', rows: 2, bytes: 2 }, rowCount: 900 })]),
    false,
  )
  expect(tab).toMatchObject({ label: 'Result (part)', count: 900 })
  const [column] = tab?.kind === 'result' ? tab.grid.columns : []
  expect(column?.sorting).toEqual({
    isPossible: true,
    note: expect.stringMatching(/^Sorts the first 2 rows/),
  })
})

test('success is never said of what was rolled back', () => {
  const begin = result({ command: 'BEGIN', rowCount: null, fields: [], rows: [] })
  const said = (state: RunState) =>
    tabsOf(state, false).map((tab) => (tab.kind === 'result' ? [tab.notKept, tab.affected] : tab.kind))
  const open = success([begin, create, update], { rolledBackOpenTransaction: true })
  expect(said(open)).toEqual([
    [null, null],
    ['Rolled back. No rows returned', null],
    ['Rolled back. No rows returned', 'UPDATE, 3 rows affected, then rolled back'],
    'messages',
  ])
  const byText = success([
    begin,
    update,
    result({ command: 'ROLLBACK', rowCount: null, fields: [], rows: [] }),
  ])
  expect(said(byText)[1]).toEqual([
    'Rolled back. No rows returned',
    'UPDATE, 3 rows affected, then rolled back',
  ])
})

test('messages and the last result tell what ended with the run', () => {
  const state = success([update, update], {
    rolledBackOpenTransaction: true,
    ended: [
      { kind: 'temporary_table', name: 'a' },
      ...['b', 'c', 'd', 'e', 'f'].map((name) => ({ kind: 'setting' as const, name })),
    ],
  })
  const sentence =
    'Ended with this run: the temporary table a, the settings b, c, d and 2 more. Every run has a new session'
  const tabs = tabsOf(state, false)
  expect(tabs.map((tab) => (tab.kind === 'result' ? tab.ended : null))).toEqual([null, sentence, null])
  expect(tabs.at(-1)).toMatchObject({
    kind: 'messages',
    count: 2,
    notices: [
      { severity: 'ROLLED BACK', message: expect.stringContaining('nothing after the last COMMIT') },
      { severity: 'ENDED', message: sentence },
    ],
  })
})

const gridOf = (of: RunResult, state = success([of])) => {
  const tab = tabsOf(state, false).at(-1)
  if (tab?.kind !== 'result') throw new Error('no grid')
  return tab.grid
}

test('a grid has the columns as they came, and says which values were cut', () => {
  const grid = gridOf(
    result({ fields: [field('a'), field('b')], rows: [['1', '2']], cut: [[0, 1, 9]] } as never),
  )
  expect(grid.columns.map(({ name, index, isFrozen }) => [name, index, isFrozen])).toEqual([
    ['a', 0, false],
    ['b', 1, false],
  ])
  expect([grid.isCut(0, 1), grid.isCut(1, 0), gridOf(result()).isCut(0, 0)]).toEqual([true, false, false])
  expect([grid.hasCut, gridOf(result()).hasCut]).toEqual([true, false])
  expect(grid.sourceRow(7)).toBe(7)
  expect([...grid.rows]).toEqual([['1', '2']])
})

test('while rows arrive, the grid stays the one of the first rows; at the end it is made again', () => {
  const first = result({ isPartial: true })
  const grid = gridOf(first, running([first]))
  expect(gridOf({ ...first }, running([{ ...first }]))).toBe(grid)
  const { isPartial: _, ...whole } = first
  expect(gridOf(whole)).not.toBe(grid)
  const other = result({ isPartial: true })
  expect(gridOf(other, running([other]))).not.toBe(grid)
})

test('a grid without rows yet is made again with the first ones, whose widths it keeps', () => {
  const rows = createRowSet()
  const first = { ...result({ isPartial: true }), rows }
  const empty = gridOf(first, running([result(), first]))
  rows.addCells([['a wide value that needs more room than its heading']])
  const grid = gridOf(first, running([first]))
  expect(grid.columns[0]?.width).toBeGreaterThan(empty.columns[0]?.width ?? 0)
  rows.addCells([['an even wider value, which arrives when its column already has a width']])
  expect(gridOf(first, running([first]))).toBe(grid)
})

test.each<[string, RunResult[], string]>([
  ['the last that returned rows', [result(), result(), update], '1'],
  ['without rows, the last', [create, update], '1'],
  ['without statements, the first', [], '0'],
])('which result is shown first: %s', (_, results, key) => {
  expect(firstTabToShow(results)).toBe(key)
})

const footer = (state: RunState, at = 0, runningTime: string | null = null, more: object = {}) => {
  const tab = tabsOf(state, true)[at]
  if (!tab) throw new Error('no tab')
  return footerOf(state, { ...tab, ...more } as ResultTab, runningTime)
}

test('the footer of a run under way counts the rows that came, and how long it runs', () => {
  const state = running([result({ isPartial: true })])
  expect(footer(state, 0, 'Running for 3 s')).toEqual({ rows: '2 rows', time: 'Running for 3 s' })
  expect(footer(state, 1, 'Running for 3 s')).toEqual({ rows: 'Running for 3 s' })
})

test.each<[string, RunState, object | null]>([
  ['of rows', success([result()]), { rows: '2 rows', time: '1.20 s' }],
  [
    'of rows that reached the added limit',
    success([result()], { autoLimit: 2 }),
    { rows: '2 rows', limited: '(Limited to only 2 rows)', time: '1.20 s' },
  ],
  [
    'of rows that were cut at the size limit',
    success([result({ truncated: { reason: 'bytes' } } as never)]),
    {
      rows: '2 rows',
      limited: '(Limited to only 2 rows)',
      note: 'The result was cut at the size limit',
      time: '1.20 s',
    },
  ],
  [
    'of rows that were cut at their greatest number',
    success([result({ truncated: { reason: 'rows' }, rowCount: 900 } as never)]),
    {
      rows: '2 rows',
      limited: '(Limited to only 2 rows)',
      note: 'The statement returned 900 rows',
      time: '1.20 s',
    },
  ],
  [
    'of a text that left a transaction open',
    success([result()], { rolledBackOpenTransaction: true }),
    {
      rows: '2 rows',
      note: 'Its transaction was left open and rolled back: nothing after the last COMMIT was kept',
      time: '1.20 s',
    },
  ],
  [
    'of rows that the text itself rolled back',
    success([
      result({ command: 'INSERT' }),
      result({ command: 'ROLLBACK', rowCount: null, fields: [], rows: [] }),
    ]),
    { rows: '2 rows', note: 'The text rolled it back: it was not kept', time: '1.20 s' },
  ],
  [
    'of a run that left state behind',
    success([result()], { ended: [{ kind: 'advisory_lock', name: '42' }] }),
    {
      rows: '2 rows',
      note: 'Ended with this run: the advisory lock 42. Every run has a new session',
      time: '1.20 s',
    },
  ],
  ['after a cancel', failed([result()], { reason: 'cancelled' }), { rows: 'Cancelled after 2 rows' }],
  ['of a failed text', failed([result()]), null],
])('the footer %s', (_, state, wanted) => {
  expect(footer(state)).toStrictEqual(wanted)
})

test('the footer of rows that broke off says so; other tabs have none', () => {
  const state = failed([result({ isPartial: true })])
  expect(footer(state, 1)).toEqual({ rows: 'Broken off after 2 rows' })
  expect(footer(state, 0)).toBeNull()
  expect(footer(failed([result()]), 1)).toBeNull()
  expect(footer(success([result()]), 1)).toBeNull()
  expect(footer({ status: 'idle' })).toBeNull()
  expect(footer(running([result({ isPartial: true })]))).toBeNull()
  expect(footer(failed([result()], { reason: 'cancelled' }), 1)).toBeNull()
})

test('the footer of filtered rows counts those that match', () => {
  expect(footer(success([result()]), 0, null, { shown: 1 })).toMatchObject({ rows: '1 of 2 rows' })
})
