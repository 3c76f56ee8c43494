import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { catalogue } from '../../sql/catalogue/index.js'
import { schemaGraphStatement, type GraphPart } from '../../sql/catalogue/schema-graph.js'
import { pageStatement } from '../../sql/catalogue/statements.js'
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
const partOf = (changes: Partial<GraphPart> = {}): GraphPart => ({
  schema: 'public',
  words: '',
  around: null,
  ...changes,
})
const result = (rows: (string | null)[][]) => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})

async function open(prepare?: (fake: FakePlatform) => void, rows: (string | null)[][] = ROWS) {
  opened = await openScreen('schemas', '/project/default/database/schemas', (fake) => {
    fake.answer(schemaGraphStatement(partOf()).query, result(rows))
    prepare?.(fake)
  })
  const { screen, watch } = opened
  watch(screen.$drawn, screen.$found, screen.$schemas, screen.$chosen, screen.$centre, screen.gate.$gate)
  const view = watch(screen.$view)
  screen.resize(1000, 600)
  return { ...opened, view }
}
const ready = async (more?: (fake: FakePlatform) => void, rows?: (string | null)[][]) => {
  const all = await open(more, rows)
  await all.until(() => expect(all.view()).toMatchObject({ status: 'ready' }))
  return all
}
const positionOf = (screen: SchemaGraphScreen, id: string) =>
  screen.$drawn.get().tables.find(({ table }) => table.id === id)

test('tables and the foreign keys between them are drawn, all of them at first', async () => {
  const { screen, view } = await ready()
  expect(view()).toMatchObject({ count: '3 tables, 1 relation', note: null })
  const { tables, relations } = screen.$drawn.get()
  expect(tables.map(({ table }) => table.name)).toEqual(['orders', 'users', 'lonely'])
  expect(relations).toMatchObject([{ id: '1.fk', isNear: false }])
  expect(Number(positionOf(screen, '1')?.x)).toBeLessThan(Number(positionOf(screen, '2')?.x))
})

test('a schema is chosen by its name, and by how many tables and views it would draw', async () => {
  const { screen, until } = await ready((fake) => {
    const { query, parameters } = pageStatement(catalogue.schemas, {})
    const rows = [
      ['auth', 'o', '7', null, '5', 'auth'],
      ['public', 'o', '3', null, '3', 'public'],
    ]
    fake.answer(query, result(rows), parameters)
  })
  await until(() =>
    expect(screen.$schemas.get()).toEqual([
      { value: 'auth', label: 'auth (5)' },
      { value: 'public', label: 'public (3)' },
    ]),
  )
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
    { id: '3', name: 'lonely', mark: null, href: '/project/default/editor/3?schema=public' },
  ])
  screen.search('user_id')
  expect(screen.$found.get().map(({ name }) => name)).toEqual(['orders', 'users'])
  screen.pan(-5000, 0)
  screen.show('3')
  expect(positionOf(screen, '3')).toBeDefined()
  expect(screen.$chosen.get()).toEqual({ id: '3', about: 'lonely, 0 columns', canDrawRelated: true })
})

test('Enter in the search goes to the first table that is found, and dims what is not joined to it', async () => {
  const { screen } = await ready()
  const dim = () => screen.$drawn.get().tables.map(({ table, isDim }) => [table.name, isDim])
  screen.goToFound()
  expect(screen.$chosen.get()).toBeNull()
  screen.search('users')
  screen.goToFound()
  expect(screen.$chosen.get()?.id).toBe('2')
  screen.fit()
  expect(dim()).toEqual([
    ['orders', false],
    ['users', false],
    ['lonely', true],
  ])
  screen.choose('1')
  expect(dim().every(([, isDim]) => isDim === false)).toBe(true)
  screen.search('nothing')
  screen.goToFound()
  expect(screen.$chosen.get()?.id).toBe('1')
})

test('keys go from table to table, and open one', async () => {
  const { screen, deck } = await ready()
  screen.go('right')
  expect(screen.$chosen.get()).toMatchObject({ id: '1', about: 'orders, 2 columns, refers to users' })
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
  const before = positionOf(first.screen, '3')
  const { zoom } = first.screen.$viewport.get()
  first.screen.move('3', 50 * zoom, 20 * zoom)
  first.screen.keep()
  expect(positionOf(first.screen, '3')).toMatchObject({
    x: Number(before?.x) + 50,
    y: Number(before?.y) + 20,
  })
  expect(first.host.storage.get('basedeck:schema-graph:default/public')).toContain('"3"')
  first.screen.arrange()
  expect(positionOf(first.screen, '3')).toMatchObject({ x: before?.x, y: before?.y })
  expect(first.host.storage.get('basedeck:schema-graph:default/public')).toBe('{}')
})

test('zooms keep the middle, within limits', async () => {
  const { screen } = await ready()
  for (let step = 0; step < 50; step += 1) screen.zoom(2)
  expect(screen.$viewport.get().zoom).toBe(2)
  for (let step = 0; step < 50; step += 1) screen.zoom(0.5)
  expect(screen.$viewport.get().zoom).toBe(0.05)
})

