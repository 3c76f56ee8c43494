import type { StatementResult } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import {
  catalogue,
  countStatement,
  definitionStatement,
  ENTITY_TYPES,
  pageStatement,
  presenceStatement,
  type CatalogueName,
  type CatalogueRequest,
} from '../../sql/index.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { SqlEditorScreen } from '../sql/sql-editor.js'
import type { CatalogueListScreen } from './catalogue-list.js'
import type { CataloguePageName } from './catalogue-pages.js'

let opened: OpenedScreen<CatalogueListScreen> | undefined
afterEach(() => opened?.end())

const result = (rows: (string | null)[][]): { results: StatementResult[] } => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})
const answerPage = (
  fake: FakePlatform,
  name: CatalogueName,
  request: CatalogueRequest,
  rows: (string | null)[][],
  total = rows.length,
) => {
  fake.answer(pageStatement(catalogue[name], request).query, result(rows))
  fake.answer(countStatement(catalogue[name], request).query, result([[String(total)]]))
}
const table = (index: number, type = 'r'): (string | null)[] => {
  const name = `table_${String(index).padStart(3, '0')}`
  return [String(index), 'public', name, type, 'true', '10', '8192', null, name, String(index)]
}
const many = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => table(from + index))

async function open(page: CataloguePageName, path: string, prepare?: (fake: FakePlatform) => void) {
  // Every page of the catalogue has this screen.
  opened = (await openScreen(page, path, prepare)) as unknown as OpenedScreen<CatalogueListScreen>
  const { screen, watch, fake } = opened
  const view = watch(
    screen.$view,
    screen.$count,
    screen.$search,
    screen.gate.$gate,
    screen.$thing,
    screen.$missing,
  )
  if (screen.schema) watch(screen.schema.$choices, screen.schema.$value)
  const openRow = watch(screen.row.$open)
  const asked = () =>
    fake.requests
      .filter(({ path }) => path.endsWith('/query'))
      .map(({ body }) => body as { query: string; parameters: string[]; readOnly: boolean })
  const lastPage = () =>
    asked().findLast(({ query }) => query.includes('limit 101') && query.includes('(c.relname)::text'))
  return { ...opened, view, openRow, asked, lastPage }
}

test('tables: what they are, and where they lead', async () => {
  const { view, screen, until, asked } = await open('tables', '/project/default/database/tables', (fake) =>
    answerPage(fake, 'tables', { schema: 'public' }, [
      table(1),
      [...table(2, 'v').slice(0, 4), null, null, null, 'A "view"', 'table_002', '2'],
    ]),
  )
  await until(() => expect(screen.$count.get()).toBe('2 tables'))
  expect(screen.columns.map(({ label }) => label)).toEqual([
    'Name',
    'Type',
    'Row-level security',
    'Rows (estimate)',
    'Size',
    'Comment',
  ])
  expect(view()).toMatchObject({
    status: 'ready',
    hasMore: false,
    rows: [
      {
        href: '/project/default/editor/1?schema=public',
        cells: [
          { text: 'table_001' },
          { text: 'Table' },
          { kind: 'on', text: 'Yes' },
          { kind: 'number', text: '10' },
          { kind: 'number', text: '8 KB' },
          { kind: 'none' },
        ],
      },
      {
        cells: [
          { text: 'table_002' },
          { text: 'View' },
          { kind: 'none' },
          { kind: 'none' },
          { kind: 'none' },
          { text: 'A "view"' },
        ],
      },
    ],
  })
  expect(asked().every(({ readOnly }) => readOnly)).toBe(true)
  expect(asked().every(({ query }) => !query.includes('public'))).toBe(true)
})

test('a page begins after the last entry of the one before', async () => {
  const { view, screen, until, lastPage } = await open(
    'tables',
    '/project/default/database/tables',
    (fake) => {
      answerPage(fake, 'tables', { schema: 'public' }, many(1, 101), 150)
      answerPage(fake, 'tables', { schema: 'public', after: ['', ''] }, many(101, 150), 150)
    },
  )
  await until(() => expect(screen.$count.get()).toBe('100 of 150 tables'))
  expect(view()).toMatchObject({ hasMore: true, rows: { length: 100 } })
  screen.loadMore()
  await until(() => expect(view()).toMatchObject({ hasMore: false, rows: { length: 150 } }))
  expect(lastPage()?.parameters).toEqual(['public', 'table_100', '100'])
  expect(screen.$count.get()).toBe('150 tables')
})

