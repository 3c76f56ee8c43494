/**
 * Windows of few columns and few lines: lists fold away, tables show that they scroll, five rows of a result are seen, and
 * the frame is there before the program.
 * @covers shell, database, catalogue, sql/sql-editor*, table-editor, editing
 */
import { ran } from './models/run-sql.js'
import { RUN, SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

const TABLET = { width: 768, height: 800 }
/** 1440 × 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 }
const PHONE = { width: 320, height: 640 }
/** Bytes a second. */
const SLOW = 50 * 1024

test('on a tablet the side menu is folded away, opens over the page, and closes with a choice @whole', async ({
  page,
}) => {
  await page.setViewportSize(TABLET)
  await page.goto('/project/default/database/tables')
  const entry = page.getByRole('navigation', { name: 'Database' }).getByRole('link', { name: 'Functions' })
  await expect(page.getByRole('heading', { level: 1, name: 'Tables' })).toBeVisible()
  await expect(entry).toBeHidden()
  const main = page.locator('main')
  const before = await main.boundingBox()
  await page.getByRole('button', { name: 'Expand the menu' }).click()
  await expect(entry).toBeVisible()
  expect(await main.boundingBox()).toEqual(before)
  await entry.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Functions' })).toBeVisible()
  await expect(entry).toBeHidden()
})

test('the rail that the pointer opened closes after a click, and opens again for the next @whole', async ({
  page,
}) => {
  await page.goto('/project/default')
  const rail = page.getByRole('navigation', { name: 'Main navigation' })
  const width = async () => (await rail.boundingBox())?.width ?? 0
  await rail.getByRole('link', { name: 'Database' }).hover()
  await expect.poll(width).toBeGreaterThan(150)
  await rail.getByRole('link', { name: 'Database' }).click()
  await expect.poll(width).toBeLessThan(60)
  await page.mouse.move(700, 400)
  await rail.getByRole('link', { name: 'Database' }).hover()
  await expect.poll(width).toBeGreaterThan(150)
})

test('on a phone a table shows that it scrolls, a cut value opens whole, and help is whole', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/project/default/database/roles')
  const table = page.getByRole('group', { name: 'Roles' })
  await expect(table).toHaveAttribute('data-more-end')
  await table.evaluate((element) => element.scrollTo(element.scrollWidth, 0))
  await expect(table).toHaveAttribute('data-more-start')
  await expect(table).not.toHaveAttribute('data-more-end')
  await page.getByRole('button', { name: 'authenticated', exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'authenticated' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const help = page.getByRole('list', { name: 'Help' })
  await expect(help.getByRole('link')).toHaveText([
    'Documentation',
    'Troubleshooting',
    'Platform status',
    'Contact support',
  ])
  await help.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('on a phone a long name in a table is cut by itself, and not by the edge of its column @whole', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/project/default/database/roles')
  const names = page.getByRole('table', { name: 'Roles' }).getByRole('rowheader')
  await expect(names.first()).toBeVisible()
  const shown = await names.evaluateAll((cells) =>
    cells.map((cell) => {
      const text = cell.querySelector('bdi')
      if (!text) return {}
      return {
        isInside: text.getBoundingClientRect().right <= cell.getBoundingClientRect().right,
        // The column takes up to 45 % of the window, with its padding.
        isAsLongAsFits: text.clientWidth >= Math.min(text.scrollWidth, innerWidth * 0.45 - 29),
      }
    }),
  )
  expect(shown).toEqual(shown.map(() => ({ isInside: true, isAsLongAsFits: true })))
})

test('at 200 % five rows of a result are seen, and Run stays in sight @whole', async ({ page }) => {
  await page.setViewportSize(ZOOMED)
  await page.goto('/project/default/sql/1')
  const sql = new SqlPage(page)
  await sql.write('select generate_series(1, 50) as n')
  await page.keyboard.press('ControlOrMeta+Enter')
  const question = page.getByRole('dialog').getByRole('button', { name: RUN })
  await question.click()
  await expect(sql.grid.getByRole('gridcell', { name: '5', exact: true }).last()).toBeInViewport({ ratio: 1 })
  await expect(sql.runButton).toBeInViewport({ ratio: 1 })
})

test('who zooms with a result open still sees five rows of it @whole', async ({ page }) => {
  await page.goto('/project/default/sql/1')
  const sql = new SqlPage(page)
  await sql.write('select generate_series(1, 50) as n')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('dialog').getByRole('button', { name: RUN }).click()
  await expect(sql.grid.getByRole('gridcell', { name: '5', exact: true }).last()).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(ZOOMED)
  await expect(sql.grid.getByRole('gridcell', { name: '5', exact: true }).last()).toBeInViewport({ ratio: 1 })
})

test('on a slow line the frame is there within two seconds @whole', async ({ page, platform }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: SLOW,
    uploadThroughput: SLOW,
  })
  await page.goto(`${platform.url}/project/default`, { waitUntil: 'commit' })
  // What is painted first is the frame; the program is not there yet.
  await expect(page.getByRole('status', { name: 'Loading…' })).toBeVisible({ timeout: 5000 })
  const painted = await page.evaluate(async () => {
    const [first] = await new Promise<PerformanceEntryList>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'paint', buffered: true })
    })
    return first?.startTime ?? Number.POSITIVE_INFINITY
  })
  test.info().annotations.push({ type: 'first paint', description: String(Math.round(painted)) })
  await expect(page.getByRole('heading', { level: 1, name: 'Default project' })).toBeVisible()
})

