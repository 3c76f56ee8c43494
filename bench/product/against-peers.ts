/** The first rows of a large table and a result of many rows: ours and those of other dashboards on the same server. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import type { Platform } from '../../e2e/models/platform.js'
import { SqlPage } from '../../e2e/models/sql-page.js'
import { median, type BenchResult } from '../bench-result.js'
import { startPeers, type Peer } from './peers.js'
import { psqlOf } from './psql.js'

const TABLE = 'big'
const FIRST = 'customer 1'
const ROWS = 100_000
const LAST = `customer ${ROWS}`
const RESULT = `select n as id, n + 1 as a, n + 2 as b, n + 3 as c, n + 4 as d, n + 5 as e, n + 6 as f, n + 7 as g, n + 8 as h, 'customer ' || n as name from numbers limit ${ROWS}`
const RUNS = 5
const PATIENCE_MS = 60_000
/** A page that builds a table of all rows takes seconds. */
const RUNS_OF_RESULT = 3

/** @param page of ours, without a limit of rows */
export async function againstPeers(
  browser: Browser,
  platform: Platform,
  { page }: SqlPage,
): Promise<BenchResult[]> {
  const psql = await psqlOf(platform.dataDir)
  const password = 'bench'
  for (const sql of [
    `create table ${TABLE} as select n as id, 'customer ' || n as name, n * 7 as amount from generate_series(1, 1000000) n`,
    `alter table ${TABLE} add primary key (id)`,
    `alter role postgres password '${password}'`,
  ])
    await psql(sql)
  const postmaster = await readFile(join(platform.dataDir, 'projects/default/pg/postmaster.pid'), 'utf8')
  const { peers, leftOut } = await startPeers({ port: Number(postmaster.split('\n')[3]), password })
  try {
    const own = ownAs(page)
    const table = await firstRows(own, page)
    const result = await wholeResult(own, page, page.getByText(`${ROWS} rows`, { exact: true }))
    const results: BenchResult[] = []
    for (const peer of peers) {
      const theirs = await browser.newPage()
      const against = { unit: 'ms', floorName: peer.name }
      results.push({
        name: 'first rows of a table of 1,000,000, from the key or click to the frame that shows them',
        value: table,
        floor: await firstRows(peer, theirs),
        ...against,
      })
      const end = theirs.getByText(LAST, { exact: true })
      const theirResult = peer.prepare && (await wholeResult(peer, theirs, end).catch(() => null))
      if (theirResult)
        results.push({
          name: 'a result of 100,000 × 10, from the key or click until all is there',
          value: result,
          floor: theirResult,
          ...against,
        })
      if (theirResult === null)
        leftOut.push(`${peer.name} did not show a result of 100,000 × 10 within ${PATIENCE_MS / 1000} s`)
      await theirs.close()
    }
    const [first, ...others] = results
    return first ? [{ ...first, notes: leftOut }, ...others] : []
  } finally {
    for (const peer of peers) await peer.stop()
  }
}

/** Our editor, asked as the others are. */
function ownAs(page: Page): Omit<Peer, 'name' | 'stop'> {
  const sql = new SqlPage(page)
  const run = () => page.keyboard.press('ControlOrMeta+Enter')
  return {
    async leave() {
      await sql.paste('select 0 as nothing')
      await run()
      await page.getByText('1 row', { exact: true }).waitFor()
    },
    async prepareTable(_page, name) {
      await sql.paste(`select * from ${name} limit 100`)
      return run
    },
    async prepare(_page, query) {
      await sql.paste(query)
      return run
    },
  }
}

function firstRows(peer: Omit<Peer, 'name' | 'stop'>, page: Page): Promise<number> {
  return middle(RUNS, async () => {
    await peer.leave(page)
    return painted(await peer.prepareTable(page, TABLE), page.getByText(FIRST, { exact: true }).first())
  })
}

function wholeResult(peer: Omit<Peer, 'name' | 'stop'>, page: Page, end: Locator): Promise<number> {
  return middle(RUNS_OF_RESULT, async () => {
    await peer.leave(page)
    return painted((await peer.prepare?.(page, RESULT)) ?? (async () => {}), end)
  })
}

/** Milliseconds from what is done to the frame that shows its outcome. */
async function painted(act: () => Promise<void>, shown: Locator): Promise<number> {
  const start = performance.now()
  await act()
  await shown.waitFor({ timeout: PATIENCE_MS })
  await shown
    .page()
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return performance.now() - start
}

/** The median, after one that warms up. */
async function middle(times: number, once: () => Promise<number>): Promise<number> {
  await once()
  const values: number[] = []
  for (let index = 0; index < times; index++) values.push(await once())
  return median(values)
}
