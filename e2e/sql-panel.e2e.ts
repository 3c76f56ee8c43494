/**
 * The tabs above the editors, and the editor beside any page.
 * @covers panel, shell
 */
import { expectAccessible } from './models/accessible.js'
import { RUN, SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

test.use({ usualEngine: 'pglite' })

const tabs = (page: SqlPage['page']) =>
  page.getByRole('navigation', { name: 'Open tabs' }).getByRole('listitem')

test('queries and tables share one row of tabs; a preview is replaced', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run(
    'create table if not exists customers (id int8); create table if not exists orders (id int8)',
    {
      confirm: true,
    },
  )
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await page.goto('/project/default/editor')
  await page.getByRole('link', { name: 'customers', exact: true }).click()
  await expect(tabs(page)).toHaveText([
    /^Query create table if not exists customers/,
    /^Table customers \(Preview\)$/,
  ])
  await page.goto('/project/default/editor')
  await expect(page).toHaveTitle(/^customers · /)
  await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'Table orders' }).click()
  await expect(tabs(page)).toHaveText([/create table/, /orders \(Preview\)/])

  // Keeps, moves and closes tabs by the keyboard.
  await tabs(page).last().getByRole('link').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(tabs(page)).toHaveText([/^Table orders$/, /create table/])
  await page.keyboard.press('ArrowRight')
  await expect(tabs(page).last().getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sql\/1$/)
  await page.reload()
  await expect(tabs(page)).toHaveText([/^Table orders$/, /create table/])
  await expect(tabs(page).last().getByRole('link')).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: 'Close orders' }).click()
  await expect(tabs(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Recent items' }).click()
  await page.getByRole('menuitem', { name: /Table orders/ }).click()
  await expect(page.getByRole('heading', { name: 'orders', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Close orders' }).click()
  await expect(page).toHaveURL(/\/project\/default\/editor$/)
})

test('a tab is dragged to another place, and its menu closes all of its kind @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select 1')
  await page.getByRole('button', { name: 'New query' }).first().click()
  await expect(tabs(page)).toHaveCount(2)
  await expect(sql.editor).toBeFocused()
  await sql.write('select 2')
  const second = await tabs(page).last().getByRole('link').getAttribute('href')
  await tabs(page).last().getByRole('link').dragTo(tabs(page).first().getByRole('link'))
  await expect(tabs(page).first().getByRole('link')).toHaveAttribute('href', second ?? '')
  await tabs(page).first().click({ button: 'right' })
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Close all queries' }).click()
  await expect(page).toHaveURL(/\/sql\/1$/)
  await expect(tabs(page)).toHaveCount(1)
})

test('tabs are closed beside one and by a middle click, and come back @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select 1')
  const shown = tabs(page).getByRole('link')
  for (let count = 2; count <= 4; count++) {
    await page.getByRole('button', { name: 'New query' }).first().click()
    await expect(shown).toHaveCount(count)
    await expect(sql.editor).toBeFocused()
    await sql.write(`select ${count}`)
    await expect(page.getByText('(Preview)')).toHaveCount(0)
  }
  const menu = async (at: number, name: string) => {
    await shown.nth(at).click({ button: 'right' })
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await menu(2, 'Close to the right')
  await expect(shown).toHaveCount(3)
  await shown.nth(1).click({ button: 'middle' })
  await expect(shown).toHaveCount(2)
  expect(page.context().pages()).toHaveLength(1)
  await menu(1, 'Close others')
  await expect(shown).toHaveCount(1)
  await menu(0, 'Reopen closed')
  await expect(shown).toHaveCount(2)
})

test('e opens an editor beside the page: a template, a question, rows, and an error that leads to support', async ({
  page,
}) => {
  await page.goto('/project/default/settings/general')
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
  await page.keyboard.press('e')
  const panel = page.getByRole('complementary', { name: 'SQL editor panel' })
  const text = panel.getByRole('textbox', { name: 'SQL of the panel' })
  await expect(text).toBeFocused()
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('combobox', { name: 'Find template…' }).fill('insert')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Insert/)
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Find template…' }).fill('insert or')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /Run|Execute|query/i }))
  await expect(question.getByText('This query contains write operations.')).toBeVisible()
  await question.getByRole('button', { name: RUN }).click()
  await expect(panel.getByRole('gridcell', { name: 'theme' })).toBeVisible()

  await panel.getByRole('button', { name: 'Hide results' }).click()
  await expect(panel.getByRole('grid')).toBeHidden()
  await panel.getByRole('button', { name: 'Show results' }).click()

  await text.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('select * from gone')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(panel.getByRole('alert')).toContainText('relation "gone" does not exist')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+e')
  await expect(panel).toBeVisible()
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await panel.getByRole('link', { name: 'Contact support' }).click()
  await expect(page).toHaveURL(/\/support\/new\?.*error=/)
  await expect(panel).toBeVisible()
  await page.keyboard.press('ControlOrMeta+e')
  await expect(panel).toBeHidden()
})

test('a new object is listed at once, in this window and in the other one', async ({ page, context }) => {
  const name = `made_${Date.now()}`
  const other = await context.newPage()
  for (const one of [page, other]) {
    await one.goto('/project/default/database/tables')
    await expect(one.getByRole('heading', { level: 1, name: 'Tables' })).toBeVisible()
    await expect(one.getByText(name)).toHaveCount(0)
  }
  await page.keyboard.press('e')
  const panel = page.getByRole('complementary', { name: 'SQL editor panel' })
  await expect(panel.getByRole('textbox', { name: 'SQL of the panel' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(`create table ${name} (id int)`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('dialog').getByRole('button', { name: RUN }).click()
  await expect(page.locator('main').getByText(name)).toBeVisible()
  await expect(other.getByText(name)).toBeVisible()
  await other.close()
})
