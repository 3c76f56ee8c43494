/**
 * The table editor: pages of a large table, filters and orders, a long list of tables, a save of many edits, and what the
 * browser does with a page of rows.
 */
import {
  catalogue,
  editPlan,
  pageStatement,
  tableDetailIn,
  tableDetailStatement,
  tableRowsStatement,
  type RowPage,
  type TableDetail,
} from '@basedeck/core/sql'
import { createClient, newId, queryBatch, queryTyped, type Client } from '@basedeck/platform-client'
import type pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../e2e/models/platform.js'
import { median, timed, type BenchResult } from '../bench-result.js'
import { connectBare } from './bare-driver.js'
import { serveBareGrid } from './bare-grid.js'
import { openBrowser, openPage } from './browser.js'
import { longestTask, scrollFrames } from './frames.js'

const ROWS = 1_000_000
const TABLES = 10_000
const EDITS = 100
const SCROLLS = 3
const PARAMS = { ref: 'default' }
const FIRST: RowPage = { sorts: [], filters: [], offset: 0, limit: 100 }

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const bare = await connectBare(platform.dataDir)
  const client = createClient({ baseUrl: platform.url })
  const browser = await openBrowser()
  try {
    await fill(bare)
    const table = await tableOf(client, bare, 'public.big')
    return [
      await lastPage(client, table),
      ...(await narrowed(client, bare, table)),
      await listOfTables(client),
      await saving(client, table),
      ...(await rendering(browser, platform.url, bare)),
    ]
  } finally {
    await browser.close()
    await bare.end()
    await platform.dispose()
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `n + ${at} as c${at}`).join(', ')

async function fill(bare: pg.Client): Promise<void> {
  await bare.query(`create table big as
    select n as id, 'customer ' || n as name, n * 7 % 1000003 as amount from generate_series(1, ${ROWS}) n`)
  await bare.query('alter table big add primary key (id)')
  await bare.query('create index on big (amount)')
  for (const [name, columns] of [
    ['narrow', 30],
    ['wide', 100],
  ] as const) {
    await bare.query(`create table ${name} as select ${numbers(columns)} from generate_series(1, 3000) n`)
    await bare.query(`alter table ${name} add primary key (c0)`)
  }
  await bare.query('create schema many')
  // One transaction has not enough locks for all of them.
  for (let made = 0; made < TABLES; made += 1000)
    await bare.query(`do $$ begin for i in ${made + 1}..${made + 1000} loop
      execute format('create table many.table_%s (id int8 primary key, name text)', lpad(i::text, 5, '0'));
    end loop; end $$`)
  await bare.query('vacuum analyze')
}

async function tableOf(client: Client, bare: pg.Client, name: string): Promise<TableDetail> {
  const oid = await oidOf(bare, name)
  const { query, parameters } = tableDetailStatement(oid)
  const { results } = await client.call(queryTyped, {
    params: PARAMS,
    body: { query, parameters, runId: newId() },
  })
  const table = tableDetailIn(oid, results[0]?.rows[0])
  if (!table) throw new Error(`There is no table ${name}`)
  return table
}

async function oidOf(bare: pg.Client, name: string): Promise<string> {
  const { rows } = await bare.query<{ oid: string }>('select $1::regclass::oid::text as oid', [name])
  return rows[0]?.oid ?? ''
}

/** As the grid reads a page: streamed, indexed, not decoded. */
async function readPage(client: Client, table: TableDetail, page: RowPage): Promise<number> {
  const body = { ...tableRowsStatement(table, page), runId: newId(), readOnly: true }
  let count = 0
  for await (const part of client.rows({ params: PARAMS, body }))
    if (part.type === 'rows') count += part.rows.count
  return count
}

async function lastPage(client: Client, table: TableDetail): Promise<BenchResult> {
  const first = await timed(15, () => readPage(client, table, FIRST))
  return {
    name: 'the last page of 1,000,000 rows with a key',
    value: await timed(5, () => readPage(client, table, { ...FIRST, offset: -FIRST.limit })),
    unit: 'ms',
    floor: first,
    floorName: 'the first page',
    budget: rounded(2 * first),
  }
}

/** What psql would do, and a call that asks for nothing. */
async function narrowed(client: Client, bare: pg.Client, table: TableDetail): Promise<BenchResult[]> {
  const call = await timed(50, () =>
    client.call(queryTyped, {
      params: PARAMS,
      body: { query: 'select 1', runId: newId(), readOnly: true },
    }),
  )
  const cases: { name: string; page: RowPage }[] = [
    {
      name: 'filtered by an indexed column',
      page: { ...FIRST, filters: [{ column: 'amount', operator: 'gt', value: '999000' }] },
    },
    {
      name: 'ordered by an indexed column',
      page: { ...FIRST, sorts: [{ column: 'amount', isAscending: false }] },
    },
  ]
  const results: BenchResult[] = []
  for (const { name, page } of cases) {
    const { query, parameters } = tableRowsStatement(table, page)
    const floor =
      call + (await timed(15, () => bare.query({ text: query, values: parameters, rowMode: 'array' })))
    results.push({
      name: `1,000,000 rows ${name}`,
      value: await timed(15, () => readPage(client, table, page)),
      unit: 'ms',
      floor,
      floorName: 'the driver, and a call for one row',
      budget: rounded(1.5 * floor),
    })
  }
  return results
}

