import { afterEach, expect, test } from 'vitest'
import { tableDetailStatement } from '../../sql/table-detail.js'
import { detailColumn as column } from '../../testing/detail-column.js'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ScreenOf } from '../pages.js'

type Editor = ScreenOf<'sqlEditor'>
let opened: OpenedScreen<Editor> | undefined
afterEach(() => opened?.end())

const COLUMNS = [
  column('id', 'int8', { isNullable: false, key: 1 }),
  column('name', 'text'),
  column('note', 'text'),
]
const field = (name: string, type: string, tableId: number) => ({
  name,
  dataTypeId: 25,
  dataType: type,
  ...(tableId > 0 ? { tableId, columnId: 1 } : {}),
})
const rows = (fields: object[], cells: (string | null)[][]) =>
  ({ results: [{ command: 'SELECT', rowCount: cells.length, fields, notices: [], rows: cells }] }) as never

async function open() {
  opened = await openScreen('sqlEditor', '/project/default/sql/1', (fake) => {
    const detail = ['public', 'people', 'r', null, 'f', '0', '3', JSON.stringify(COLUMNS), null, '28']
    fake.answer(tableDetailStatement('7').query, rows([], [detail]))
    const people = [field('name', 'text', 7), field('number', 'int8', 7)]
    fake.answer(
      'select name, id as number from people',
      rows(people, [
        ['Ann', '1'],
        ['Ben', '2'],
      ]),
    )
    fake.answer('select name from people', rows([field('name', 'text', 7)], [['Ann']]))
    fake.answer('select 1 as one', rows([field('one', 'int4', 0)], [['1']]))
    const joined = [field('id', 'int8', 7), field('total', 'int8', 9)]
    fake.answer('select p.id, o.total from people p join orders o on true', rows(joined, [['1', '2']]))
  })
  const { screen, watch, until } = opened
  watch(screen.$activeTab, screen.$tabs, screen.$edited, screen.gate.$gate, screen.$question)
  const why = watch(screen.$editability)
  const run = async (sql: string) => {
    screen.setRowLimit(-1)
    screen.type(sql)
    await screen.run()
    await until(() => expect(screen.$run.get().status).toBe('success'))
  }
  return { ...opened, run, why }
}

test('rows of one table with its key can be edited; they are staged as in the table editor', async () => {
  const { screen, run, why, until, host } = await open()
  await run('select name, id as number from people')
  await until(() => expect(why()).toBe('Rows of people can be edited'))
  const { editing } = screen.$edited.get() ?? {}
  await until(() => expect(editing?.editorAt(0, 0)).not.toBeNull())
  screen.sortBy(1, false)
  screen.sortBy(1, false)
  const cells = () => {
    const tab = screen.$activeTab.get()
    return tab.kind === 'result' ? Array.from(tab.grid.rows) : []
  }
  await until(() => expect(cells()[0]).toEqual(['Ben', '2']))
  await until(() => expect(screen.$edited.get()?.grid.rows.row(0)).toEqual(['Ben', '2']))
  await editing?.setCell(0, 0, { type: 'text', text: 'Benno' })
  expect(cells()[0]).toEqual(['Benno', '2'])
  expect(host.storage.get('basedeck:table-edits:default/7') ?? '').toContain('"key":"[\\"2\\"]"')
  editing?.openReview()
  const stop = editing?.$review.subscribe(() => undefined)
  expect(editing?.$review.get()).toContain('update "public"."people"')
  stop?.()
  editing?.undo()
  expect(cells()[0]).toEqual(['Ben', '2'])
})

test.each([
  ['select name from people', 'Read-only: select id to edit rows'],
  [
    'select p.id, o.total from people p join orders o on true',
    'Read-only: only rows of one table, without computed columns, can be edited',
  ],
  ['select 1 as one', null],
])('%s: %s', async (sql, said) => {
  const { screen, run, why, until } = await open()
  await run(sql)
  await until(() => expect(why()).toBe(said))
  expect(screen.$edited.get()).toBeNull()
})
