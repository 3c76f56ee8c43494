import type { StatementResult } from '@basedeck/platform-client'
import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { grantOnly } from '../../testing/open-screen.js'
import { sqlText } from '../../text/sql-editor.js'
import { createScreenFiles } from '../screen-files.js'

// As after a first visit of the editor.
await createScreenFiles().fetch('sqlEditor')

function open(ref = 'default', prepare: (fake: FakePlatform) => void = () => undefined) {
  const host = createMemoryHost(`/project/${ref}/sql/1`)
  const fake = createFakePlatform()
  prepare(fake)
  const deck = testDeck(host, fake)
  const opened = deck.$screen.get()
  if (opened.name !== 'sqlEditor') throw new Error('not the editor')
  return { host, fake, deck, screen: opened.screen }
}

const lastQuery = ({ requests }: ReturnType<typeof createFakePlatform>) =>
  requests.findLast(({ path }) => path.endsWith('/query'))

const result = (more: Partial<StatementResult> = {}): StatementResult => ({
  command: 'SELECT',
  rowCount: 1,
  fields: [
    { name: 'id', dataTypeId: 20, dataType: 'int8' },
    { name: 'note', dataTypeId: 25, dataType: 'text' },
  ],
  rows: [['9007199254740993', null]],
  notices: [],
  ...more,
})

test('a selection runs alone', async () => {
  const { fake, screen } = open()
  screen.type('select 1; select 2')
  await screen.run({ text: 'select 2', offset: 10 })
  expect(lastQuery(fake)?.body).toMatchObject({ query: 'select 2 limit 100;' })
})

test('each statement has a tab; the last one with rows is shown first', async () => {
  const { fake, screen } = open()
  const created = result({ command: 'CREATE TABLE', rowCount: null, fields: [], rows: [] })
  const notice = { severity: 'NOTICE', code: '00000', message: 'skipping' }
  fake.answer('create table t (a int); select 1', { results: [{ ...created, notices: [notice] }, result()] })
  screen.type('create table t (a int); select 1')
  await screen.run()
  await screen.confirm()
  expect(screen.$tabs.get().map((tab) => [tab.key, tab.label, tab.count])).toEqual([
    ['0', 'Result 1', null],
    ['1', 'Result 2', 1],
    ['messages', 'Messages', 1],
    ['history', 'History', null],
    ['running', 'Running', null],
  ])
  expect(screen.$activeTab.get()?.key).toBe('1')
  screen.openTab('0')
  expect(screen.$activeTab.get()?.key).toBe('0')
})

test('the footer names the limit only when it was added and reached', async () => {
  const { fake, screen } = open()
  const hundred = Array.from({ length: 100 }, (_, index) => [String(index), null])
  fake.answer('select * from t limit 100;', { results: [result({ rows: hundred, rowCount: 100 })] })
  screen.type('select * from t')
  await screen.run()
  expect(screen.$footer.get()).toMatchObject({
    rows: '100 rows',
    limited: '(Limited to only 100 rows)',
    time: '1 ms',
  })
})

test('the row limit is a choice that is kept', async () => {
  const { host, fake, screen } = open()
  expect(screen.rowLimits.map((option) => option.label)).toEqual([
    'No limit',
    '100 rows',
    '500 rows',
    '1000 rows',
  ])
  screen.setRowLimit(500)
  screen.type('select * from t')
  await screen.run()
  expect(lastQuery(fake)?.body).toMatchObject({ query: 'select * from t limit 500;' })
  expect(host.storage.get('basedeck:sql-row-limit')).toBe('500')
})

test('the question has the words of the specification', async () => {
  const { screen } = open()
  screen.type('update t set a = 1')
  await screen.run()
  expect(screen.$question.get()).toEqual({
    warning: 'This query contains write operations.',
    question: 'Are you sure you want to execute it?',
    care: 'Make sure you are not accidentally removing something important.',
    dangers: ['update t set a = 1 – updates every row: there is no where'],
    dropImpact: [],
    offersReadOnly: false,
    canKeep: false,
    nameToType: null,
    isDangerous: true,
    reasons: [],
  })
  screen.dismiss()
  expect(screen.$question.get()).toBeNull()
})

test('an error marks its word in the whole text, until the text changes', async () => {
  const { fake, screen } = open()
  const at = { line: 1, column: 15, offset: 14 }
  const error = {
    message: 'no such table',
    formattedError: 'ERROR:  42P01: no such table',
    code: '42P01',
    at,
  }
  fake.answer('select 1 from gone limit 100;', { error })
  const text = '-- first\nselect 1 from gone'
  screen.type(text)
  await screen.run({ text: 'select 1 from gone', offset: 9 })
  expect(screen.$error.get()).toMatchObject({ title: 'ERROR:  42P01: no such table', detail: [] })
  expect(screen.$marks.get()).toEqual([{ startOffset: 23, endOffset: 27, message: 'no such table' }])
  screen.type(`${text} `)
  expect(screen.$marks.get()).toEqual([])
})