/** The slowest of the first, the middle and the last page. */
async function listOfTables(client: Client): Promise<BenchResult> {
  const page = async (after?: readonly string[]): Promise<readonly string[] | undefined> => {
    const { query, parameters } = pageStatement(catalogue.tables, {
      schema: 'many',
      ...(after === undefined ? {} : { after }),
    })
    const { results } = await client.call(queryTyped, {
      params: PARAMS,
      body: { query, parameters, runId: newId(), readOnly: true },
    })
    // One entry more than a page tells that another follows; the order keys come last.
    const rows = results[0]?.rows ?? []
    const last = rows.length > 100 ? rows[99] : undefined
    return last?.slice(-catalogue.tables.order.length).map((value) => value ?? '')
  }
  const starts: (readonly string[] | undefined)[] = [undefined]
  for (let next = await page(); next; next = await page(next)) starts.push(next)
  const times: number[] = []
  for (const start of [starts[0], starts[Math.floor(starts.length / 2)], starts.at(-1)])
    times.push(await timed(9, () => page(start)))
  return {
    name: `a page of a list of 10,000 tables, the slowest of the first, the middle and the last of ${starts.length}`,
    value: Math.max(...times),
    unit: 'ms',
    floor: times[0] ?? Number.NaN,
    floorName: 'the first page',
    budget: 100,
  }
}

/** Edits compare what they saw; the bare batch changes the same rows by their key alone. */
async function saving(client: Client, table: TableDetail): Promise<BenchResult> {
  const batch = (statements: { query: string; parameters: (string | null)[]; expectRows?: number }[]) =>
    client.call(queryBatch, { params: PARAMS, body: { statements, runId: newId() } })
  const keys = Array.from({ length: EDITS }, (_, at) => String(1 + at * 997))
  let name = (key: string) => `customer ${key}`
  let round = 0
  const save = async () => {
    round += 1
    const said = `edit ${round}`
    const before = name
    const after = (key: string) => `${said} of ${key}`
    const updates = keys.map((key) => ({
      key,
      base: { id: [key], values: { name: before(key) } },
      changes: { name: { type: 'text' as const, text: after(key) } },
    }))
    const statements = editPlan(table, { updates, deletes: [], inserts: [] }).statements
    const answer = await batch(
      statements.map(({ query, parameters }) => ({ query, parameters, expectRows: 1 })),
    )
    if (answer.type !== 'committed') throw new Error('The edits were not saved')
    name = after
  }
  const times: { ours: number; bare: number }[] = []
  await save()
  for (let at = 0; at < 15; at += 1) {
    const ours = await once(save)
    const text = `bare ${at}`
    const bare = await once(() =>
      batch(
        keys.map((key) => ({ query: 'update big set name = $1 where id = $2', parameters: [text, key] })),
      ),
    )
    name = () => text
    times.push({ ours, bare })
  }
  const floor = median(times.map(({ bare }) => bare))
  return {
    name: 'saving 100 staged edits',
    value: median(times.map(({ ours }) => ours)),
    unit: 'ms',
    floor,
    floorName: 'a batch of 100 updates by key',
    budget: rounded(3 * floor),
  }
}

async function rendering(browser: Browser, url: string, bare: pg.Client): Promise<BenchResult[]> {
  const page = await openPage(browser, url)
  await openTable(page, await oidOf(bare, 'narrow'), '1–1000')
  const task = longestTask(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('1001–2000').waitFor()
  const rendered = await task

  await openTable(page, await oidOf(bare, 'wide'), '1–1000')
  const scrolled = await scrolledFromTop(page)
  const size = await page.getByRole('grid').boundingBox()
  const grid = await serveBareGrid({ columns: 100, rows: 1000, height: Math.round(size?.height ?? 700) })
  await page.goto(grid.url)
  await page.getByRole('grid').waitFor()
  const floor = await scrolledFromTop(page)
  await grid.close()
  return [
    {
      name: 'another page of 1,000 × 30: longest main-thread task',
      value: rendered,
      unit: 'ms',
      budget: 50,
      notes: ['a task of less than 50 ms is not told by the browser, and counts as 0'],
    },
    {
      name: 'scrolling 1,000 × 100: p95 frame',
      value: scrolled,
      unit: 'ms',
      floor,
      floorName: 'bare grid',
      budget: rounded(1.2 * floor),
    },
  ]
}

async function openTable(page: Page, oid: string, range: string): Promise<void> {
  await page.goto(`/project/default/editor/${oid}?schema=public`)
  await page.getByRole('combobox', { name: 'Rows a page' }).selectOption('1000 rows a page')
  await page.getByText(range).waitFor()
}

async function once(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The middle of several ways down from the top. */
async function scrolledFromTop(page: Page): Promise<number> {
  const values: number[] = []
  for (let at = 0; at < SCROLLS; at += 1) {
    await page.getByRole('grid').evaluate((grid) => {
      grid.scrollTop = 0
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    values.push(await scrollFrames(page))
  }
  return median(values)
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