test('on a phone the changes of a table can be saved, and acting as a role is ended in the menu', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const oid = await ran(
    page,
    "create table if not exists phones (id int8 primary key); select 'phones'::regclass::oid",
  )
  await page.goto(`/project/default/editor/${oid}?schema=public`)
  await page.getByRole('button', { name: 'Insert row' }).last().click()
  for (const name of ['Undo', 'Redo', 'Review SQL', 'Discard', 'Save'])
    await expect(page.getByRole('button', { name }).last()).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: /^Role/ }).click()
  await page.getByRole('radio', { name: /^anon/ }).check()
  await page.getByRole('button', { name: 'Use this role' }).click()
  await expect(page.getByRole('button', { name: /^Role/ })).toHaveText(/anon/)
  await page.getByRole('button', { name: 'Insert row' }).first().focus()
  await expect(page.getByRole('button', { name: /^Role/ })).toBeInViewport({ ratio: 1 })
  const header = page.getByRole('banner')
  await expect(header.getByText('Production').first()).toBeVisible()
  await expect(header.getByText('Latest')).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const help = page.getByRole('list', { name: 'Help' })
  await expect(help.getByText('Latest')).toBeVisible()
  await help.getByRole('button', { name: 'Stop acting as anon' }).click()
  await expect(page.getByRole('button', { name: /^Role/ })).toHaveText(/postgres/)
})

test('while the page of a table is on its way lines stand in its place @whole', async ({ page }) => {
  const oid = await ran(
    page,
    "create table if not exists slow (id int8 primary key); select 'slow'::regclass::oid",
  )
  await page.goto('/project/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Default project' })).toBeVisible()
  // The file of the view comes last, as on a slow line. That of its screen, which may have the same name, draws nothing.
  let arrives = () => {}
  const isThere = new Promise<void>((resolve) => (arrives = resolve))
  await page.route(/\/(data|table)-grid-[^/]*\.js$/, async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('className')) await isThere
    await route.fulfill({ response })
  })
  await page.goto(`/project/default/editor/${oid}?schema=public`)
  const main = page.getByRole('main')
  // The frame has given way to the page, whose view is not there yet.
  await expect(main.getByRole('heading', { level: 1, name: 'Loading…' })).toBeAttached()
  const lines = main.getByRole('status', { name: 'Loading…' })
  await expect.poll(async () => (await lines.boundingBox())?.height ?? 0).toBeGreaterThan(100)
  arrives()
  await expect(page.getByRole('heading', { level: 1, name: 'slow' })).toBeVisible()
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true })

  test('a sheet is closed by a swipe to the right, and not by a short one or one that scrolls @whole', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/project/default/database/roles')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Navigation' })
    await expect(sheet).toBeVisible()
    const touches = await page.context().newCDPSession(page)
    const swipe = async (across: number, down: number) => {
      const [x, y] = [80, 300]
      await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      await touches.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: x + across, y: y + down }],
      })
      await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(40, 0)
    await swipe(80, -150)
    await expect(sheet).toBeVisible()
    await swipe(160, 10)
    await expect(sheet).toBeHidden()
  })
})
