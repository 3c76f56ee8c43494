/**
 * The first hour in an empty project: sample data, a CSV file, a dump, Connect.
 * @covers project, import
 */
import { expect, test } from './models/test.js'

test('an empty project is filled with sample data, from its first page to its rows', async ({
  page,
  start,
}) => {
  const fresh = await start('pglite')
  await page.goto(`${fresh.url}/project/default`)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem')).toHaveText([
    /^Load sample data/,
    /^Import a CSV/,
    /^Run a dump/,
    /^Connect an application/,
    /^Create a table/,
  ])
  await expect(page.getByRole('heading', { name: 'Advisors' })).toHaveCount(0)

  await steps.getByRole('link', { name: /Connect an application/ }).click()
  await expect(page.getByRole('dialog', { name: /Connect/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await steps.getByRole('button', { name: /Import a CSV/ }).click()
  await expect(page.getByRole('dialog', { name: /CSV/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await steps.getByRole('button', { name: /Load sample data/ }).click()
  await expect(page.getByText(/5 tables with [\d,]+ rows were made/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Continue with' })).toBeVisible()
  await page.getByRole('button', { name: 'Open the tables' }).click()
  await page.getByRole('link', { name: /books/ }).first().click()
  await expect(page.getByText('The Quiet Harbour').first()).toBeVisible()
})

test('a dump is chosen on the first page, and stands in a query ready to be run', async ({ page, start }) => {
  const fresh = await start('pglite')
  await page.goto(`${fresh.url}/project/default`)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /Run a dump/ }).click()
  const chooser = await choosing
  const buffer = Buffer.from('create table public.from_dump (id int);\n')
  await chooser.setFiles({ name: 'shop.sql', mimeType: 'application/sql', buffer })
  await expect(page).toHaveURL(/\/project\/default\/sql\/[\w-]+$/)
  await expect(page.getByText('create table public.from_dump')).toBeVisible()
})