test('a search is sent after a pause, is in the address, and can be cleared when nothing was found', async () => {
  const { view, screen, until, host, asked, fake } = await open(
    'tables',
    '/project/default/database/tables',
    (fake) => answerPage(fake, 'tables', { schema: 'public' }, [table(1)]),
  )
  await until(() => expect(view()).toMatchObject({ status: 'ready' }))
  answerPage(fake, 'tables', { schema: 'public', search: 'x' }, [])
  const before = asked().length
  screen.search('50%')
  host.clock.advance(299)
  expect(asked()).toHaveLength(before)
  host.clock.advance(1)
  await until(() =>
    expect(view()).toMatchObject({
      status: 'empty',
      title: 'No tables found based on your search',
      step: 'clear',
    }),
  )
  expect(asked().some(({ parameters }) => parameters.includes('%50\\%%'))).toBe(true)
  expect(host.navigation.current().search).toBe('?search=50%25')
  screen.clear()
  await until(() => expect(view()).toMatchObject({ status: 'ready' }))
  expect(screen.$search.get()).toBe('')
  expect(host.navigation.current().search).toBe('')
})

test('what the address asks for is looked for, and what it can’t mean is left out', async () => {
  const path = '/project/default/database/tables?schema=odd%20%22one%22&type=v,zzz&sort=type:asc&search=a'
  const { screen, until, lastPage } = await open('tables', path)
  await until(() => expect(lastPage()).toBeDefined())
  expect(lastPage()?.parameters).toEqual([...ENTITY_TYPES, 'odd "one"', '%a%', 'v'])
  expect(screen.schema?.$value.get()).toBe('odd "one"')
  expect(screen.kinds?.$values.get()).toEqual(['v'])
  expect(screen.sorting.$value.get()).toEqual({ key: 'type', descending: false })
})

test('functions of extensions can be left out', async () => {
  const path = '/project/default/database/functions?type=own,r'
  const { screen, until, asked, host } = await open('functions', path)
  const lastPage = () =>
    asked().findLast(({ query }) => query.includes('limit 101') && query.includes('(p.proname)::text'))
  await until(() => expect(lastPage()?.parameters).toEqual(['public', 'own']))
  expect(screen.kinds?.$values.get()).toEqual(['own'])
  expect(screen.kinds?.choices.map(({ value }) => value)).toEqual(['own', 'extension'])
  screen.filter([])
  await until(() => expect(lastPage()?.parameters).toEqual(['public']))
  expect(host.navigation.current().search).toBe('')
})

test('another schema is chosen among those that are there', async () => {
  const { screen, until, host, lastPage } = await open('tables', '/project/default/database/tables', (fake) =>
    answerPage(fake, 'schemas', {}, [
      ['auth', 'o', '1', null, '1', 'auth'],
      ['public', 'o', '2', null, '2', 'public'],
    ]),
  )
  await until(() =>
    expect(screen.schema?.$choices.get().map(({ value }) => value)).toEqual(['auth', 'public']),
  )
  screen.chooseSchema('auth')
  await until(() => expect(lastPage()?.parameters).toEqual(['auth']))
  expect(host.navigation.current().search).toBe('?schema=auth')
})

test('a schema that is gone stays the chosen one', async () => {
  const { screen, until } = await open('tables', '/project/default/database/tables?schema=gone', (fake) =>
    answerPage(fake, 'schemas', {}, [['public', 'o', '2', null, '2', 'public']]),
  )
  await until(() =>
    expect(screen.schema?.$choices.get().map(({ value }) => value)).toEqual(['gone', 'public']),
  )
})

test('an empty list says what belongs here', async () => {
  const { view, until } = await open('triggers', '/project/default/database/triggers')
  await until(() =>
    expect(view()).toMatchObject({
      status: 'empty',
      title: 'This schema has no triggers',
      step: 'begin',
    }),
  )
})

test('a list whose table is not there says so, and is not asked for rows', async () => {
  const { view, until, asked } = await open('authAuditLogs', '/project/default/auth/audit-logs', (fake) =>
    fake.answer(presenceStatement('auth.audit_log_entries').query, result([['false']])),
  )
  await until(() =>
    expect(view()).toMatchObject({
      status: 'empty',
      title: 'This database has no audit log of users',
      step: 'sql',
    }),
  )
  expect(asked().some(({ query }) => query.includes('from auth.audit_log_entries'))).toBe(false)
})

test('what PostgreSQL refuses is shown in its words, and can be tried again', async () => {
  const { view, until, fake } = await open('roles', '/project/default/database/roles', (fake) =>
    fake.answer(pageStatement(catalogue.roles, {}).query, {
      error: {
        message: 'canceling statement due to statement timeout',
        formattedError: 'ERROR',
        code: '57014',
      },
    }),
  )
  await until(() =>
    expect(view()).toMatchObject({
      status: 'failed',
      title: 'Failed to retrieve roles',
      detail: 'canceling statement due to statement timeout',
    }),
  )
  answerPage(fake, 'roles', {}, [['anon', 'false', null, null, '0', 'anon']])
  const state = view()
  if (state.status === 'failed') state.retry()
  await until(() =>
    expect(view()).toMatchObject({
      status: 'ready',
      rows: [{ cells: [{ text: 'anon' }, { kind: 'off' }, { kind: 'none' }, { kind: 'none' }, {}] }],
    }),
  )
})

