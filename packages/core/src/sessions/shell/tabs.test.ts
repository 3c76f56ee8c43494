import { createFakePlatform } from '@basedeck/platform-client/testing'
import { atom } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { createRouter } from '../../kernel/router.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createTabs } from './tabs.js'

const ROUTES = {
  sql: { path: '/project/{ref}/sql' },
  sqlEditor: { path: '/project/{ref}/sql/{id}' },
  tableEditor: { path: '/project/{ref}/editor' },
  tableEditorTable: { path: '/project/{ref}/editor/{id}' },
}

function setUp(start = '/project/p/editor') {
  const host = createMemoryHost(start)
  const router = createRouter(host.navigation, ROUTES)
  const $owner = atom<string | undefined>(undefined)
  const tabs = createTabs({ host, router, $owner })
  const here = () => tabs.of('p')
  const shown = () =>
    here()
      .$tabs.get()
      .map(({ id, isPreview }) => id + (isPreview ? '?' : ''))
      .join(' ')
  const go = (path: string) => router.open(`/project/p/${path}`)
  const table = (id: string, permanent = false) => {
    go(`editor/${id}`)
    here().visit({
      type: 'r',
      id,
      label: `table ${id}`,
      permanent,
      metadata: { tableId: id, schema: 'public' },
    })
  }
  return { host, router, tabs, here, shown, go, table, as: (id: string) => $owner.set(id) }
}

test('an address that was opened before it is known who is here has its tab then', () => {
  const { go, as, shown, here } = setUp()
  go('sql/a')
  as('ada')
  expect(shown()).toBe('sql-a?')
  expect(here().$active.get()).toBe('sql-a')
})

test('what one looks at is a preview until it is edited', () => {
  const { go, here, shown } = setUp()
  go('sql/a')
  go('sql/b')
  expect(shown()).toBe('sql-b?')
  here().keep('sql-b')
  go('sql/c')
  expect(shown()).toBe('sql-b sql-c?')
  expect(here().$active.get()).toBe('sql-c')
})

test('queries and tables share one row; opening an open one only shows it', () => {
  const { go, table, here, shown } = setUp()
  go('sql/a')
  here().keep('sql-a')
  table('12', true)
  expect(here().$active.get()).toBe('r-12')
  go('sql/a')
  expect(shown()).toBe('sql-a r-12')
  expect(here().$active.get()).toBe('sql-a')
})

test('a table that is gone is neither open nor led to', () => {
  const { go, table, here, shown } = setUp()
  go('sql/a')
  here().keep('sql-a')
  table('12', true)
  expect(here().lastShown('table')).toContain('/editor/12')
  here().forgetTable('13')
  expect(shown()).toBe('sql-a r-12')
  here().forgetTable('12')
  expect(shown()).toBe('sql-a')
  expect(here().lastShown('table')).toBeNull()
})

test('a tab that is gone is told when its page is left, and only then', () => {
  const { go, tabs, here } = setUp()
  const closed: string[] = []
  tabs.onClosed((ref, { id }) => closed.push(`${ref}: ${id}`))
  go('sql/a')
  go('sql/b')
  expect(closed).toEqual(['p: sql-a'])
  here().keep('sql-b')
  go('sql/c')
  here().keep('sql-c')
  here().forget('sql', 'c')
  expect(closed).toEqual(['p: sql-a'])
  go('sql/b')
  expect(closed).toEqual(['p: sql-a', 'p: sql-c'])
  here().close('sql-b')
  expect(closed).toEqual(['p: sql-a', 'p: sql-c', 'p: sql-b'])
})

test('a query has one tab, whichever of its addresses is open', () => {
  const { go, host, here, shown } = setUp()
  const id = '6e90fa2c-2b1f-4ffc-8871-9317c41468b4'
  host.storage.set('basedeck:sheets:p', JSON.stringify({ 1: id }))
  go('sql/1')
  here().keep('sql-1')
  go(`sql/${id}`)
  expect(shown()).toBe('sql-1')
  expect(here().$active.get()).toBe('sql-1')
  host.storage.set('basedeck:sheets:p', 'no JSON')
  expect(here().addressOf(id)).toBe(id)
})

