/**
 * Edge functions: one is made from a template, called, changed, broken, rolled back and deleted; secrets reach it.
 * @covers functions
 */
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject } from './models/organizations.js'
import { enterAs } from './models/people.js'
import { expect, test } from './models/test.js'

// A deploy that is refused is part of it.
test.use({ build: 'hosted', refusals: /\/deploy$/ })

test('a function is made from a template, called, changed and rolled back', async ({ page, platform }) => {
  test.slow()
  const organization = await newOrganization(platform, 'Functions')
  const ref = await newProject(organization, 'With functions')
  await enterAs(page, organization.calls)
  await page.goto(`/project/${ref}/functions`)
  await expect(page.getByText('No functions yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'New function' }).click()

  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('../x')
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByText('Type a name: a letter first', { exact: false })).toBeVisible()
  await name.fill('hello')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Template' }).selectOption({ index: 0 })
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page).toHaveURL(/functions\/hello$/, { timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'hello' })).toBeVisible()

  await page.getByRole('tab', { name: 'Try it' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByText(/Status 200 in/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('Hello, world!')

  await page.getByRole('tab', { name: 'Code' }).click()
  const code = page.getByRole('textbox', { name: 'Code of index.ts' })
  await code.focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Deno.serv')
  // The editor knows Deno's names once it has their types.
  await expect(async () => {
    await page.keyboard.press('Control+Space')
    const offered = page.locator('.suggest-widget.visible').getByRole('option', { name: /^serve/ })
    await expect(offered).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  for (const _ of 'Deno.serv') await page.keyboard.press('Backspace')
  await page.keyboard.insertText('const broken: number = "text"\n')
  await expect(page.getByText('Changes are kept in this window')).toBeVisible()
  await page.getByRole('button', { name: 'Deploy' }).click()
  const output = page.getByRole('region', { name: 'Output of the deploy' })
  await expect(output).toContainText('index.ts:1', { timeout: 60_000 })
  await page.reload()
  await expect(page.getByText('const broken')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByText('const broken')).toBeHidden()
  await code.focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.insertText('// The second version.\n')
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByText('Version 2 answers calls now')).toBeVisible({ timeout: 60_000 })

  await page.getByRole('tab', { name: 'Versions' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for version 1' }).click()
  await page.getByRole('menuitem', { name: 'Compare with what answers calls' }).click()
  await expect(page.getByRole('dialog')).toContainText('index.ts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for version 1' }).click()
  await page.getByRole('menuitem', { name: 'Roll back…' }).click()
  await page.getByRole('button', { name: 'Roll back', exact: true }).click()
  await expect(page.getByText('Version 3 answers calls now')).toBeVisible()

  await page.getByRole('tab', { name: 'Logs' }).click()
  await expect(page.getByRole('table', { name: 'Logs' }).getByText('200').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('hello')
  await page.getByRole('button', { name: 'Delete function' }).click()
  await expect(page).toHaveURL(/functions$/)
  await expect(page.getByText('No functions yet')).toBeVisible()
})

test('secrets are taken from the text of a .env file, and not shown again', async ({ page, platform }) => {
  const organization = await newOrganization(platform, 'Secretive')
  const ref = await newProject(organization, 'With secrets')
  await enterAs(page, organization.calls)
  await page.goto(`/project/${ref}/functions/secrets`)
  await page.getByRole('button', { name: 'Add secrets' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('SUPABASE_URL=x\nMAIL_TOKEN=hidden-value')
  await expect(dialog).toContainText('names that begin with SUPABASE_ are set by the platform')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /MAIL_TOKEN/ })).toBeVisible()
  await expect(page.getByText('hidden-value')).toBeHidden()
  await page.getByRole('button', { name: 'Actions for MAIL_TOKEN' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete secret' }).click()
  await expect(page.getByText('No secrets yet')).toBeVisible()
})
