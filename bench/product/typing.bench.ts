/**
 * Typing in the editor: 10,000 lines under a catalogue of 10,000 tables, from the key to the painted frame, and the list of
 * what can be written; beside it the same editor without any help, in the same run.
 */
import type { Page } from 'playwright-core'
import { startPlatform } from '../../e2e/models/platform.js'
import { SqlPage } from '../../e2e/models/sql-page.js'
import { percentile, type BenchResult } from '../bench-result.js'
import { openBrowser, openPage } from './browser.js'

const TABLES = 10_000
const LINES = 10_000
const KEYS = 60
/** Only the help asks for it. */
const OF_THE_HELP = 'pg_get_function_arguments'

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const browser = await openBrowser()
  try {
    const page = await openPage(browser, platform.url)
    const sql = new SqlPage(page)
    await sql.open()
    await makeTables(page)
    // Without its file there is no help: the same editor, the same text.
    await page.route(/\/assets\/sql-help/, async (route) => {
      const response = await route.fetch()
      if ((await response.text()).includes(OF_THE_HELP)) await route.abort()
      else await route.fulfill({ response })
    })
    const bare = await typing(page)
    await page.unrouteAll()
    const helped = await typing(page)
    return [
      {
        name: '10,000 lines, 10,000 tables: main thread of a keystroke, p95',
        value: percentile(helped, 0.95),
        unit: 'ms',
        floor: percentile(bare, 0.95),
        floorName: 'the editor without help',
        budget: 16,
      },
      {
        name: '10,000 lines, 10,000 tables: main thread of a keystroke, median',
        value: percentile(helped, 0.5),
        unit: 'ms',
        floor: percentile(bare, 0.5),
        floorName: 'the editor without help',
      },
      await list(page),
    ]
  } finally {
    await browser.close()
    await platform.dispose()
  }
}

/** In parts: one transaction holds no more locks than a server has. */
async function makeTables(page: Page): Promise<void> {
  for (let from = 0; from < TABLES; from += 1000) {
    const query = `do $$ begin for i in ${from}..${from + 999} loop
      execute format('create table table_%s (id bigint, owner_id bigint, name text, price numeric, created_at timestamptz)', i);
      end loop; end $$`
    const answer = await page.request.post('/platform/pg-meta/default/query', { data: { query } })
    if (!answer.ok()) throw new Error(await answer.text())
  }
}

/** Milliseconds from each key to the frame after it, in the middle of the text. */
async function typing(page: Page): Promise<number[]> {
  await page.evaluate((count) => {
    const lines = Array.from({ length: count }, (_, line) =>
      line % 5 === 4
        ? `  and t.price > ${line};`
        : line % 5 === 0
          ? 'select t.id, t.name'
          : line % 5 === 1
            ? `from table_${line} t`
            : line % 5 === 2
              ? '  join table_1 o on o.owner_id = t.id'
              : "where t.name = 'x'",
    )
    localStorage.setItem('bench:text', lines.join('\n'))
  }, LINES)
  await page.reload()
  const sql = new SqlPage(page)
  await page.locator('.monaco-editor').first().waitFor()
  await sql.paste(await page.evaluate(() => localStorage.getItem('bench:text') ?? ''))
  await page.keyboard.press('ControlOrMeta+Home')
  for (let step = 0; step < 40; step++) await page.keyboard.press('PageDown')
  await page.keyboard.press('End')
  // The catalogue comes in pages, the text is saved: both are over before it is measured.
  await page.waitForLoadState('networkidle')
  await watchKeys(page)
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(' abcdefghi'[key % 10] === ' ' ? 'Space' : ('abcdefghi'[(key % 10) - 1] ?? 'a'))
    await page.waitForTimeout(120)
  }
  return page.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes)
}

/** All that the main thread does for a key: to the frame after it, less the time it waited for that frame. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { keyTimes: times })
    addEventListener(
      'keydown',
      () => {
        const begin = performance.now()
        // Behind the key and what it has queued; the frame's own work is measured by what comes after it.
        const channel = new MessageChannel()
        channel.port1.addEventListener('message', () => {
          const handled = performance.now() - begin
          requestAnimationFrame((frame) => {
            const drawing = performance.now()
            const after = new MessageChannel()
            after.port1.addEventListener('message', () =>
              times.push(handled + performance.now() - Math.max(frame, drawing)),
            )
            after.port1.start()
            after.port2.postMessage(null)
          })
        })
        channel.port1.start()
        channel.port2.postMessage(null)
      },
      { capture: true },
    )
  })
}

/** From the key that asks for it to the list on the page. */
async function list(page: Page): Promise<BenchResult> {
  const sql = new SqlPage(page)
  await sql.write('select * from table_99')
  const times: number[] = []
  for (let round = 0; round < 15; round++) {
    await page.keyboard.press('Escape')
    await page.locator('.suggest-widget.visible').waitFor({ state: 'hidden' })
    times.push(await fromKeyToList(page))
  }
  return {
    name: 'the list of what can be written: from the key to the page, p95',
    value: percentile(times, 0.95),
    unit: 'ms',
    budget: 50,
  }
}

async function fromKeyToList(page: Page): Promise<number> {
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const onKey = ({ code }: KeyboardEvent) => {
          if (code !== 'Space') return
          removeEventListener('keydown', onKey, { capture: true })
          const begin = performance.now()
          const look = () => {
            // Monaco calls it `visible` a tenth of a second after it is.
            const row = document.querySelector('.suggest-widget .monaco-list-row')
            if (row?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
              resolve(performance.now() - begin)
            else requestAnimationFrame(look)
          }
          look()
        }
        addEventListener('keydown', onKey, { capture: true })
      }),
  )
  // The page listens before the key comes.
  await page.evaluate(() => undefined)
  await page.keyboard.press('ControlOrMeta+Space')
  return shown
}