test('a project that comes up is asked when it is there', async () => {
  const { view, screen, until, asked, fake } = await open('roles', '/project/new/database/roles', (fake) => {
    fake.addProject({ name: 'New', ref: 'new', status: 'COMING_UP' })
    answerPage(fake, 'roles', {}, [['anon', 'false', null, null, '0', 'anon']])
  })
  await until(() =>
    expect(screen.gate.$gate.get()).toMatchObject({ status: 'closed', title: 'The database is starting' }),
  )
  expect(asked()).toEqual([])
  fake.settle('new')
  await until(() =>
    expect(view()).toMatchObject({
      status: 'ready',
      rows: [{ cells: [{ text: 'anon' }, {}, {}, {}, {}] }],
    }),
  )
})

test('a table shows its name and its columns, and names the window and the last crumb', async () => {
  const { view, screen, until, asked, host, deck, watch } = await open(
    'tableColumns',
    '/project/default/database/tables/7?schema=public',
    (fake) => {
      answerPage(fake, 'tables', { ownerId: '7' }, [table(7)])
      answerPage(fake, 'columns', { ownerId: '7' }, [['1', 'id', 'bigint', 'false', null, 'true', null, '1']])
    },
  )
  const crumbs = watch(deck.shell.$breadcrumbs)
  await until(() => expect(screen.$thing.get()).toBe('table_007'))
  expect(host.navigation.title).toBe('table_007 · Default project · Basedeck')
  expect(crumbs().at(-1)).toMatchObject({ label: 'table_007', part: 'page' })
  await until(() =>
    expect(view()).toMatchObject({
      status: 'ready',
      rows: [
        {
          cells: [
            { text: '1' },
            { text: 'id' },
            { kind: 'code', text: 'int8', whole: 'bigint' },
            {},
            {},
            { kind: 'on' },
            {},
          ],
        },
      ],
    }),
  )
  expect(screen.back).toEqual({ label: 'All tables', href: '/project/default/database/tables?schema=public' })
  expect(asked().every(({ parameters }) => parameters.every((value) => value === '7'))).toBe(true)
})

test('a table that is not there is told as that, also in the title of the window', async () => {
  const { screen, until, host } = await open(
    'tableColumns',
    '/project/default/database/tables/99999999?schema=auth',
  )
  await until(() =>
    expect(screen.$missing.get()).toMatchObject({
      title: 'This table does not exist',
      href: '/project/default/database/tables?schema=auth',
    }),
  )
  expect(host.navigation.title).toBe('This table does not exist · Default project · Basedeck')
})

test.each(['abc', 'new', '99999999999', '4294967296', "1';drop"])(
  '%s is no id: no table, and nothing of it reaches the database',
  async (id) => {
    const { screen, asked, host } = await open(
      'tableColumns',
      `/project/default/database/tables/${encodeURIComponent(id)}`,
    )
    expect(screen.$missing.get()).toMatchObject({ title: 'This table does not exist' })
    expect(host.navigation.title).toBe('This table does not exist · Basedeck')
    expect(asked().flatMap(({ parameters }) => parameters)).not.toContain(id)
  },
)

test('a click on a heading sorts by its column, a second one turns the order around; the address says it', async () => {
  const { screen, until, host, lastPage } = await open('tables', '/project/default/database/tables')
  await until(() => expect(lastPage()).toBeDefined())
  expect(screen.sorting.$value.get()).toEqual({ key: 'name', descending: false })
  screen.sorting.by('size')
  expect(host.navigation.current().search).toBe('?sort=size%3Adesc')
  await until(() => expect(lastPage()?.query).toMatch(/order by 1 desc, 2 desc, 3 desc, 4 desc\nlimit/))
  screen.sorting.by('size')
  expect(host.navigation.current().search).toBe('?sort=size%3Aasc')
  screen.sorting.by('nothing')
  expect(screen.sorting.$value.get()).toEqual({ key: 'size', descending: false })
})

test('the chosen schema is kept from one list to the next', async () => {
  const first = await open('tables', '/project/default/database/tables')
  first.screen.chooseSchema('auth')
  first.deck.router.open('/project/default/database/functions')
  await first.until(() => expect(first.deck.$screen.get()).toMatchObject({ name: 'functions' }))
  const { screen } = first.deck.$screen.get() as unknown as { screen: CatalogueListScreen }
  expect(screen.schema?.$value.get()).toBe('auth')
  screen.chooseSchema('public')
  expect(first.host.navigation.current().search).toBe('?schema=public')
})

