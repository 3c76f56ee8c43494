/** What a browser transfers and renders: the shell, the editor, a result of 1,000 × 30, scrolling 100,000 × 30. */
import type { Page } from 'playwright-core'
import { startPlatform } from '../../e2e/models/platform.js'
import { SqlPage } from '../../e2e/models/sql-page.js'
import type { BenchResult } from '../bench-result.js'
import { serveBareGrid } from './bare-grid.js'
import { openBrowser, openPage } from './browser.js'
import { longestTask, scrollFrames } from './frames.js'

const columns = Array.from({ length: 30 }, (_, index) => `n + ${index} as c${index}`).join(', ')

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const browser = await openBrowser()
  try {
    const page = await openPage(browser, platform.url)
    return [...(await transfers(page)), ...(await rendering(page))]
  } finally {
    await browser.close()
    await platform.dispose()
  }
}

async function transfers(page: Page): Promise<BenchResult[]> {
  await page.goto('/project/default')
  await page.getByText('Healthy').waitFor()
  const shell = await scripts(page)
  const sql = new SqlPage(page)
  await sql.open()
  const editor = await scripts(page)
  return [
    { name: 'JavaScript before the shell is usable, compressed', value: shell.kB, unit: 'kB', budget: 140 },
    { name: 'JavaScript before the editor is, compressed', value: editor.kB, unit: 'kB' },
    { name: 'files of JavaScript before the editor is', value: editor.files, unit: 'files' },
  ]
}

/** All scripts and workers of the page so far; `kB`: compressed. */
async function scripts(page: Page): Promise<{ files: number; kB: number }> {
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .filter((entry) => /\.js($|\?)/.test(entry.name))
      .map((entry) => entry.encodedBodySize),
  )
  return { files: sizes.length, kB: sizes.reduce((sum, size) => sum + size, 0) / 1000 }
}

async function rendering(page: Page): Promise<BenchResult[]> {
  const sql = new SqlPage(page)
  await page.getByRole('button', { name: /^Limit/ }).click()
  await page.getByRole('menuitemradio', { name: 'No limit' }).click()
  await sql.run('select 1 as warm')
  await sql.grid.waitFor()
  await sql.write(`select ${columns} from generate_series(1, 1000) n`)
  await page.keyboard.press('ControlOrMeta+Enter')
  const task = longestTask(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
  await page.getByText('1000 rows', { exact: true }).waitFor()
  const rendered = await task

  await sql.run(`select ${columns} from generate_series(1, 100000) n`, { confirm: true })
  await page.getByText('100000 rows', { exact: true }).waitFor({ timeout: 60_000 })
  const ours = await scrollFrames(page)
  const bare = await serveBareGrid()
  await page.goto(bare.url)
  await page.getByRole('grid').waitFor()
  const floor = await scrollFrames(page)
  await bare.close()
  return [
    { name: '1,000 × 30 arrives: longest main-thread task', value: rendered, unit: 'ms', budget: 50 },
    {
      name: 'scrolling 100,000 × 30: p95 frame',
      value: ours,
      unit: 'ms',
      floor,
      floorName: 'bare grid',
      budget: Math.round(floor * 1.2),
    },
  ]
}
