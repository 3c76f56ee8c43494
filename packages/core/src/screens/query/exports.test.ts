import type { StatementResult } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { SHOWN_LENGTH } from '../../rules/results/cell-view.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

const result: StatementResult = {
  command: 'SELECT',
  rowCount: 2,
  fields: [
    { name: 'id', dataTypeId: 20, dataType: 'int8' },
    { name: 'note', dataTypeId: 25, dataType: 'text' },
  ],
  rows: [
    ['9007199254740993', ''],
    ['2', null],
  ],
  notices: [],
}

async function run(sql: string, more: Partial<StatementResult> = {}) {
  const host = createMemoryHost('/project/default/sql/1')
  const fake = createFakePlatform()
  const deck = testDeck(host, fake)
  await vi.waitFor(() => expect(deck.$screen.get().name).toBe('sqlEditor'), { timeout: 20_000 })
  const opened = deck.$screen.get()
  if (opened.name !== 'sqlEditor') throw new Error('not the editor')
  const { screen } = opened
  screen.setRowLimit(-1)
  fake.answer(sql, { results: [{ ...result, ...more }] })
  screen.type(sql)
  await screen.run()
  if (screen.$question.get()) await screen.confirm()
  return { host, fake, screen }
}

test('the rows shown are a file at once, named after what was read', async () => {
  const { host, screen } = await run('select * from orders')
  screen.exportShown('csv')
  expect(host.saved).toEqual([
    { name: 'orders.csv', type: 'text/csv; charset=utf-8', text: 'id,note\n9007199254740993,""\n2,\n' },
  ])
})

test('a file with cut values says so', async () => {
  const { host, screen } = await run('select * from orders', { cut: [[0, 1, 5_000_000]] })
  screen.exportShown('json')
  expect(host.notes.at(-1)).toMatchObject({ kind: 'info', detail: expect.stringContaining('1 value longer') })
})

test('the whole result says that it runs again, downloads, and tells how far it is', async () => {
  const { host, fake, screen } = await run('select * from orders')
  screen.askWhole('sql')
  expect(screen.$wholeQuestion.get()).toMatchObject({
    asksTable: true,
    remark: expect.stringContaining('runs again, in a READ ONLY transaction'),
  })
  screen.exportForm.set('name', 'all/orders')
  expect(await screen.exportForm.submit()).toEqual({ type: 'done' })
  expect(fake.requests.at(-1)?.body).toMatchObject({
    query: 'select * from orders',
    format: 'sql',
    name: 'all-orders',
    table: 'orders',
  })
  expect(host.downloaded).toEqual([
    { url: 'http://fake/platform/pg-meta/default/exports/export-1/file', name: 'all-orders.sql' },
  ])
  fake.running.exports.set('export-1', { state: 'running', rows: 1000, bytes: 2048 })
  host.clock.advance(500)
  await vi.waitFor(() => expect(host.progress.at(-1)?.note.detail).toBe('1000 rows, 2 KB'))
  fake.running.exports.set('export-1', { state: 'done', rows: 2000, bytes: 4096 })
  await vi.waitFor(() => {
    host.clock.advance(500)
    expect(host.notes.at(-1)).toMatchObject({ kind: 'success', message: 'all-orders.sql is complete' })
  })
})

test('an export that breaks off says that its file is not whole', async () => {
  const { host, fake, screen } = await run('select * from orders')
  screen.askWhole('csv')
  await screen.exportForm.submit()
  fake.running.exports.set('export-1', { state: 'failed', rows: 7, bytes: 70, message: 'division by zero' })
  host.clock.advance(500)
  await vi.waitFor(() =>
    expect(host.notes.at(-1)).toEqual({
      kind: 'error',
      message: 'The export of orders.csv failed; the file is incomplete',
      detail: 'division by zero',
    }),
  )
})

test('Cancel of the progress cancels the export', async () => {
  const { host, fake, screen } = await run('select * from orders')
  screen.askWhole('csv')
  await screen.exportForm.submit()
  host.progress.at(-1)?.cancel?.run()
  await vi.waitFor(() => expect(fake.running.exports.get('export-1')?.state).toBe('cancelled'))
  host.clock.advance(500)
  await vi.waitFor(() => expect(host.notes.at(-1)?.message).toBe('The export of orders.csv was cancelled'))
})

test('the database’s refusal is shown in the question, and what was typed stays', async () => {
  const { fake, screen } = await run('select * from orders')
  fake.running.exportRefusal = 'relation "orders" does not exist'
  screen.askWhole('csv')
  screen.exportForm.set('name', 'mine')
  expect((await screen.exportForm.submit()).type).toBe('failed')
  expect(screen.exportForm.$state.get()).toMatchObject({ message: 'relation "orders" does not exist' })
  expect(screen.exportForm.$values.get().name).toBe('mine')
})

test.each([
  ['select 1; select 2', 'Only for a run of a single select'],
  ['insert into t values (1) returning *', 'Only for a select: the statement would run again'],
])('the whole result of %j can’t be had: %s', async (sql, refusal) => {
  const { screen } = await run(sql)
  expect(screen.$exportMenu.get()?.wholeRefusal).toBe(refusal)
})

