/**
 * Snippets and folders in a browser: typed text is never lost.
 * @covers sql/snippet-*, sql/title-suggestion
 */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

test.use({ usualEngine: 'pglite', refusals: /\/(query|content|item\/[\w-]+)$/ })

const CONTENT = '/platform/projects/default/content'

/** Creates a stored snippet through the platform's API. */
async function stored(page: Page, name: string, more: object = {}): Promise<{ id: string; path: string }> {
  const answer = await page.request.post(CONTENT, {
    headers: { Version: '2' },
    data: { name, content: { sql: `select '${name}'` }, ...more },
  })
  expect(answer.status()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  return { id, path: `/project/default/sql/${id}` }
}

const textOf = async (page: Page, id: string): Promise<string> => {
  const answer = await page.request.get(`${CONTENT}/item/${id}`)
  return ((await answer.json()) as { content: { sql: string } }).content.sql
}

const row = (page: Page, name: string): Locator =>
  page.getByRole('tree', { name: 'Queries' }).getByRole('treeitem', { name, exact: true }).last()

const mark = (page: Page, text: string) => page.getByRole('toolbar').getByText(text, { exact: true })

async function openMenu(page: Page, name: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
}

/** The second mouse button and Escape, before the next frame. */
async function openAndEscape(row: HTMLElement): Promise<void> {
  row.focus()
  row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }))
  await Promise.resolve()
  row.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}

test('a query is named, saved by itself, and found again', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select 42 as answer')
  await expect(mark(page, 'Saved')).toBeVisible()
  const shown = page.getByRole('tree', { name: 'Queries' }).getByRole('treeitem', { selected: true })
  // Without a name it is listed by its first line, and when it was written.
  await expect(shown).toHaveText('select 42 as answernow')
  await shown.focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Answer.sql')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Answer.sql')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Query Answer.sql' })).toBeVisible()
  await page.keyboard.press('F2')
  // All but the extension is selected.
  await page.keyboard.type('The answer')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Answer.sql')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search queries' }).fill('ANSW')
  await expect(row(page, 'Found')).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Queries' })
  await list.getByRole('button', { name: 'New query', exact: true }).click()
  await expect(mark(page, 'New')).toBeVisible()
  await row(page, 'Answer.sql').click()
  await expect.poll(() => sql.text()).toBe('select 42 as answer')
  await expectAccessible(page)
})