test('of several statements the error says which one failed, and what the others gave is shown', async () => {
  const { fake, screen } = open()
  const sql = 'select 1 as a;\nselect gone'
  fake.answer(sql, {
    error: {
      message: 'no',
      formattedError: 'ERROR:  42703: no',
      code: '42703',
      statementIndex: 1,
      results: [result()],
      outcome: 'rolled_back',
    },
  })
  screen.setRowLimit(-1)
  screen.type(`-- first\n${sql}`)
  await screen.run({ text: sql, offset: 9 })
  expect(screen.$error.get()?.remarks).toEqual([
    'Statement 2 of 2, line 3: select gone',
    'Changes of the statements before it were rolled back.',
  ])
  expect(screen.$tabs.get().slice(0, 2)).toMatchObject([
    { kind: 'run', label: 'Error' },
    { kind: 'result', count: 1 },
  ])
})

test('an error at the very end of the text still has a mark', async () => {
  const { fake, screen } = open()
  const error = {
    message: 'end of input',
    formattedError: 'E',
    code: '42601',
    at: { line: 1, column: 7, offset: 6 },
  }
  fake.answer('select', { error })
  screen.type('select')
  screen.setRowLimit(-1)
  await screen.run()
  expect(screen.$marks.get()).toEqual([{ startOffset: 5, endOffset: 6, message: 'end of input' }])
})

test('a cell is copied as it is stored, NULL as nothing', async () => {
  const { host, fake, screen } = open()
  fake.answer('select 1 limit 100;', { results: [result()] })
  screen.type('select 1')
  await screen.run()
  await screen.copyCell(0, 0)
  await screen.copyCell(0, 1)
  expect(host.copied).toEqual(['9007199254740993', ''])
  expect(host.notes.map((note) => note.message)).toEqual(['Copied', 'Copied'])
})

test('a cell opens with its column in the title, and says when it was cut', async () => {
  const { fake, screen } = open()
  fake.answer('select 1 limit 100;', { results: [result({ cut: [[0, 0, 5000]] })] })
  screen.type('select 1')
  await screen.run()
  screen.viewCell(0, 0)
  expect(screen.$openCell.get()).toMatchObject({
    title: 'Viewing cell details on column: id',
    text: '9007199254740993',
    kind: 'text',
    cutBytes: 5000,
  })
  screen.viewCell(0, 1)
  expect(screen.$openCell.get()).toMatchObject({ text: 'NULL', kind: 'null' })
  screen.closeCell()
  expect(screen.$openCell.get()).toBeNull()
})

test('the running time counts while a run is under way', async () => {
  const { host, fake, screen } = open()
  fake.answer('select 1', 'hangs')
  screen.setRowLimit(-1)
  screen.type('select 1')
  const ended = screen.run()
  expect(screen.$footer.get()).toEqual({ rows: 'Running for 0.0 s' })
  host.clock.advance(1250)
  expect(screen.$footer.get()).toEqual({ rows: 'Running for 1.2 s' })
  await vi.waitFor(() => expect(lastQuery(fake)?.body).toMatchObject({ query: 'select 1' }))
  await screen.cancel()
  await ended
  expect(screen.$footer.get()).toBeNull()
  expect(screen.$error.get()?.title).toBe('Cancelled')
})

test('running keeps the tab; closing it cancels what runs and lets go of what came', async () => {
  const { deck, fake, screen } = open()
  const tabBar = async () => {
    deck.shell.beside.$tabBar.subscribe(() => {})
    const bar = await vi.waitFor(() => {
      const shown = deck.shell.beside.$tabBar.get()
      return typeof shown === 'object' && shown ? shown : Promise.reject(new Error('not yet'))
    })
    return bar
  }
  screen.type('select 1 as a')
  await screen.run()
  fake.answer('select 2 limit 100;', 'hangs')
  screen.type('select 2')
  const ended = screen.run()
  await vi.waitFor(() => expect(lastQuery(fake)?.body).toMatchObject({ query: 'select 2 limit 100;' }))

  deck.router.open('/project/default/sql/other')
  deck.router.open('/project/default/settings/general')
  expect(screen.$run.get().status).toBe('running')
  deck.router.open('/project/default/sql/other')
  const bar = await tabBar()
  bar.close('sql-1')
  await ended
  expect(screen.$error.get()?.title).toBe('Cancelled')

  deck.router.open('/project/default/sql/1')
  const again = deck.$screen.get()
  expect(again.name === 'sqlEditor' && again.screen.$run.get()).toEqual({ status: 'idle' })
})