test('the schema of a link is that of the page it opens alone', async () => {
  const first = await open('tables', '/project/default/database/tables?schema=auth')
  expect(first.screen.schema?.$value.get()).toBe('auth')
  first.deck.router.open('/project/default/database/functions')
  await first.until(() => expect(first.deck.$screen.get()).toMatchObject({ name: 'functions' }))
  const { screen } = first.deck.$screen.get() as unknown as { screen: CatalogueListScreen }
  expect(screen.schema?.$value.get()).toBe('public')
})

test('a row opens with its values whole and the SQL that makes it', async () => {
  const long = 'a'.repeat(500)
  const { screen, view, openRow, until } = await open(
    'indexes',
    '/project/default/database/indexes',
    (fake) => {
      answerPage(fake, 'indexes', { schema: 'public' }, [
        [long, 'orders', 'false', 'true', '8192', 'create index', long, '77'],
      ])
      fake.answer(definitionStatement(catalogue.indexes, '77').query, result([['create index orders_idx;']]))
    },
  )
  await until(() => expect(view()).toMatchObject({ status: 'ready' }))
  const now = view()
  screen.row.open(now.status === 'ready' ? (now.rows[0]?.id ?? '') : '')
  await until(() =>
    expect(openRow()).toMatchObject({
      title: long,
      definition: { status: 'ready', data: 'create index orders_idx;' },
    }),
  )
  expect(openRow()?.facts.map(({ label }) => label)).toEqual([
    'Name',
    'Table',
    'Unique',
    'State',
    'Index scans',
    'Size',
  ])
  screen.row.close()
  expect(openRow()).toBe(null)
})

test('who only reads is not offered to make what an empty list would hold', async () => {
  const { view, until } = await open('tables', '/project/default/database/tables', (fake) => {
    grantOnly(fake, ['read', '%'])
    answerPage(fake, 'tables', { schema: 'public' }, [])
  })
  await until(() =>
    expect(view()).toMatchObject({
      status: 'empty',
      step: 'sql',
      body: 'Your role is read-only here.',
    }),
  )
})

test('an empty list begins with a query in the SQL editor where nothing is created by a form', async () => {
  const { screen, view, until, deck } = await open('authAuditLogs', '/project/default/auth/audit-logs')
  await until(() => expect(view()).toMatchObject({ status: 'empty', step: 'begin' }))
  expect(screen.structure).toBeNull()
  screen.begin.run()
  await until(() => expect(deck.$screen.get().name).toBe('sqlEditor'))
  const { screen: editor } = deck.$screen.get() as unknown as { screen: SqlEditorScreen }
  expect(editor.draft.$text.get()).toMatch(/auth\.audit_log_entries/)
})

test('an empty list of types begins with the form of a new one, in the schema that is shown', async () => {
  const { screen, view, until, watch } = await open('types', '/project/default/database/types?schema=auth')
  const objects = screen.structure?.objects
  if (!objects) throw new Error('The list has no forms')
  const panel = watch(objects.$open)
  await until(() => expect(view()).toMatchObject({ status: 'empty', step: 'begin' }))
  screen.begin.run()
  expect(panel()).toMatchObject({ kind: 'panel', panel: { title: 'New enumerated type' } })
  expect(screen.structure?.createOthers().map(({ label }) => label)).toEqual([
    'New composite type',
    'New domain',
    'New range type',
  ])
})

test('an empty list of tables begins with the panel of a new one, in the schema that is shown', async () => {
  const { screen, view, until, watch } = await open('tables', '/project/default/database/tables?schema=auth')
  const panels = screen.structure?.panels
  if (!panels) throw new Error('The list has no panels')
  const panel = watch(panels.$open)
  await until(() => expect(view()).toMatchObject({ status: 'empty', step: 'begin' }))
  expect(screen.begin.label).toBe('Create a table')
  screen.begin.run()
  expect(panel()).toMatchObject({ kind: 'table', panel: { title: 'New table in auth' } })
})

test('the audit log of users is exported with what is looked for, and no other list is', async () => {
  const { screen, fake } = await open('authAuditLogs', '/project/default/auth/audit-logs?search=ada')
  expect(screen.exporting?.formats.map(({ label }) => label)).toEqual(['Export CSV', 'Export JSON'])
  await screen.exporting?.run('json')
  const begun = fake.requests.find(({ path }) => path.endsWith('/exports'))?.body as {
    query: string
    format: string
  }
  expect(begun.format).toBe('json')
  expect(begun.query).toContain('%ada%')
  opened?.end()
  const other = await open('tables', '/project/default/database/tables')
  expect(other.screen.exporting).toBeNull()
})
