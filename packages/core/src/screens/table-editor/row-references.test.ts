import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { tableDetailStatement } from '../../sql/table-detail.js'
import type { ReadTable } from '../../sql/read-table.js'
import { tableRowsStatement, type RowPage } from '../../sql/table-rows.js'
import { drawnRow } from '../../testing/drawn-rows.js'
import { detailColumn as column } from '../../testing/detail-column.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { TableGridScreen } from './table-grid.js'

let opened: OpenedScreen<TableGridScreen> | undefined
afterEach(() => opened?.end())

const ORDERS = [
  column('id', 'int8', { isNullable: false, key: 1 }),
  column('user_id', 'int8'),
  column('doc', 'json'),
]
const USERS = [column('id', 'int8', { isNullable: false, key: 1 }), column('name', 'text')]
const REFERENCES = [
  {
    name: 'orders_user_id_fkey',
    columns: ['user_id'],
    targetId: '9',
    targetSchema: 'public',
    targetTable: 'users',
    targetColumns: ['id'],
  },
]
const readOf = (name: string, columns: typeof ORDERS): ReadTable => ({
  schema: 'public',
  name,
  columns,
  key: ['id'],
  rowId: ['ctid'],
})
const page = (more: Partial<RowPage> = {}): RowPage => ({
  sorts: [],
  filters: [],
  offset: 0,
  limit: 100,
  ...more,
})
const result = (rows: (string | null)[][]) => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})
const INSERT_UPDATE_DELETE = '28'

const detail = (name: string, columns: object[], references: object[] | null) =>
  result([
    [
      'public',
      name,
      'r',
      null,
      'f',
      '0',
      '3',
      JSON.stringify(columns),
      references && JSON.stringify(references),
      INSERT_UPDATE_DELETE,
    ],
  ])

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('tableEditorTable', '/project/default/editor/7?schema=public', (fake) => {
    const { query } = tableDetailStatement('7')
    fake.answer(query, detail('orders', ORDERS, REFERENCES), ['7'])
    fake.answer(query, detail('users', USERS, null), ['9'])
    fake.answer(
      tableRowsStatement(readOf('orders', ORDERS), page()).query,
      result([
        ['1', '5', '{}'],
        ['2', null, null],
        ['3', '6', '[]'],
      ]),
    )
    const users = readOf('users', USERS)
    const referred: RowPage = {
      ...page({ limit: 1 }),
      filters: [{ column: 'id', operator: 'eq', value: '5' }],
    }
    fake.answer(tableRowsStatement(users, referred).query, result([]))
    fake.answer(tableRowsStatement(users, referred).query, result([['5', 'Eve']]), ['5'])
    const all = [
      ['5', 'Eve'],
      ['8', 'Ada'],
    ]
    fake.answer(tableRowsStatement(users, page()).query, result(all))
    fake.answer(tableRowsStatement(users, page({ search: 'ad' })).query, result([['8', 'Ada']]), ['%ad%'])
    prepare(fake)
  })
  const { screen, watch, until } = opened
  const view = watch(screen.$view, screen.gate.$gate, screen.$filters)
  watch(screen.editing.$bar, screen.editing.$canInsert)
  await until(() => expect(view().status).toBe('ready'))
  const shown = (row: number) => {
    const now = view()
    return now.status === 'ready' ? drawnRow(now.grid, row) : []
  }
  const labels = (row: number, at: number) => screen.cellActions(row, at).map(({ label }) => label)
  const choose = (row: number, at: number, label: string) =>
    screen
      .cellActions(row, at)
      .find((action) => action.label === label)
      ?.run()
  return { ...opened, shown, labels, choose }
}

const text = (value: string) => ({ type: 'text' as const, text: value })