test('a query is renamed by its menu, with the mouse and key by key @whole', async ({ page }) => {
  const { path } = await stored(page, 'Named by menu')
  await page.goto(path)
  await openMenu(page, 'Named by menu')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const field = page.getByRole('textbox', { name: 'New name' })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.keyboard.type('By mouse', { delay: 90 })
  await expect(field).toHaveValue('By mouse')
  await page.keyboard.press('Enter')
  await expect(row(page, 'By mouse')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Query By mouse' })).toBeVisible()
})

test('a folder is made, takes queries in by menu and by dragging, and leaves them when it goes @whole', async ({
  page,
}) => {
  await stored(page, 'Into by menu')
  const { path } = await stored(page, 'Into by drag')
  await page.goto(path)
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('textbox', { name: 'New name' }).fill('Reports')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully created folder')).toBeVisible()
  await openMenu(page, 'Into by menu')
  await page.getByRole('menuitem', { name: 'Move to…' }).hover()
  await page.getByRole('menuitem', { name: 'Reports' }).click()
  await row(page, 'Reports').press('ArrowRight')
  await expect(row(page, 'Into by menu')).toHaveAttribute('aria-level', '3')
  await row(page, 'Into by drag').dragTo(row(page, 'Reports'))
  await expect(row(page, 'Into by drag')).toHaveAttribute('aria-level', '3')
  await row(page, 'Reports').press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete folder' }).click()
  await expect(row(page, 'Into by drag')).toHaveAttribute('aria-level', '2')
  await expect(row(page, 'Reports')).toBeHidden()
})

test('deleting is taken back', async ({ page }) => {
  const { id, path } = await stored(page, 'Gone and back')
  await page.goto(path)
  await row(page, 'Gone and back').press('Delete')
  await expect(row(page, 'Gone and back')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Gone and back')).toBeVisible()
  await expect.poll(() => textOf(page, id)).toBe("select 'Gone and back'")
})

test('a key pressed in the list while the text is on its way does not land in the text @whole', async ({
  page,
}) => {
  const { id, path } = await stored(page, 'Still loading')
  let arrives = () => {}
  const isHere = new Promise<void>((resolve) => (arrives = resolve))
  await page.route(`**/content/item/${id}*`, async (route) => {
    await isHere
    await route.continue()
  })
  await page.goto(path)
  await row(page, 'Still loading').focus()
  arrives()
  await expect.poll(() => new SqlPage(page).text()).toBe("select 'Still loading'")
  await expect(row(page, 'Still loading')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(row(page, 'Still loading')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Still loading')).toBeVisible()
  await expect.poll(() => textOf(page, id)).toBe("select 'Still loading'")
})

test('two windows see each other’s typing; neither’s save is a conflict for the other', async ({
  page,
  context,
}) => {
  const { id, path } = await stored(page, 'In two windows')
  await page.goto(path)
  const one = new SqlPage(page)
  await expect.poll(() => one.text()).toBe("select 'In two windows'")
  const other = await context.newPage()
  await other.goto(path)
  const two = new SqlPage(other)
  await expect.poll(() => two.text()).toBe("select 'In two windows'")
  await one.write('select 1')
  await expect.poll(() => two.text()).toBe('select 1')
  await expect(mark(page, 'Saved')).toBeVisible()
  await two.write('select 2')
  await expect.poll(() => one.text()).toBe('select 2')
  await expect.poll(() => textOf(page, id)).toBe('select 2')
  await one.write('select 3')
  await expect.poll(() => textOf(page, id)).toBe('select 3')
  await expect(page.getByText(/changed (elsewhere|in another window)/)).toBeHidden()
  await other.close()
})

test('a save from elsewhere is a choice between two texts', async ({ page }) => {
  const { id, path } = await stored(page, 'Contested')
  await page.goto(path)
  const sql = new SqlPage(page)
  await expect.poll(() => sql.text()).toBe("select 'Contested'")
  const known = (await (await page.request.get(`${CONTENT}/item/${id}`)).json()) as Record<string, unknown>
  await page.request.put(CONTENT, {
    headers: { Version: '2' },
    data: { ...known, content: { sql: 'select theirs' } },
  })
  await sql.write('select mine')
  await expect(page.getByText('This query was changed elsewhere while you were typing')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Theirs' })).toHaveValue('select theirs')
  await expect(page.getByRole('textbox', { name: 'Yours' })).toHaveValue('select mine')
  await expect.poll(() => textOf(page, id)).toBe('select theirs')
  await expectAccessible(page, '[role=alert]')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  // The button is gone: typing goes on in the text.
  await expect(sql.editor).toBeFocused()
  await expect.poll(() => textOf(page, id)).toBe('select mine')
  await expect(mark(page, 'Saved')).toBeVisible()
})

test('a choice is open in each window of a browser, and ends in each @whole', async ({ page, context }) => {
  const { id, path } = await stored(page, 'Contested twice')
  await page.goto(path)
  const one = new SqlPage(page)
  await expect.poll(() => one.text()).toBe("select 'Contested twice'")
  const other = await context.newPage()
  await other.goto(path)
  const two = new SqlPage(other)
  await expect.poll(() => two.text()).toBe("select 'Contested twice'")
  const known = (await (await page.request.get(`${CONTENT}/item/${id}`)).json()) as Record<string, unknown>
  await page.request.put(CONTENT, {
    headers: { Version: '2' },
    data: { ...known, content: { sql: 'select theirs' } },
  })
  await page.bringToFront()
  await one.write('select mine')
  for (const window of [page, other]) {
    await expect(window.getByText('This query was changed elsewhere while you were typing')).toBeVisible()
    await expect(mark(window, 'Not saved: it was changed elsewhere')).toBeVisible()
    await expect(window.getByRole('textbox', { name: 'Yours' })).toHaveValue('select mine')
  }
  await other.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => textOf(page, id)).toBe('select mine')
  for (const window of [page, other]) {
    await expect(mark(window, 'Saved')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Keep mine' })).toBeHidden()
  }
  await other.close()
})

test('deleted in another window: its text is still here, and becomes a new query @whole', async ({
  page,
}) => {
  const { id, path } = await stored(page, 'Deleted elsewhere')
  await page.goto(path)
  const sql = new SqlPage(page)
  await expect.poll(() => sql.text()).toBe("select 'Deleted elsewhere'")
  await expect(row(page, 'Deleted elsewhere')).toBeVisible()
  await page.request.delete(`${CONTENT}?ids=${id}`)
  await sql.write('select kept')
  await expect(page.getByText('This query was deleted')).toBeVisible()
  await expect(row(page, 'Deleted elsewhere')).toBeHidden()
  await page.getByRole('button', { name: 'Keep it as a new query' }).click()
  await expect.poll(() => sql.text()).toBe('select kept')
  await expect(mark(page, 'Saved')).toBeVisible()
  expect(new URL(page.url()).pathname).not.toBe(path)
  await page.goto(path)
  await expect(page.getByText('Snippet not found')).toBeVisible()
})

test('a save that fails says why, keeps the text over a reload, and goes well when asked again', async ({
  page,
}) => {
  const { id, path } = await stored(page, 'Refused')
  await page.goto(path)
  const sql = new SqlPage(page)
  await expect.poll(() => sql.text()).toBe("select 'Refused'")
  await page.route(`**${CONTENT}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 413,
          json: { message: 'A snippet can hold at most 10 MB of text', code: 'snippet_too_large' },
        })
      : route.fallback(),
  )
  await sql.write('select unsaved')
  await expect(mark(page, 'Not saved: A snippet can hold at most 10 MB of text')).toBeVisible()
  await page.reload()
  await expect.poll(() => sql.text()).toBe('select unsaved')
  await expect.poll(() => textOf(page, id)).toBe("select 'Refused'")
  await page.unroute(`**${CONTENT}`)
  await sql.write('select saved')
  await expect.poll(() => textOf(page, id)).toBe('select saved')
})

test('shared and marked; the list is accessible, on a small screen too', async ({ page }) => {
  const { path } = await stored(page, 'For everybody')
  await page.goto(path)
  await openMenu(page, 'For everybody')
  await page.getByRole('menuitem', { name: 'Share with the project' }).click()
  await expect(row(page, 'Shared (1)')).toBeVisible()
  await openMenu(page, 'For everybody')
  await page.getByRole('menuitem', { name: 'Add to favorites' }).click()
  await expect(row(page, 'Favorites (1)')).toBeVisible()
  await page.reload()
  await expect(row(page, 'For everybody')).toBeVisible()
  await expectAccessible(page)
  await openMenu(page, 'For everybody')
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 375, height: 740 })
  await page.getByRole('button', { name: 'Show the queries' }).click()
  await expectAccessible(page)
  await row(page, 'For everybody').click()
  await expect(page.getByRole('tree', { name: 'Queries' })).toBeHidden()
})

test('a text of 1 MB is kept and saved @whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, path } = await stored(page, 'Large')
  await page.goto(path)
  const sql = new SqlPage(page)
  await expect.poll(() => sql.text()).toBe("select 'Large'")
  const text = `${'-- twenty characters\n'.repeat(50_000)}select 1`
  await sql.paste(text)
  await expect.poll(async () => (await textOf(page, id)) === text, { timeout: 20_000 }).toBe(true)
  await expect(mark(page, 'Saved')).toBeVisible()
})

test('several queries are selected by mouse and by keys, deleted with one Undo and marked together @whole', async ({
  page,
}) => {
  // Neighbours in the list by name, whatever else it holds.
  for (const name of ['Set 1', 'Set 2', 'Set 3', 'Set 4']) await stored(page, name)
  const sql = new SqlPage(page)
  await sql.open()
  await page.getByRole('button', { name: /^Sort/ }).click()
  await page.getByRole('menuitemradio', { name: 'By name' }).click()
  const tree = page.getByRole('tree', { name: 'Queries' })
  const selected = () => tree.getByRole('treeitem', { selected: true })
  const address = page.url()

  await row(page, 'Set 1').click({ modifiers: ['ControlOrMeta'] })
  await row(page, 'Set 4').click({ modifiers: ['ControlOrMeta'] })
  expect(page.url()).toBe(address)
  await row(page, 'Set 4').focus()
  await page.keyboard.press('Escape')
  await row(page, 'Set 1').focus()
  await page.keyboard.press('ControlOrMeta+ ')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(row(page, 'Set 3')).toBeFocused()
  await expect(page.getByText('3 queries selected')).toBeVisible()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(page.getByText('2 queries selected')).toBeVisible()
  await expect(selected()).toHaveText(['Set 1', 'Set 2'])
  await expectAccessible(page)

  await openMenu(page, 'Set 2')
  await expect(page.getByRole('menuitem', { name: 'Delete 2 queries' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  // Also the key that comes before the menu has the focus closes the menu and nothing else.
  await row(page, 'Set 2').evaluate(openAndEscape)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByText('2 queries selected')).toBeVisible()
  await row(page, 'Set 1').focus()
  await page.keyboard.press('Delete')
  await expect(row(page, 'Set 1')).toBeHidden()
  await expect(row(page, 'Set 2')).toBeHidden()
  await expect(row(page, 'Set 3')).toBeFocused()
  await expect(page.getByText('Deleted 2 queries')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Set 1')).toBeVisible()
  await expect(row(page, 'Set 2')).toBeVisible()

  await row(page, 'Set 4').click()
  await expect(page.getByText(/queries selected/)).toBeHidden()
  await row(page, 'Set 3').click({ modifiers: ['Shift'] })
  await expect(page.getByText('2 queries selected')).toBeVisible()
  await page.getByRole('button', { name: 'Actions of the selected queries' }).click()
  await page.getByRole('menuitem', { name: 'Add all to favorites' }).click()
  // In the favorites and in their own section.
  await expect(tree.getByRole('treeitem', { name: /^Set [34]$/ })).toHaveCount(4)
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(page.getByText(/queries selected/)).toBeHidden()
})
