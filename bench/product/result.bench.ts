/** A result of 100,000 rows, from Enter to the first painted rows and to the last row, against psql fetching the same to /dev/null. */
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../e2e/models/platform.js'
import { SqlPage } from '../../e2e/models/sql-page.js'
import { timed, type BenchResult } from '../bench-result.js'
import { againstPeers } from './against-peers.js'
import { openBrowser, openPage } from './browser.js'
import { serveLargeAnswer } from './large-answer.js'
import { psqlOf } from './psql.js'

const CASES = [
  { name: '100,000 × 10', columns: 10, rows: 100_000 },
  { name: '1 × 1,600', columns: 1600, rows: 1 },
]
const RUNS = 5

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const browser = await openBrowser()
  try {
    const psql = await psqlOf(platform.dataDir)
    await psql(`create table numbers as select n from generate_series(1, 100000) n`)
    const page = await openPage(browser, platform.url)
    const sql = new SqlPage(page)
    await sql.open()
    await page.getByRole('button', { name: /^Limit/ }).click()
    await page.getByRole('menuitemradio', { name: 'No limit' }).click()
    const results: BenchResult[] = []
    for (const { name, columns, rows } of CASES) {
      const list = Array.from({ length: columns }, (_, index) => `n + ${index} as c${index}`).join(', ')
      const query = `select ${list} from numbers limit ${rows}`
      const { first, all } = await painted(sql, query)
      const floor = await timed(RUNS, () => psql(query))
      const against = { unit: 'ms', floor, floorName: 'psql to /dev/null' }
      results.push({ name: `Enter to first rows painted, ${name}`, value: first, ...against })
      results.push({ name: `Enter to all rows there, ${name}`, value: all, ...against })
    }
    results.push(await longestTask(sql))
    results.push(await pageMemory(browser, platform.url))
    results.push(...(await againstPeers(browser, platform, sql)))
    return results
  } finally {
    await browser.close()
    await platform.dispose()
  }
}

/** What a page keeps for a result that is larger than the platform's caps, which such an answer has passed. */
async function pageMemory(browser: Browser, platformUrl: string): Promise<BenchResult> {
  const rows = 1_000_000
  const answer = await serveLargeAnswer(platformUrl, { rows, columns: 10 })
  try {
    const page = await openPage(browser, answer.url)
    const sql = new SqlPage(page)
    await sql.open()
    await sql.paste('select * from numbers')
    const before = await heldBytes(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText(`${rows} rows`, { exact: true }).waitFor({ timeout: 120_000 })
    return {
      name: 'memory of the page for a result of 1,000,000 × 10, the cap of rows passed',
      value: ((await heldBytes(page)) - before) / 1e6,
      unit: 'MB',
      floor: answer.bytes() / 1e6,
      floorName: 'bytes on the wire',
    }
  } finally {
    await answer.close()
  }
}

/** Objects after a collection, and the bytes beside them. */
async function heldBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const usage: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usage.usedSize + (usage.backingStorageSize ?? Number.NaN)
}

/** What holds up keys and frames at most, while a wide result arrives. */
async function longestTask(sql: SqlPage): Promise<BenchResult> {
  const list = Array.from({ length: 30 }, (_, index) => `n + ${index} as c${index}`).join(', ')
  await sql.paste(`select ${list} from numbers limit 100000`)
  const longest: number[] = []
  for (let index = 0; index < RUNS; index++) {
    await sql.page.evaluate(watchTasks)
    await sql.page.evaluate(watch)
    await sql.page.keyboard.press('ControlOrMeta+Enter')
    await sql.page.evaluate(() => (globalThis as unknown as { painted: Promise<Times> }).painted)
    longest.push(
      await sql.page.evaluate(() => (globalThis as unknown as { longestTask: number }).longestTask),
    )
  }
  return {
    name: 'longest task of the page while 100,000 × 30 arrive',
    value: middle(longest),
    unit: 'ms',
    budget: 50,
    notes: ['a task of less than 50 ms is not told by the browser, and counts as 0'],
  }
}

/** Runs in the page. */
function watchTasks(): void {
  const watched = globalThis as unknown as { longestTask: number; tasks?: PerformanceObserver }
  watched.longestTask = 0
  watched.tasks?.disconnect()
  watched.tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watched.longestTask = Math.max(watched.longestTask, duration)
  })
  watched.tasks.observe({ type: 'longtask' })
}

/** Milliseconds from the key. */
interface Times {
  /** To the frame that shows the first rows. */
  first: number
  /** To the frame after the sign that it runs has gone. */
  all: number
}

/** The medians of some runs. */
async function painted(sql: SqlPage, query: string): Promise<Times> {
  await sql.paste(query)
  const times: Times[] = []
  for (let index = 0; index <= RUNS; index++) {
    await sql.page.evaluate(watch)
    await sql.page.keyboard.press('ControlOrMeta+Enter')
    times.push(await sql.page.evaluate(() => (globalThis as unknown as { painted: Promise<Times> }).painted))
  }
  // The first one warms up.
  const kept = times.slice(1)
  return { first: middle(kept.map(({ first }) => first)), all: middle(kept.map(({ all }) => all)) }
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Runs in the page: begins with the key, and ends with the frame after the sign that it runs has gone. */
function watch(): void {
  const isBusy = () => document.querySelector('section[aria-busy=true]') !== null
  const waiting = globalThis as unknown as { painted: Promise<{ first: number; all: number }> }
  const nextFrame = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))
  waiting.painted = new Promise((resolve) => {
    let begun = 0
    let wasBusy = false
    let first: number | undefined
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Enter') begun = performance.now()
    }
    addEventListener('keydown', onKey, { capture: true, once: false })
    const changes = new MutationObserver(() => {
      wasBusy ||= isBusy() && document.querySelector('[role=gridcell]') === null
      if (!wasBusy || document.querySelector('[role=gridcell]') === null) return
      if (first === undefined) {
        first = 0
        nextFrame(() => {
          first = performance.now() - begun
        })
      }
      if (isBusy()) return
      changes.disconnect()
      removeEventListener('keydown', onKey, { capture: true })
      nextFrame(() => resolve({ first: first ?? Number.NaN, all: performance.now() - begun }))
    })
    changes.observe(document, { subtree: true, childList: true, attributes: true })
  })
}
