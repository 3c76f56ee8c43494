/**
 * What the keyboard does anywhere: the command menu, the sheet of the keys, the bare keys.
 * @covers actions
 */
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'
import { SqlPage } from './models/sql-page.js'

// Keys are pressed while menus and dialogs fade.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the command menu opens a page by a few letters and the keyboard alone', async ({ page }) => {
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: /^Search/ })
  await expect(field).toBeFocused()
  await page.keyboard.type('proj over')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Project overview/)
  await field.fill('account sec')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Account security/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account\/security$/)
  await expect(field).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    /Account security/,
  ])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('what is typed before the command menu is there goes into its field, and not into the page', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.editor.focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('the tables')
  const field = page.getByRole('combobox', { name: /^Search/ })
  await expect(field).toBeFocused()
  await page.keyboard.type(' of')
  await expect(field).toHaveValue('the tables of')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  expect(await sql.text()).toBe('')
})

test('the theme changes from the command menu @whole', async ({ page }) => {
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('tables of the open project are found, and open @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('create table if not exists "Köln orders" (n int)', { confirm: true })
  await expect(page.getByText('Success. No rows returned').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('Köln')
  await page.getByRole('option', { name: /Köln orders.*Table of public/ }).click()
  await expect(page).toHaveURL(/\/project\/default\/editor\/\d+\?schema=public$/)
})

test('the bare keys rest while one types, and with Ctrl or Meta they work in the editor too', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.editor.focus()
  await page.keyboard.type('e?')
  await expect.poll(() => sql.text()).toContain('e?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused()
  await page.keyboard.type('e')
  await expect(page.getByRole('combobox', { name: /^Search/ })).toHaveValue('e')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('? shows all keys; Escape closes them and the focus is where it was', async ({ page }) => {
  await page.goto('/project/default')
  const menu = page.getByRole('button', { name: 'Account menu' })
  await menu.focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Switch Tab between indenting')).toBeVisible()
  await expect(sheet.getByText('This platform has no AI service.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(menu).toBeFocused()
})

test('the command menu over an open menu closes it @whole', async ({ page }) => {
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused()
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeHidden()
  await expect(page.getByRole('menu')).toBeHidden()
})

test('axe finds nothing in the command menu and the sheet of the keys @whole', async ({ page }) => {
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: /^Search/ }).fill('nothing is called so')
  await expect(page.getByText('No results for')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page)
})

test('a name under the pointer and at the focus is told, and Escape takes it away @whole', async ({
  page,
}) => {
  await page.goto('/project/default')
  const menu = page.getByRole('button', { name: 'Account menu' })
  await menu.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Account menu')
  await page.mouse.move(600, 600)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await page.keyboard.press('Tab')
  await menu.focus()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
  await expect(menu).toBeFocused()
})

test('the command menu makes a table, a bucket and a password from any page @whole', async ({ page }) => {
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  const field = page.getByRole('combobox', { name: /^Search/ })
  const take = async (words: string, label: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await field.fill(words)
    await expect(page.getByRole('option', { selected: true })).toContainText(label)
    await page.keyboard.press('Enter')
  }
  await take('new table', 'New table')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await expect(page).toHaveURL(/\/editor\?schema=public$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await take('new bucket', 'New bucket')
  await expect(dialog.getByRole('heading', { name: 'New bucket' })).toBeVisible()
  await expect(page).toHaveURL(/\/storage\/buckets$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('upload files')
  await expect(page.getByRole('option', { name: /Upload files.*Open a bucket first/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await take('reset database password', 'Reset the database password')
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/database\/settings$/)
})
