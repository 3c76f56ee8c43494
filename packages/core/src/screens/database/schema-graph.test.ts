import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { schemaGraphStatement } from '../../sql/catalogue/schema-graph.js'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { SchemaGraphScreen } from './schema-graph.js'

let opened: OpenedScreen<SchemaGraphScreen> | undefined
afterEach(() => opened?.end())

const COLUMNS = JSON.stringify([
  { name: 'id', type: 'bigint', isNullable: false, isKey: true },
  { name: 'user_id', type: 'bigint', isNullable: true, isKey: false },
])
const key = (to: string) => JSON.stringify([{ name: 'fk', to, columns: ['user_id'], toColumns: ['id'] }])
const ROWS = [
  ['1', 'orders', 'r', COLUMNS, key('2'), '3'],
  ['2', 'users', 'r', COLUMNS, null, '3'],
  ['3', 'lonely', 'r', null, key('99'), '3'],
]
const result = (rows: (string | null)[][]) => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})

async function open(prepare?: (fake: FakePlatform) => void, rows: (string | null)[][] = ROWS) {
  opened = await openScreen('schemas', '/project/default/database/schemas', (fake) => {
    fake.answer(schemaGraphStatement('public').query, result(rows))
    prepare?.(fake)
  })
  const { screen, watch } = opened
  watch(screen.$drawn, screen.$found, screen.$schemas, screen.$chosen, screen.gate.$gate)
  const view = watch(screen.$view)
  screen.resize(1000, 600)
  return { ...opened, view }
}
const ready = async (more?: (fake: FakePlatform) => void, rows?: (string | null)[][]) => {
  const all = await open(more, rows)
  await all.until(() => expect(all.view()).toMatchObject({ status: 'ready' }))
  return all
}
const placeOf = (screen: SchemaGraphScreen, id: string) =>
  screen.$drawn.get().tables.find(({ table }) => table.id === id)

test('tables and the foreign keys between them are drawn, all of them at first', async () => {
  const { screen, view } = await ready()
  expect(view()).toMatchObject({ count: '3 tables, 1 relation', note: null })
  const { tables, relations } = screen.$drawn.get()
  expect(tables.map(({ table }) => table.name)).toEqual(['orders', 'users', 'lonely'])
  expect(relations).toMatchObject([{ id: '1.fk', isNear: false }])
  expect(Number(placeOf(screen, '1')?.x)).toBeLessThan(Number(placeOf(screen, '2')?.x))
})

test('what is out of view is not drawn', async () => {
  const { screen } = await ready()
  screen.pan(-5000, 0)
  expect(screen.$drawn.get()).toEqual({ tables: [], relations: [] })
  screen.fit()
  expect(screen.$drawn.get().tables).toHaveLength(3)
})

test('a search finds tables and columns; a table that is found is brought into view', async () => {
  const { screen } = await ready()
  screen.search('ONEL')
  expect(screen.$found.get()).toEqual([
    { id: '3', name: 'lonely', href: '/project/default/editor/3?schema=public' },
  ])
  screen.search('user_id')
  expect(screen.$found.get().map(({ name }) => name)).toEqual(['orders', 'users'])
  screen.pan(-5000, 0)
  screen.show('3')
  expect(placeOf(screen, '3')).toBeDefined()
  expect(screen.$chosen.get()).toEqual({ id: '3', about: 'lonely, 0 columns' })
})

test('keys go from table to table, and open one', async () => {
  const { screen, deck } = await ready()
  screen.go('right')
  expect(screen.$chosen.get()).toEqual({ id: '1', about: 'orders, 2 columns, refers to users' })
  expect(screen.$drawn.get().relations).toMatchObject([{ isNear: true }])
  screen.go('right')
  expect(screen.$chosen.get()?.id).toBe('2')
  screen.openChosen()
  expect(deck.router.$route.get().location).toMatchObject({
    pathname: '/project/default/editor/2',
    search: '?schema=public',
  })
})

test('a table that is moved stays there on this device, until all are arranged again', async () => {
  const first = await ready()
  const before = placeOf(first.screen, '3')
  const { zoom } = first.screen.$viewport.get()
  first.screen.move('3', 50 * zoom, 20 * zoom)
  first.screen.keep()
  expect(placeOf(first.screen, '3')).toMatchObject({ x: Number(before?.x) + 50, y: Number(before?.y) + 20 })
  expect(first.host.storage.get('basedeck:schema-graph:default/public')).toContain('"3"')
  first.screen.arrange()
  expect(placeOf(first.screen, '3')).toMatchObject({ x: before?.x, y: before?.y })
  expect(first.host.storage.get('basedeck:schema-graph:default/public')).toBe('{}')
})

test('zooms keep the middle, within limits', async () => {
  const { screen } = await ready()
  for (let step = 0; step < 50; step += 1) screen.zoom(2)
  expect(screen.$viewport.get().zoom).toBe(2)
  for (let step = 0; step < 50; step += 1) screen.zoom(0.5)
  expect(screen.$viewport.get().zoom).toBe(0.05)
})

test('the drawing is saved as SVG, whatever tables are called', async () => {
  const { screen, host } = await ready(undefined, [['1', 'a <b> & "c"\u0001', 'r', COLUMNS, null, '1']])
  screen.exportSvg()
  const [file] = host.saved
  expect(file).toMatchObject({ name: 'public.svg', type: 'image/svg+xml' })
  expect(file?.text).toContain('a &#60;b&#62; &#38; &#34;c&#34;\uFFFD')
  expect(file?.text).toMatch(/^<svg .*<\/svg>$/s)
  expect(screen.canExportPng).toBe(false)
})

test('a schema without tables says so, and one with too many says what is drawn', async () => {
  const none = await open(undefined, [])
  await none.until(() => expect(none.view()).toMatchObject({ status: 'empty' }))
  none.end()
  const { view } = await ready(undefined, [['1', 'a', 'r', COLUMNS, null, '10000']])
  expect(view()).toMatchObject({ note: expect.stringContaining('has 10000 tables') })
})

test('another schema is asked for, drawn, and in the address', async () => {
  const { screen, view, until, host, fake } = await ready()
  screen.chooseSchema('auth')
  expect(view().status).toBe('loading')
  expect(host.navigation.current().search).toBe('?schema=auth')
  await until(() => expect(view().status).toBe('ready'))
  const asked = fake.requests.flatMap(
    ({ body }) => (body as { parameters?: string[] } | undefined)?.parameters ?? [],
  )
  expect(asked).toContain('auth')
  expect(screen.$found.get()[0]?.href).toBe('/project/default/editor/1?schema=auth')
})