test('tabs beside one are closed together, and come back one by one, the last one first', () => {
  const { go, here, shown, router } = setUp()
  for (const id of ['a', 'b', 'c']) {
    go(`sql/${id}`)
    here().keep(`sql-${id}`)
  }
  here().closeBeside('sql-b', 'to-the-right')
  expect(shown()).toBe('sql-a sql-b')
  expect(router.$route.get().location.pathname).toBe('/project/p/sql/b')
  here().closeBeside('sql-b', 'others')
  expect(shown()).toBe('sql-b')
  expect(router.$route.get().location.pathname).toBe('/project/p/sql/b')
  expect(here().$canReopen.get()).toBe(true)
  here().reopen()
  expect(shown()).toBe('sql-b sql-a')
  expect(router.$route.get().location.pathname).toBe('/project/p/sql/a')
  here().forget('sql', 'c')
  expect(here().$canReopen.get()).toBe(false)
  here().reopen()
  here().close('sql-a')
  expect(here().$canReopen.get()).toBe(true)
})

test('what was deleted closes as by hand: its neighbour is shown, and it does not come back', () => {
  const { go, here, shown, router } = setUp()
  for (const id of ['a', 'b']) {
    go(`sql/${id}`)
    here().keep(`sql-${id}`)
  }
  expect(here().remove('sql', 'b')).toBe(true)
  expect(shown()).toBe('sql-a')
  expect(router.$route.get().location.pathname).toBe('/project/p/sql/a')
  expect(here().$canReopen.get()).toBe(false)
  expect(here().remove('sql', 'other')).toBe(false)
})

test('a label is known again, and Untitled before it is', () => {
  const { go, here } = setUp()
  go('sql/a')
  expect(here().$tabs.get()[0]?.label).toBe('Untitled')
  here().keep('sql-a')
  here().rename('sql-a', 'Monthly')
  here().close('sql-a')
  go('sql/b')
  go('sql/a')
  expect(here().$tabs.get().at(-1)?.label).toBe('Monthly')
})

test('closing the shown one leads to the next of its kind, at last to the home of its kind', () => {
  const { host, go, table, here, shown } = setUp()
  for (const id of ['a', 'b']) {
    go(`sql/${id}`)
    here().keep(`sql-${id}`)
  }
  table('12', true)
  go('sql/a')
  here().close('r-12')
  expect(host.navigation.history.at(-1)).toBe('/project/p/sql/a')
  table('12', true)
  go('sql/a')
  here().close('sql-a')
  expect(host.navigation.history.at(-1)).toBe('/project/p/sql/b')
  expect(here().lastShown('sql')).toBe('/project/p/sql/b')
  here().close('sql-b')
  expect(host.navigation.history.at(-1)).toBe('/project/p/sql')
  expect(here().lastShown('sql')).toBeNull()
  expect(shown()).toBe('r-12')
})

test('closing all of a kind leaves the others', () => {
  const { host, go, table, here, shown } = setUp()
  go('sql/a')
  here().keep('sql-a')
  table('1', true)
  table('2')
  here().closeAll('table')
  expect(shown()).toBe('sql-a')
  expect(host.navigation.history.at(-1)).toBe('/project/p/editor')
})

test('a table’s address names its schema', () => {
  const { table, here } = setUp()
  table('12')
  const [tab] = here().$tabs.get()
  expect(tab && here().hrefOf(tab)).toBe('/project/p/editor/12?schema=public')
})

test('a table that was moved is followed by its tab and its recent item', () => {
  const { go, here } = setUp()
  const visit = (schema: string, label: string) =>
    here().visit({ type: 'r', id: '12', label, permanent: true, metadata: { tableId: '12', schema } })
  go('editor/12?schema=shop')
  visit('shop', 'orders')
  visit('old', 'sales')
  const [tab] = here().$tabs.get()
  expect(tab && here().hrefOf(tab)).toBe('/project/p/editor/12?schema=old')
  expect(here().$recent.get()).toMatchObject([{ label: 'sales', metadata: { schema: 'old' } }])
})

test('recent are those that stay; a visit again is a new time, closing changes nothing', () => {
  const { host, go, here } = setUp()
  const recent = () =>
    here()
      .$recent.get()
      .map(({ id, timestamp }) => `${id} ${timestamp}`)
  host.clock.advance(1)
  const began = host.clock.now()
  go('sql/a')
  expect(recent()).toEqual([])
  here().keep('sql-a')
  expect(recent()).toEqual([`sql-a ${began}`])
  go('sql/b')
  host.clock.advance(5)
  go('sql/a')
  expect(recent()).toEqual([`sql-a ${began + 5}`])
  here().close('sql-a')
  expect(recent()).toHaveLength(1)
  here().visit({ type: 'sql', id: 'b', permanent: true, metadata: { sqlId: 'b' } })
  expect(recent()[0]).toMatch(/^sql-b/)
})

