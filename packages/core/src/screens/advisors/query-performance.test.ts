import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { countStatement, pageStatement } from '../../sql/index.js'
import { explainStatements, tableRowCountsStatement } from '../../sql/statement-explain.js'
import {
  statementDetailStatement,
  statementList,
  statementRolesStatement,
  statementTextsStatement,
} from '../../sql/statement-statistics.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { QueryPerformanceScreen } from './query-performance.js'

let opened: OpenedScreen<QueryPerformanceScreen> | undefined
afterEach(() => opened?.end())

const LIST = statementList('extensions')
const rows = (...all: (string | null)[][]) => ({
  results: [{ command: 'SELECT', rowCount: all.length, fields: [], notices: [], rows: all }],
})
const STATEMENT = [
  'select * from orders where id = $1',
  'app',
  '10',
  '120.5',
  '12.05',
  '30',
  '10',
  '99.0',
  '-42',
]
const OTHER = [null, 'other', '1', '1', '1', '1', '1', null, null]
const DETAIL = {
  text: 'select * from orders where id = $1',
  calls: 10,
  totalMs: 120.5,
  minMs: 1,
  maxMs: 30,
  deviationMs: 2,
  rows: 10,
  hit: 99,
  read: 1,
  written: 0,
  temporary: 0,
  hypopgSchema: null,
}
const PLAN = [
  {
    Plan: {
      'Node Type': 'Seq Scan',
      Schema: 'public',
      'Relation Name': 'orders',
      Alias: 'orders',
      'Startup Cost': 0,
      'Total Cost': 10,
      'Plan Rows': 1,
      Filter: '(orders.id = $1)',
    },
  },
]

function installed(fake: FakePlatform) {
  Object.assign(fake.extensions.find(({ name }) => name === 'pg_stat_statements') ?? {}, {
    installed_version: '1.12',
    schema: 'extensions',
  })
  const filter = { types: ['own'], sort: { key: 'totalMs', descending: true } }
  fake.answer(
    pageStatement(LIST, filter).query,
    rows([...STATEMENT, 'f', '120.5', '120.5', '-42', '16'], [...OTHER, 'f', '1', '1', '0', '17']),
  )
  fake.answer(countStatement(LIST, { types: ['own'] }).query, rows(['2']))
  fake.answer(statementRolesStatement('extensions').query, rows(['16', 'app'], ['17', 'other']))
  const id = { queryId: '-42', userId: '16' }
  fake.answer(statementDetailStatement('extensions', id).query, rows([JSON.stringify(DETAIL)]))
  const { statements, planAt } = explainStatements(DETAIL.text)
  const [plan] = rows([JSON.stringify(PLAN)]).results
  const results = statements.map((_, index) => (index === planAt ? plan! : { ...plan!, rows: [] }))
  fake.answer(statements.join(';\n'), { results })
}

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('queryPerformance', '/project/default/advisors/query-performance', prepare)
  const { screen, watch } = opened
  const state = watch(screen.$state, screen.$mayChange, screen.$isInstalling, screen.$problem)
  const view = watch(screen.list.$view, screen.list.$roles, screen.list.$count)
  return { ...opened, state, view, slower: watch(screen.slower.$view), panel: watch(screen.panel.$open) }
}

test('where nothing is counted, a button installs what counts', async () => {
  const { screen, state, until, host } = await open()
  await until(() => expect(state()).toEqual({ status: 'installable' }))
  await until(() => expect(screen.$mayChange.get()).toEqual({ disabled: false }))
  await screen.install()
  await until(() => expect(state()).toEqual({ status: 'ready' }))
  expect(host.notes.map(({ message }) => message)).toEqual(['Statements are counted from now on'])
})

test('who may not change the database installs nothing, and is told', async () => {
  const { screen, state, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() =>
    expect(screen.$mayChange.get()).toMatchObject({ disabled: true, hint: expect.any(String) }),
  )
  await screen.install()
  expect(state()).toEqual({ status: 'installable' })
})

test('a server that must load the library says exactly what to do', async () => {
  const { state, until } = await open((fake) => {
    Object.assign(fake.extensions.find(({ name }) => name === 'pg_stat_statements') ?? {}, {
      closed_because: 'It works only in a server that loads it at its start (shared_preload_libraries)',
    })
  })
  await until(() =>
    expect(state()).toMatchObject({
      status: 'closed',
      reasons: [expect.any(String), expect.stringContaining('restart it')],
    }),
  )
})

test('a PostgreSQL without the extension says so', async () => {
  const { state, until } = await open((fake) => {
    fake.extensions.splice(0, Number.POSITIVE_INFINITY)
  })
  await until(() =>
    expect(state()).toMatchObject({ status: 'closed', reasons: [expect.stringContaining('PGlite')] }),
  )
})

test('statements are listed; one of another role hides its text and opens nothing', async () => {
  const { screen, view, until, panel } = await open(installed)
  await until(() => expect(view().status).toBe('ready'))
  const listed = view()
  if (listed.status !== 'ready') throw new Error('no list')
  expect(listed.rows.map(({ cells }) => cells[0]?.text)).toEqual([
    'select * from orders where id = $1',
    '(text hidden: of another role)',
  ])
  await until(() => expect(screen.list.$count.get()).toBe('2 statements'))
  await until(() =>
    expect(screen.list.$roles.get().map(({ label }) => label)).toEqual(['All roles', 'app', 'other']),
  )
  screen.panel.open(listed.rows[1]?.id ?? '')
  expect(panel()).toBeNull()
})

test('a statement opens with its plan and the index that may help it', async () => {
  const { screen, view, until, panel } = await open((fake) => {
    installed(fake)
    const candidates = [{ schema: 'public', table: 'orders', columns: ['id'] }]
    fake.answer(tableRowCountsStatement(candidates).query, rows(['public', 'orders', '200000']))
  })
  await until(() => expect(view().status).toBe('ready'))
  const listed = view()
  screen.panel.open((listed.status === 'ready' && listed.rows[0]?.id) || '')
  await until(() =>
    expect(panel()).toMatchObject({
      detail: { data: { text: 'select * from orders where id = $1' } },
      plan: {
        data: {
          indexes: {
            indexes: [{ sql: 'create index concurrently on "public"."orders" ("id");', gain: null }],
          },
          lines: [{ text: expect.stringContaining('Seq Scan on public.orders') }, { isDetail: true }],
        },
      },
      history: { data: [] },
    }),
  )
})

test('what got slower stands with its text, or is told to be gone', async () => {
  const { slower, until } = await open((fake) => {
    installed(fake)
    fake.statements.since = '2026-01-01T00:00:00.000Z'
    const totals = (total_ms: number) => ({ calls: 10, total_ms })
    fake.statements.compared.push(
      { query_id: '-42', role: 'app', now: totals(400), before: totals(100) },
      { query_id: '7', role: 'app', now: totals(300), before: totals(100) },
      { query_id: '8', role: 'app', now: totals(100), before: totals(100) },
    )
    fake.answer(
      statementTextsStatement('extensions', ['-42', '7']).query,
      rows(['-42', '16', 'app', 'select * from orders']),
    )
  })
  await until(() =>
    expect(slower()).toMatchObject({
      data: {
        rows: [
          { statement: 'select * from orders', before: '10 ms', now: '40 ms', factor: '4.0 ×', isKept: true },
          { isKept: false },
        ],
      },
    }),
  )
})