test('of a paused project the text is there and can be written; it runs once the project is back', async () => {
  const { fake, screen } = open('shop', (fake) => {
    fake.addProject({ name: 'Shop', ref: 'shop', status: 'INACTIVE' })
  })
  const gate = screen.gate.$gate
  await vi.waitFor(() =>
    expect(gate.get()).toMatchObject({ status: 'closed', title: 'The project is paused' }),
  )
  screen.type('select 1 as a')
  await screen.run()
  await screen.tools.explain('plan', { selection: undefined, cursor: 0 })
  await screen.help.open()
  expect(screen.$run.get().status).toBe('idle')
  expect(lastQuery(fake)).toBeUndefined()
  screen.gate.resume()
  await vi.waitFor(() =>
    expect(gate.get()).toMatchObject({ status: 'closed', title: 'The database is starting again' }),
  )
  fake.settle('shop')
  await vi.waitFor(() => expect(gate.get()).toEqual({ status: 'open' }))
  await screen.run()
  expect(screen.$run.get().status).toBe('success')
})

test('a tab stands under the text before anything ran, while it runs and when it failed', async () => {
  const { host, fake, screen } = open()
  const labels = () => screen.$tabs.get().map(({ label }) => label)
  expect(labels()).toEqual(['Result', 'Messages', 'History', 'Running'])
  screen.openTab('history')
  fake.answer('select gone limit 100;', { error: { message: 'no gone', formattedError: 'E', code: '42703' } })
  screen.type('select gone')
  const ended = screen.run()
  expect(screen.$activeTab.get().kind).toBe('run')
  await ended
  expect(labels()).toEqual(['Error', 'Messages', 'History', 'Running'])
  expect(screen.$activeTab.get().kind).toBe('run')
  expect(host.notes.at(-1)).toMatchObject({ kind: 'error', message: 'Failed to execute SQL: no gone' })
})

test('the history stays open when a run ends', async () => {
  const { host, fake, screen } = open()
  fake.answer('select 1 limit 100;', 'hangs')
  screen.type('select 1')
  const ended = screen.run()
  await vi.waitFor(() => expect(lastQuery(fake)).toBeDefined())
  screen.openTab('history')
  // How it stands is asked for.
  const asked = () => fake.requests.filter(({ method }) => method === 'GET').length
  const before = asked()
  await vi.waitFor(() => {
    host.clock.advance(1000)
    expect(asked()).toBeGreaterThan(before)
  })
  await vi.waitFor(() => expect(screen.$activeTab.get().kind).toBe('history'))
  await screen.cancel()
  await ended
  expect(screen.$activeTab.get().kind).toBe('history')
})

test('an empty text offers templates, and takes one', () => {
  const { screen } = open()
  expect(screen.$isBlank.get()).toBe(true)
  screen.templates.use('largest-tables')
  expect(screen.$isBlank.get()).toBe(false)
  expect(screen.draft.$text.get()).toContain('pg_total_relation_size')
})

test('a run that gives nothing at all still says that it went well', async () => {
  const { fake, screen } = open()
  fake.answer('select 1 limit 100;', { results: [] })
  screen.type('select 1')
  await screen.run()
  expect(screen.$activeTab.get().kind).toBe('run')
  expect(screen.$run.get().status).toBe('success')
})

test('a query without a name is called by how it begins in its tab and in the title, also once it is stored', async () => {
  const { host, fake, deck, screen } = open()
  const bar = await vi.waitFor(() => {
    const part = deck.shell.beside.$tabBar.get()
    if (!part || part === 'coming') throw new Error('not there yet')
    return part
  })
  bar.$tabs.listen(() => undefined)
  const label = () => bar.$tabs.get()[0]?.label
  expect(label()).toBe('Untitled')
  screen.type('\nselect  1\nfrom orders')
  expect(label()).toBe('select 1 from orders')
  host.clock.advance(1000)
  await vi.waitFor(() => expect(fake.content.snippets).toHaveLength(1))
  await vi.waitFor(() => expect(screen.$thing.get()).toBe('select 1 from orders'))
  expect(label()).toBe('select 1 from orders')
  screen.snippet.rename.begin()
  expect(screen.snippet.rename.$typed.get()).toBe('Untitled')
  screen.snippet.rename.type('Orders')
  screen.snippet.rename.commit()
  expect(label()).toBe('Orders')
  expect(screen.$thing.get()).toBe('Orders')
})