test('what is dragged stays, and is recent from then on', () => {
  const { go, table, here, shown } = setUp()
  go('sql/a')
  here().keep('sql-a')
  table('12')
  here().move('r-12', 0)
  expect(shown()).toBe('r-12 sql-a')
  expect(
    here()
      .$recent.get()
      .map(({ id }) => id),
  ).toEqual(['r-12', 'sql-a'])
})

test('what is gone for good is forgotten', () => {
  const { go, here, shown } = setUp()
  go('sql/a')
  here().keep('sql-a')
  here().forget('sql', 'a')
  expect(shown()).toBe('')
  expect(here().$recent.get()).toEqual([])
})

test('each project and each person has their own, and another session finds them', () => {
  const { host, go, here, as, tabs } = setUp()
  go('sql/a')
  here().keep('sql-a')
  expect(tabs.of('other').$tabs.get()).toEqual([])
  go('editor')
  as('ada')
  expect(here().$tabs.get()).toEqual([])
  const again = createTabs({ host, router: createRouter(host.navigation, ROUTES), $owner: atom(undefined) })
  expect(again.of('p').$tabs.get()).toMatchObject([{ id: 'sql-a', isPreview: false }])
})

test('windows agree on what is open, each shows its own', () => {
  const { host, go, here, shown } = setUp()
  go('sql/a')
  here().keep('sql-a')
  const stored = JSON.parse(host.storage.get('basedeck:tabs:p') ?? '') as { tabs: object[] }
  const other = { id: 'sql-b', type: 'sql', label: 'b', isPreview: false, metadata: { sqlId: 'b' } }
  host.storage.writeElsewhere('basedeck:tabs:p', JSON.stringify({ ...stored, tabs: [...stored.tabs, other] }))
  expect(shown()).toBe('sql-a sql-b')
  expect(here().$active.get()).toBe('sql-a')
})

test.each(['', 'nonsense', 'null', '[]', '{"tabs":[null]}', '{"tabs":{},"recent":1,"last":null}'])(
  'stored %j counts for nothing',
  (text) => {
    const host = createMemoryHost('/project/p/sql/a')
    host.storage.set('basedeck:tabs:p', text)
    const tabs = createTabs({ host, router: createRouter(host.navigation, ROUTES), $owner: atom(undefined) })
    expect(
      tabs
        .of('p')
        .$tabs.get()
        .map(({ id }) => id),
    ).toEqual(['sql-a'])
  },
)

/** Files that are fetched take their time on a busy machine. */
const eventually: typeof vi.waitFor = (check) => vi.waitFor(check)

let deck: Deck | undefined
afterEach(() => deck?.dispose())

test('typing keeps a tab, and the editor opens where one was', async () => {
  const host = createMemoryHost('/project/acme/sql')
  const fake = createFakePlatform()
  fake.runtime.isPlatform = true
  deck = testDeck(host, fake)
  const opened = deck
  await eventually(() => expect(opened.$screen.get().name).toBe('sqlEditor'))
  const first = host.navigation.current().pathname
  expect(first).toMatch(/^\/project\/acme\/sql\/[\da-f-]{36}$/)
  const { screen, name } = opened.$screen.get() as Extract<
    ReturnType<typeof opened.$screen.get>,
    { name: 'sqlEditor' }
  >
  expect(name).toBe('sqlEditor')
  screen.type('select 1')
  opened.router.open('/project/acme')
  opened.router.open('/project/acme/sql')
  await eventually(() => expect(host.navigation.current().pathname).toBe(first))
})

test('a query’s address may name a schema, which its tab keeps; public needs no word', () => {
  const { go, here } = setUp()
  go('sql/a?schema=shop')
  expect(here().$schema.get()).toBe('shop')
  here().keep('sql-a')
  go('sql/b?schema=public')
  expect(here().$schema.get()).toBe('public')
  expect(here().$tabs.get().map(here().hrefOf)).toEqual(['/project/p/sql/a?schema=shop', '/project/p/sql/b'])
  go('sql/a')
  expect(here().$schema.get()).toBe('shop')
})