test('a value that refers to a row leads to it: shown beside the rows, or opened in its table', async () => {
  const { screen, choose, labels, until, host, watch } = await open()
  await until(() => expect(screen.editing.$canInsert.get()).toEqual({ disabled: false }))
  watch(screen.$peek)
  expect(screen.linkOf(0, 1)).toBe('Show the row of users')
  expect(screen.linkOf(1, 1)).toBeNull()
  expect(screen.linkOf(0, 0)).toBeNull()
  expect(labels(0, 1)).toEqual([
    'Show the row of users',
    'Open the row in users',
    'Choose a row of users…',
    'Filter by this value',
    'Exclude this value',
    'Edit row',
  ])
  expect(labels(1, 1)[0]).toBe('Choose a row of users…')
  screen.openLink(0, 1)
  await until(() =>
    expect(screen.$peek.get()).toMatchObject({
      title: 'Row of users',
      content: { status: 'ready', fields: [{ value: '5' }, { name: 'name', value: 'Eve' }] },
    }),
  )
  screen.followCell(2, 1)
  await until(() => expect(screen.$peek.get()?.content.status).toBe('missing'))
  // In another column the panel stays on the selected row.
  screen.followCell(0, 0)
  await until(() => expect(screen.$peek.get()?.content.status).toBe('ready'))
  screen.followCell(1, 0)
  await until(() =>
    expect(screen.$peek.get()).toMatchObject({
      title: 'Row of users',
      content: { status: 'missing', title: 'The selected row refers to no row of this table.' },
    }),
  )
  screen.viewCell(0, 0)
  expect(screen.$peek.get()).toBeNull()
  choose(0, 1, 'Open the row in users')
  expect(host.navigation.current()).toMatchObject({
    pathname: '/project/default/editor/9',
    search: '?schema=public&filter=id%3Aeq%3A5',
  })
})

test('a row is chosen among those of the other table, and staged as an edit is', async () => {
  const { screen, choose, shown, until, watch } = await open()
  await until(() => expect(screen.editing.$canInsert.get()).toEqual({ disabled: false }))
  watch(screen.picker.$title, screen.picker.$rows)
  choose(1, 1, 'Choose a row of users…')
  expect(screen.picker.$title.get()).toBe('Choose a row of users')
  await until(() =>
    expect(screen.picker.$rows.get()).toMatchObject({
      status: 'ready',
      rows: [
        { label: '5', detail: 'Eve' },
        { label: '8', detail: 'Ada' },
      ],
    }),
  )
  screen.picker.search(' ad ')
  opened?.host.clock.advance(300)
  await until(() => expect(screen.picker.$rows.get()).toMatchObject({ rows: [{ label: '8' }] }))
  screen.picker.choose('["8"]')
  expect(screen.picker.$title.get()).toBeNull()
  await until(() => expect(shown(1)).toEqual(['2', '8', null]))
  expect(screen.linkOf(1, 1)).toBe('Show the row of users')
  screen.editing.undo()
  expect(shown(1)).toEqual(['2', null, null])
})

test('a row to choose is written as the grid writes it', async () => {
  const users = [...USERS, column('is_active', 'bool')]
  const { screen, choose, until, watch } = await open((fake) => {
    fake.answer(tableDetailStatement('9').query, detail('users', users, null), ['9'])
    fake.answer(
      tableRowsStatement(readOf('users', users), page()).query,
      result([
        ['5', 'Eve', 't'],
        ['8', 'f', 'f'],
        ['9', null, null],
      ]),
    )
  })
  await until(() => expect(screen.editing.$canInsert.get()).toEqual({ disabled: false }))
  const rows = watch(screen.picker.$rows)
  choose(1, 1, 'Choose a row of users…')
  await until(() =>
    expect(rows()).toMatchObject({
      rows: [{ detail: 'Eve · true' }, { detail: 'f · false' }, { detail: 'NULL · NULL' }],
    }),
  )
})

test('a boolean that is referred to reads as in the grid, and is taken as PostgreSQL wrote it', async () => {
  const orders = [ORDERS[0]!, column('is_on', 'bool')]
  const states = [column('is_on', 'bool', { isNullable: false, key: 1 })]
  const reference = { ...REFERENCES[0]!, columns: ['is_on'], targetColumns: ['is_on'], targetTable: 'states' }
  const { screen, choose, shown, until, watch } = await open((fake) => {
    const { query } = tableDetailStatement('7')
    fake.answer(query, detail('orders', orders, [reference]), ['7'])
    fake.answer(query, detail('states', states, null), ['9'])
    fake.answer(tableRowsStatement(readOf('orders', orders), page()).query, result([['1', 'f']]))
    const read = { ...readOf('states', states), key: ['is_on'] }
    fake.answer(tableRowsStatement(read, page()).query, result([['t']]))
  })
  await until(() => expect(screen.editing.$canInsert.get()).toEqual({ disabled: false }))
  const rows = watch(screen.picker.$rows)
  choose(0, 1, 'Choose a row of states…')
  await until(() => expect(rows()).toMatchObject({ rows: [{ label: 'true', key: '["t"]' }] }))
  screen.picker.choose('["t"]')
  await until(() => expect(shown(0)).toEqual(['1', 'true']))
})