test('the first of several statements that fails is named too, and that the others were not run', async () => {
  const { fake, screen } = open()
  const sql = 'select gone;\nselect 1'
  fake.answer(sql, {
    error: { message: 'no', formattedError: 'ERROR:  42703: no', code: '42703', statementIndex: 0 },
  })
  screen.setRowLimit(-1)
  screen.type(sql)
  await screen.run()
  expect(screen.$error.get()?.remarks).toEqual([
    'Statement 1 of 2, line 1: select gone',
    'The statements after it were not run.',
  ])
})

test('an error of a selection, or of the statement at the cursor, says its line in the whole text', async () => {
  const { screen, fake } = open()
  screen.$error.listen(() => undefined)
  const text = 'select 1;\n\nselect foo\nfrom orders;\nselect 3;'
  const sql = 'select foo\nfrom orders;'
  fake.answer(sql, {
    error: {
      message: 'no foo',
      formattedError: 'ERROR:  42703: no foo\nLINE 1: select foo',
      code: '42703',
      statementIndex: 0,
      at: { line: 1, column: 8, offset: 7 },
    },
  })
  screen.setRowLimit(-1)
  screen.type(text)
  await screen.run({ text: sql, offset: 11 })
  expect(screen.$error.get()?.remarks).toEqual(['Line 3 of the text: select foo'])
})

test('what the grammar refuses in a script says its line', async () => {
  const { screen } = open()
  screen.$error.listen(() => undefined)
  await vi.waitFor(async () => {
    screen.type('select 1;\n\nselct 2;')
    await screen.run()
    expect(screen.$error.get()?.remarks).toEqual(['Line 3 of the text: selct 2;', sqlText.notSent])
  })
})

test('who only reads is told so in the question', async () => {
  const { screen } = open('default', (fake) => grantOnly(fake, ['read', '%']))
  screen.$question.listen(() => undefined)
  screen.type('update t set a = 1')
  await screen.run()
  await vi.waitFor(() => expect(screen.$question.get()?.reasons).toContain(sqlText.readOnlyRole))
})

test('who only reads is told that the role is why a write was refused', async () => {
  const { screen, fake } = open('default', (platform) => grantOnly(platform, ['read', '%']))
  screen.$error.listen(() => undefined)
  const refusal = 'cannot execute UPDATE in a read-only transaction'
  fake.intercept = ({ path }) =>
    path.endsWith('/query')
      ? { status: 400, body: { message: refusal, code: '25006', formattedError: `ERROR:  ${refusal}` } }
      : undefined
  screen.type('update t set a = 1')
  await screen.run()
  await screen.confirm()
  await vi.waitFor(() => expect(screen.$error.get()?.remarks).toEqual([sqlText.readOnlyRole]))
})

test('a text that was refused before it was sent is run anyway only while it is unchanged', async () => {
  const { screen } = open()
  screen.type('\\d orders')
  await screen.run()
  expect(screen.$error.get()).toMatchObject({ canRunAnyway: false })
  // The grammar comes a moment after the page.
  await vi.waitFor(async () => {
    screen.dismiss()
    screen.type('selec 42')
    await screen.run()
    expect(screen.$error.get()).toMatchObject({ canRunAnyway: true })
  })
  screen.type('select 42')
  expect(screen.$error.get()).toMatchObject({ canRunAnyway: false })
  screen.type('-- nothing')
  await screen.run()
  expect(screen.$error.get()).toBeNull()
})

test('the result is shown as a chart, which follows filters and stays chosen', async () => {
  const { fake, screen, host } = open()
  const fields = [
    { name: 'day', dataTypeId: 1082, dataType: 'date' },
    { name: 'sold', dataTypeId: 20, dataType: 'int8' },
  ]
  const rows = [
    ['2026-11-01', '9007199254740993'],
    ['2026-11-02', '2'],
  ]
  fake.answer('select day, sold from sales limit 100;', { results: [result({ fields, rows, rowCount: 2 })] })
  screen.$chart.listen(() => undefined)
  screen.type('select day, sold from sales')
  await screen.run()
  expect(screen.$chart.get()).toBeNull()
  screen.toggleChart()
  expect(screen.$chart.get()).toMatchObject({
    settings: { kind: 'line', x: 'day', y: ['sold'] },
    chart: { series: [{ texts: ['9007199254740993', '2'] }], lacks: { isRounded: true } },
  })
  screen.setChart({ kind: 'bar', isCumulative: true })
  screen.saveChartCsv()
  expect(host.saved.at(-1)).toMatchObject({
    name: 'sales-chart.csv',
    text: 'day,sold\n2026-11-01,9007199254740993\n2026-11-02,9007199254740995\n',
  })
  screen.setFilter(1, '= 2')
  await vi.waitFor(() => expect(screen.$chart.get()?.chart?.labels).toEqual(['2026-11-02']))
})