test('a cut value is fetched by itself, as a file', async () => {
  const { host, fake, screen } = await run('select id, note from docs -- all', { cut: [[1, 1, 5_000_000]] })
  screen.viewCell(1, 1)
  expect(screen.$openCell.get()?.whole).toMatchObject({ isPossible: true })
  await screen.saveWholeCell()
  expect(fake.requests.at(-1)?.body).toMatchObject({
    query: 'select c1 from (\nselect id, note from docs -- all\n) as result(c0, c1) offset 1 limit 1',
    format: 'value',
    name: 'note',
  })
  expect(host.downloaded).toHaveLength(1)
})

test('the value of a write can’t be fetched again, and the panel says so', async () => {
  const { screen } = await run('insert into t values (1) returning *', { cut: [[0, 1, 5_000_000]] })
  screen.viewCell(0, 1)
  expect(screen.$openCell.get()?.whole).toMatchObject({
    isPossible: false,
    hint: expect.stringContaining('a single select only'),
  })
})

test('a text is shown as Markdown when asked, and the next cell begins in view mode', async () => {
  const { host, screen } = await run('select * from orders')
  screen.viewCell(0, 1)
  screen.setCellView('markdown')
  expect(screen.$openCell.get()).toMatchObject({ view: 'markdown', isEmpty: true })
  screen.viewCell(0, 0)
  expect(screen.$openCell.get()).toMatchObject({ view: 'view', views: ['view'] })
  await screen.copyOpenCell()
  expect(host.copied.at(-1)).toBe('9007199254740993')
})

test('an open panel follows the selected cell in its mode; a closed one stays closed', async () => {
  const { screen } = await run('select * from orders', {
    rows: [
      ['1', 'a'],
      ['2', '# b'],
    ],
  })
  screen.followCell(0, 1)
  expect(screen.$openCell.get()).toBeNull()
  screen.viewCell(0, 1)
  screen.setCellView('markdown')
  screen.followCell(1, 1)
  expect(screen.$openCell.get()).toMatchObject({ text: '# b', view: 'markdown', size: '3 characters' })
  screen.viewCell(0, 1)
  expect(screen.$openCell.get()).toMatchObject({ text: 'a', view: 'view', size: '1 character' })
})

test('of a long value the beginning is shown until all is asked for, cell by cell', async () => {
  const long = 'x'.repeat(SHOWN_LENGTH + 1)
  const { screen } = await run('select * from orders', {
    rows: [
      ['1', long],
      ['2', long],
    ],
  })
  screen.viewCell(0, 1)
  expect(screen.$openCell.get()).toMatchObject({ isPart: true, text: 'x'.repeat(SHOWN_LENGTH) })
  screen.showAll()
  expect(screen.$openCell.get()).toMatchObject({ isPart: false, text: long })
  screen.followCell(1, 1)
  expect(screen.$openCell.get()?.isPart).toBe(true)
})

test('a row and a block are copied as tabs and lines', async () => {
  const { host, screen } = await run('select * from orders')
  await screen.copyRow(1)
  expect(host.copied.at(-1)).toBe('2\t')
  await screen.copyRange({ top: 0, bottom: 1, left: 0, right: 0 })
  expect(host.copied.at(-1)).toBe('9007199254740993\n2')
  expect(host.notes.at(-1)?.message).toBe('2 cells copied')
})

test('the menu has JSON lines for both, and Excel for the whole result', async () => {
  const { screen } = await run('select * from orders')
  const menu = screen.$exportMenu.get()
  expect(menu?.shown.map(({ label }) => label)).toContain('Rows shown as JSON lines')
  expect(menu?.shown.map(({ format }) => format)).not.toContain('xlsx')
  expect(menu?.whole.map(({ label }) => label)).toContain('Whole result as Excel…')
})

test('CSV asks for its form, and a form that can’t be read back is told at its field', async () => {
  const { fake, screen } = await run('select * from orders')
  screen.askWhole('csv')
  expect(screen.$wholeQuestion.get()).toMatchObject({ asksCsv: true })
  screen.exportForm.set('nullText', 'a;b')
  expect(await screen.exportForm.submit()).toMatchObject({ type: 'invalid', field: 'nullText' })
  screen.exportForm.set('nullText', 'NULL')
  screen.exportForm.set('delimiter', ';')
  screen.exportForm.set('header', false)
  expect(await screen.exportForm.submit()).toEqual({ type: 'done' })
  expect(fake.requests.at(-1)?.body).toMatchObject({
    format: 'csv',
    csv: { header: false, delimiter: ';', quote: '"', nullText: 'NULL' },
  })
})

test.each([
  ['csv', 'have the same name in the file: id.'],
  ['json', 'have the same name: id. In the file the second one ends in _2'],
] as const)('before a %s file, columns of one name are told', async (format, note) => {
  const [field] = result.fields
  const { screen } = await run('select id, id from orders', {
    fields: [field, field].flatMap((one) => one ?? []),
  })
  screen.askWhole(format)
  expect(screen.$wholeQuestion.get()?.namesNote).toContain(note)
})

test('before a workbook, what Excel can’t hold is told; other formats have no such note', async () => {
  const { fake, screen } = await run('select * from orders')
  screen.askWhole('xlsx')
  expect(screen.$wholeQuestion.get()?.formatNote).toContain('more than 15 digits')
  expect(screen.$wholeQuestion.get()).not.toHaveProperty('namesNote')
  await screen.exportForm.submit()
  expect(fake.requests.at(-1)?.body).toMatchObject({ format: 'xlsx' })
  expect(fake.requests.at(-1)?.body).not.toHaveProperty('csv')
  screen.askWhole('csv')
  expect(screen.$wholeQuestion.get()).not.toHaveProperty('formatNote')
})