test('Enter takes the only row that is found, once the search has ended', async () => {
  const { screen, choose, shown, until, watch } = await open()
  await until(() => expect(screen.editing.$canInsert.get()).toEqual({ disabled: false }))
  const rows = watch(screen.picker.$rows)
  choose(1, 1, 'Choose a row of users…')
  await until(() => expect(rows()).toMatchObject({ rows: [{ label: '5' }, { label: '8' }] }))
  screen.picker.takeOnly()
  expect(screen.picker.$title.get()).toBe('Choose a row of users')
  screen.picker.search('eve')
  screen.picker.takeOnly()
  screen.picker.search('ad')
  screen.picker.takeOnly()
  opened?.host.clock.advance(300)
  await until(() => expect(screen.picker.$title.get()).toBeNull())
  await until(() => expect(shown(1)).toEqual(['2', '8', null]))
})

test('a value becomes a filter, also of a type without an equality of its own', async () => {
  const { screen, choose, labels, host } = await open()
  choose(1, 1, 'Exclude this value')
  expect(host.navigation.current().search).toBe('?schema=public&filter=user_id%3Ais%3Anot+null')
  expect(screen.$filters.get().map((chip) => chip.text)).toEqual(['user_id is not null'])
  expect(labels(0, 2)).toEqual(['Filter by this value', 'Exclude this value', 'Edit row'])
})

test('a row is a form of all its columns, hidden ones too; new rows stay where they are', async () => {
  const { screen, shown, until, watch } = await open()
  await until(() => expect(screen.editing.$canInsert.get()).toEqual({ disabled: false }))
  const row = watch(screen.$openRow)
  screen.hideColumn(1)
  screen.openRow(2)
  expect(row()).toMatchObject({ title: 'Row 3', hasPrevious: true, hasNext: false })
  expect(row()?.fields.map(({ name, value }) => [name, value])).toEqual([
    ['id', '3'],
    ['user_id', '6'],
    ['doc', '[]'],
  ])
  const [, user, doc] = row()?.fields ?? []
  expect(doc?.problemOf(text('{'))).toBe('This is not valid JSON')
  user?.set(text('5'))
  await until(() => expect(row()?.fields[1]).toMatchObject({ value: '5', isChanged: true }))
  screen.editing.insertRow()
  expect(row()).toMatchObject({ title: 'Row 3' })
  screen.followCell(0, 0)
  expect(row()).toMatchObject({ title: 'New row', state: 'new', hasPrevious: false })
  screen.stepRow(1)
  expect(row()).toMatchObject({ title: 'Row 1' })
  expect(screen.$goTo.get()).toEqual({ row: 1, column: 0 })
  // A field that was left late changes its own row.
  user?.set(text('8'))
  screen.showHidden()
  await until(() => expect(shown(3)).toEqual(['3', '8', '[]']))
  screen.openLink(2, 1)
  expect(row()).not.toBeNull()
  screen.viewCell(0, 0)
  expect(row()).toBeNull()
})

test('a reader sees a row, and why nothing can be changed', async () => {
  const { screen, labels, until, watch } = await open((fake) => grantOnly(fake, ['read', '%']))
  const row = watch(screen.$openRow)
  await until(() => expect(screen.editing.$canInsert.get().disabled).toBe(true))
  expect(labels(0, 1)).toContain('View row')
  expect(labels(0, 1)).not.toContain('Choose a row of users…')
  screen.openRow(0)
  expect(row()?.fields[1]).toMatchObject({ editor: null, hint: 'Your role can only read this project' })
})

test('while a value is typed the rows that it may refer to are offered; one that is chosen becomes the value', async () => {
  const { screen, watch, until, shown } = await open()
  const { choices, editing } = screen
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const rows = watch(choices.$rows)
  expect(choices.open(0, 0)).toBeNull()
  expect(choices.open(0, 1)).toBe('Rows of users to choose from')
  await until(() =>
    expect(rows()).toMatchObject({ status: 'ready', rows: [{ label: '5' }, { label: '8', detail: 'Ada' }] }),
  )
  choices.search('ad')
  opened?.host.clock.advance(300)
  await until(() => expect(rows()).toMatchObject({ rows: [{ label: '8' }] }))
  expect(shown(0)[1]).toBe('5')
  choices.choose('["8"]')
  await until(() => expect(shown(0)[1]).toBe('8'))
  choices.close()
  expect(screen.picker.$title.get()).toBeNull()
})
