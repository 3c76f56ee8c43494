/**
 * The pages where the system's colours replace ours, on paper, and on a phone.
 * @covers shell, organization, catalogue
 */
import { ran } from './models/run-sql.js'
import { SqlPage } from './models/sql-page.js'
import { newOrganization, openAsOwner } from './models/organizations.js'
import { expect, test } from './models/test.js'

test('with the colours of the system, where one is and what is chosen differ from the others @whole', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const sql = new SqlPage(page)
  await sql.open()
  const look = (element: Element) => {
    const { backgroundColor, color } = getComputedStyle(element)
    return `${backgroundColor} ${color}`
  }
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const current = await navigation.getByRole('link', { name: 'SQL Editor' }).evaluate(look)
  expect(await navigation.getByRole('link', { name: 'Storage' }).evaluate(look)).not.toBe(current)
  const results = page.getByRole('region', { name: 'Results' })
  const chosen = await results.getByRole('tab', { name: 'Result' }).evaluate(look)
  expect(await results.getByRole('tab', { name: 'History' }).evaluate(look)).not.toBe(chosen)
})

test('on paper the content stands alone, dark on white, whatever the theme @whole', async ({ page }) => {
  await ran(
    page,
    'create schema if not exists paper; create table if not exists paper.sheets (id int); select 1',
  )
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/project/default/database/tables?schema=paper')
  const name = page.getByRole('table').getByText('sheets')
  await expect(name).toBeVisible()
  await page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'))
  await page.emulateMedia({ media: 'print' })
  await expect(name).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Database' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeHidden()
  const lightness = (of: 'color' | 'backgroundColor') =>
    page.evaluate((property) => {
      const [, value = ''] = /oklch\(([\d.]+)/.exec(getComputedStyle(document.body)[property]) ?? []
      return value === '' ? getComputedStyle(document.body)[property] : Number(value)
    }, of)
  expect(await lightness('color')).toBeLessThan(0.4)
  expect(await lightness('backgroundColor')).toBe('rgb(255, 255, 255)')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } })

  test('a list keeps the name of a row and its menu in sight @whole', async ({ page }) => {
    await ran(
      page,
      `create schema if not exists pocket;
       create table if not exists pocket.a_table_with_quite_a_long_name (id int primary key); select 1`,
    )
    await page.goto('/project/default/database/tables?schema=pocket')
    const row = page.getByRole('row').filter({ hasText: 'a_table_with_quite_a_long_name' })
    const menu = row.getByRole('button').last()
    await expect(row.getByRole('rowheader')).toBeInViewport({ ratio: 1 })
    await expect(menu).toBeInViewport({ ratio: 1 })
    await page.getByRole('table').evaluate((table) => table.parentElement?.scrollTo({ left: 1000 }))
    await expect(row.getByRole('rowheader')).toBeInViewport({ ratio: 1 })
    await expect(menu).toBeInViewport({ ratio: 1 })
  })

  test.describe('of a hosted platform', () => {
    test.use({ build: 'hosted' })

    test('the pages of an organization say its name @whole', async ({ page, platform }) => {
      const { slug } = await newOrganization(platform, 'Lighthouse')
      for (const path of ['', '/team', '/usage', '/general', '/audit']) {
        await openAsOwner(page, platform, `/org/${slug}${path}`)
        await expect(
          page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Lighthouse' }),
        ).toBeVisible()
      }
    })

    test('a meter tells its share in whole percents, however small it is @whole', async ({
      page,
      platform,
    }) => {
      const { slug } = await newOrganization(platform, 'Harbour')
      await openAsOwner(page, platform, `/org/${slug}/usage`)
      const meters = page.getByRole('meter')
      await expect(meters.first()).toBeVisible()
      for (const meter of await meters.all()) await expect(meter).toHaveAttribute('aria-valuenow', /^[0-9]+$/)
    })
  })
})
