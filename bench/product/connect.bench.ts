/** The Connect dialog, from the click to its strings; and what counting the usage adds to a query call. */
import { createClient, newId, queryTyped, QUERY_PATH } from '@basedeck/platform-client'
import type { Page } from 'playwright-core'
import { createMetering } from '../../apps/platform/src/services/metering.js'
import { usageOf } from '../../apps/platform/src/services/metered-request.js'
import { startPlatform } from '../../e2e/models/platform.js'
import { median, timed, type BenchResult } from '../bench-result.js'
import { openBrowser, openPage } from './browser.js'

const OPEN_BUDGET_MS = 150
const OPENINGS = 9
/** A person's pointer rests at least so long before it clicks. */
const HOVER_MS = 200
const COUNTED = 200_000

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const browser = await openBrowser()
  try {
    const page = await openPage(browser, platform.url)
    return [...(await opening(page)), await counting(platform.url)]
  } finally {
    await browser.close()
    await platform.dispose()
  }
}

/** The first opening loads what the dialog shows; its files are loaded when the pointer comes to the button. */
async function opening(page: Page): Promise<BenchResult[]> {
  await page.goto('/project/default')
  await page.getByText('Healthy').waitFor()
  const [first = Number.NaN, ...later] = await openings(page)
  return [
    {
      name: 'Connect, from the click to the first string',
      value: median(later),
      unit: 'ms',
      budget: OPEN_BUDGET_MS,
    },
    { name: 'the same, the first time in a page', value: first, unit: 'ms', budget: OPEN_BUDGET_MS },
  ]
}

/** Timed in the page, until the frame after the one that draws the string. */
async function openings(page: Page): Promise<number[]> {
  const button = page.getByRole('button', { name: 'Connect', exact: true })
  const took: number[] = []
  for (let time = 0; time <= OPENINGS; time++) {
    await page.mouse.move(0, 0)
    await button.hover()
    await page.waitForTimeout(HOVER_MS)
    took.push(
      await button.evaluate(async (connect: HTMLElement) => {
        const isShown = () =>
          [...document.querySelectorAll('input')].some(({ value }) => value.startsWith('postgresql://'))
        const start = performance.now()
        connect.click()
        while (!isShown()) await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        return performance.now() - start
      }),
    )
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  return took
}

/** All that is done for an answered call, beside the call itself. */
async function counting(url: string): Promise<BenchResult> {
  const client = createClient({ baseUrl: url })
  const body = () => ({ query: 'select 1 as a', runId: newId(), readOnly: true })
  const call = await timed(200, () => client.call(queryTyped, { params: { ref: 'default' }, body: body() }))
  const metering = createMetering({
    control: () => undefined,
    log: { warn() {} },
    now: () => new Date(),
  })
  const answer = { project: 'default', method: 'POST', route: QUERY_PATH, status: 200, bytes: 300, ms: 1 }
  const start = performance.now()
  for (let time = 0; time < COUNTED; time++)
    for (const [metric, amount] of usageOf(answer)) metering.count(answer.project, metric, amount)
  const counted = (performance.now() - start) / COUNTED
  await metering.close()
  return {
    name: 'the usage of a query call is counted',
    value: counted,
    unit: 'ms',
    floor: call,
    floorName: 'the call, 1 row',
    budget: Number((call * 0.02).toPrecision(2)),
  }
}