test('a drawing opens readable: whole where it fits, otherwise from its beginning', async () => {
  const { screen } = await ready()
  screen.resize(300, 200)
  const { zoom, x, y } = screen.$viewport.get()
  expect(zoom).toBe(0.85)
  const boxes = screen.$drawn.get().tables
  expect(Math.min(...boxes.map((box) => box.x))).toBeGreaterThan(x)
  expect(Math.min(...boxes.map((box) => box.y))).toBeGreaterThan(y)
  screen.resize(6000, 6000)
  expect(screen.$viewport.get().zoom).toBe(1)
  expect(screen.$drawn.get().tables).toHaveLength(3)
})

test('a drawing that is shown whole stays so in another window, until one looks closer', async () => {
  const { screen } = await ready()
  screen.resize(300, 600)
  screen.fit()
  expect(screen.$drawn.get().tables).toHaveLength(3)
  const { zoom } = screen.$viewport.get()
  screen.resize(1000, 600)
  expect(screen.$viewport.get().zoom).toBeGreaterThan(zoom)
  screen.zoom(2)
  const closer = screen.$viewport.get()
  screen.resize(300, 600)
  expect(screen.$viewport.get()).toEqual(closer)
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
  const { view } = await ready(undefined, [['1', 'a', 'r', COLUMNS, null, '10000', '10000']])
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

const VIEW = ['4', 'open_orders', 'v', COLUMNS, null, '4', '4', '["1","99"]']

test('views are drawn with what they read', async () => {
  const { screen, view, host } = await ready(undefined, [...ROWS, VIEW])
  expect(view()).toMatchObject({ count: '3 tables, 1 view, 2 relations' })
  expect(positionOf(screen, '4')).toMatchObject({ kind: 'View', mark: 'View', isView: true })
  expect(positionOf(screen, '1')).toMatchObject({ kind: null, isView: false })
  expect(screen.$drawn.get().relations).toMatchObject([
    { id: '1.fk', isSource: false },
    { id: '4 reads 1', isSource: true },
  ])
  screen.choose('4')
  expect(screen.$chosen.get()?.about).toBe('open_orders, view, 2 columns, reads orders')
  screen.exportSvg()
  expect(host.saved[0]?.text.match(/stroke-dasharray/g)).toHaveLength(2)
})

test('only what is related to a table is drawn, nearer or farther', async () => {
  const around = { id: '1', steps: 1 as const }
  const { screen, view, until } = await ready((fake) => {
    fake.answer(schemaGraphStatement(partOf({ around })).query, result(ROWS.slice(0, 2)))
  })
  screen.drawRelated()
  expect(screen.$centre.get()).toBeNull()
  screen.search('ord')
  screen.choose('1')
  screen.drawRelated()
  expect(screen.$centre.get()).toEqual({ title: 'Related to orders', steps: '1' })
  expect(view()).toMatchObject({ status: 'ready', isLoading: true })
  await until(() => expect(view()).toMatchObject({ count: '2 tables, 1 relation', isLoading: false }))
  expect(screen.$search.get()).toBe('')
  expect(screen.$chosen.get()?.canDrawRelated).toBe(false)
  screen.setSteps('2')
  expect(screen.$centre.get()?.steps).toBe('2')
  screen.setSteps('9')
  expect(screen.$centre.get()?.steps).toBe('2')
  screen.drawAll()
  await until(() => expect(view()).toMatchObject({ count: '3 tables, 1 relation', isLoading: false }))
  expect(screen.$centre.get()).toBeNull()
})

test('a schema with more tables than are drawn is searched in the database', async () => {
  const large = [['1', 'a', 'r', COLUMNS, null, '10000', '10000']]
  const {
    screen,
    view,
    until,
    host: { clock },
  } = await ready((fake) => {
    const found = [['7', 'zebra', 'r', COLUMNS, null, '10000', '800']]
    fake.answer(schemaGraphStatement(partOf({ words: 'zeb' })).query, result(found))
  }, large)
  screen.search('zeb')
  expect(screen.$found.get()).toEqual([])
  clock.advance(300)
  await until(() => expect(screen.$found.get()).toMatchObject([{ name: 'zebra' }]))
  await until(() =>
    expect(view()).toMatchObject({ note: '800 tables and views are found. The first 1 by name are drawn.' }),
  )
  screen.search('')
  clock.advance(300)
  await until(() => expect(screen.$found.get()).toMatchObject([{ name: 'a' }]))
})

test('a search without matches leaves an empty drawing, and the search', async () => {
  const large = [['1', 'a', 'r', COLUMNS, null, '10000', '10000']]
  const {
    screen,
    view,
    until,
    host: { clock },
    fake,
  } = await ready(undefined, large)
  fake.answer(schemaGraphStatement(partOf({ words: 'none' })).query, result([]))
  screen.search('none')
  clock.advance(300)
  await until(() =>
    expect(view()).toMatchObject({
      status: 'ready',
      isNarrowed: true,
      isLoading: false,
      count: '0 tables, 0 relations',
    }),
  )
  screen.search('')
  clock.advance(300)
  fake.answer(schemaGraphStatement(partOf()).query, result(large))
  await until(() => expect(view()).toMatchObject({ count: '1 table, 0 relations' }))
})
