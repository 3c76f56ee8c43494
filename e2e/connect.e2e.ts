/**
 * Connect: strings that connect, files of frameworks, the address, the test of a connection, a new password, poolers.
 * @covers connect, info-pages
 */
import type { Page } from '@playwright/test'
import pg from 'pg'
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject } from './models/organizations.js'
import { answer, enterAs } from './models/people.js'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from './models/test.js'

const HOME = '/project/default'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Connect to your project' })
const panel = (page: Page, name: string) => dialog(page).getByRole('region', { name })
const list = (page: Page, name: string) => dialog(page).getByRole('combobox', { name, exact: true })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function ask(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select current_user as who')
  await client.end()
  return rows[0].who
}

test('the header opens it by mouse and by keyboard; Escape and Back close it, and the focus returns', async ({
  page,
}) => {
  await page.goto(HOME)
  const button = page.getByRole('button', { name: 'Connect', exact: true })
  await button.click()
  await expect(dialog(page)).toBeVisible()
  await expect(page).toHaveURL(/\?showConnect=true$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${HOME}$`))
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
})

test('the command menu opens it on any page of a project @whole', async ({ page }) => {
  await page.goto(`${HOME}/database/tables`)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused()
  await page.keyboard.type('connect')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Connect/)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
})

test('a new password is shown once, and the copied address connects with it; the dialog tests the connection', async ({
  page,
}) => {
  await page.goto(`${HOME}/database/settings`)
  await page.getByRole('button', { name: 'Reset database password' }).click()
  const form = page.getByRole('dialog', { name: 'Reset database password' })
  await form.getByRole('textbox', { name: 'New password' }).fill('short')
  await form.getByRole('button', { name: 'Reset password' }).click()
  await expect(form.getByText('The password must have at least 10 characters')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('textbox', { name: 'New password' }).fill('p@:/?#% é😀')
  await form.getByRole('button', { name: 'Reset password' }).click()
  const done = page.getByRole('dialog', { name: 'The password was reset' })
  await expect(done.getByRole('textbox', { name: 'New password' })).toHaveValue('p@:/?#% é😀')
  await done.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const direct = panel(page, 'Direct connection')
  await direct.getByRole('button', { name: 'Copy Direct connection', exact: true }).click()
  await expect(direct.getByRole('button', { name: 'Copied' })).toBeVisible()
  const url = await clipboard(page)
  expect(url).toMatch(/^postgresql:\/\/postgres:\[YOUR-PASSWORD\]@127\.0\.0\.1:\d+\/postgres$/)
  expect(await ask(url.replace('[YOUR-PASSWORD]', encodeURIComponent('p@:/?#% é😀')))).toBe('postgres')
  await direct.getByRole('button', { name: 'Test the connection' }).click()
  await expect(direct.getByText(/^Connected in \d+ ms$/)).toBeVisible()

  await list(page, 'Type').selectOption('.NET')
  await expect(direct.getByRole('group', { name: 'Direct connection: appsettings.json' })).toContainText(
    'Password=[YOUR-PASSWORD]',
  )
  await direct.getByText('View parameters').click()
  await expect(direct.getByRole('button', { name: 'Copy Direct connection: port' })).toBeVisible()
  await expectAccessible(page)
})

test('a link chooses framework, way and driver; each choice is in the address, and a file is copied', async ({
  page,
}) => {
  await page.goto(`${HOME}?showConnect=true&tab=frameworks&framework=nextjs&using=pages&with=postgresjs`)
  await expect(list(page, 'Framework')).toHaveValue('nextjs')
  await expect(list(page, 'Using')).toHaveValue('pages')
  await expect(list(page, 'With')).toHaveValue('postgresjs')
  await dialog(page).getByRole('tab', { name: 'lib/db.ts' }).click()
  await dialog(page).getByRole('button', { name: 'Copy lib/db.ts' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await clipboard(page)).toContain("import postgres from 'postgres'")
  await expectAccessible(page)

  await list(page, 'Framework').selectOption('Vue.JS')
  await expect(page).toHaveURL(/\?showConnect=true&tab=frameworks&framework=vuejs$/)
  await expect(list(page, 'Using')).toBeHidden()
  await dialog(page).getByRole('tab', { name: 'ORMs' }).click()
  await expect(page).toHaveURL(/\?showConnect=true&tab=orms$/)
  await expect(list(page, 'Tool')).toHaveValue('prisma')
  await page.reload()
  await expect(list(page, 'Tool')).toHaveValue('prisma')
  await dialog(page).getByRole('link', { name: 'Prisma guide' }).click()
  await expect(page.getByRole('heading', { name: 'Connecting an ORM' })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})

test('the client that is shown for browsers lists files of the project', async ({ page }) => {
  await page.request.post('/platform/storage/default/buckets', { data: { id: 'connect', public: true } })
  await page.goto(`${HOME}?showConnect=true&tab=frameworks&framework=react&using=vite`)
  await dialog(page).getByRole('tab', { name: '.env' }).click()
  const env = await dialog(page).getByRole('group', { name: '.env' }).innerText()
  const [, address = '', key = ''] = /PROJECT_URL="(.*)"\s+VITE_PROJECT_KEY="(.*)"/.exec(env) ?? []
  await expect(dialog(page).getByRole('tab', { name: 'src/project.ts' })).toBeVisible()
  // What a browser has, Node has from version 22 on.
  const client = createClient(address, key, { realtime: { transport: EventTarget as never } })
  expect(await client.storage.from('connect').list()).toEqual({ data: [], error: null })
  expect((await client.auth.getSession()).error).toBeNull()
})

test('on a phone the menu opens it, and it fills the window @whole', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(HOME)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
})

test.describe('on PGlite', () => {
  test.use({ usualEngine: 'pglite' })

  test('it says that no other program can connect, and shows no address', async ({ page }) => {
    await page.goto(`${HOME}?showConnect=true`)
    const direct = panel(page, 'Direct connection')
    await expect(direct).toContainText('opens no port')
    await expect(direct).toContainText('--pg-port')
    await expect(direct.getByRole('button', { name: 'Test the connection' })).toBeHidden()
    await expectAccessible(page)
  })

  test('with the port of the operator the copied address connects, one program at a time', async ({
    browser,
    start,
  }) => {
    const platform = await start('pglite', ['--pg-port', '0'])
    const context = await browser.newContext({
      baseURL: platform.url,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    await page.goto(`${HOME}/database/settings`)
    await page.getByRole('button', { name: 'Reset database password' }).click()
    const form = page.getByRole('dialog', { name: 'Reset database password' })
    const password = 'p@:/?#% é😀'
    await form.getByRole('textbox', { name: 'New password' }).fill(password)
    await form.getByRole('button', { name: 'Reset password' }).click()
    await page
      .getByRole('dialog', { name: 'The password was reset' })
      .getByRole('button', { name: 'Done' })
      .click()

    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const direct = panel(page, 'Direct connection')
    await expect(direct).toContainText('takes one connection at a time')
    await direct.getByRole('button', { name: 'Copy Direct connection', exact: true }).click()
    const url = (await clipboard(page)).replace('[YOUR-PASSWORD]', encodeURIComponent(password))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table from_outside as select 42 as answer')
    await expect(ask(url)).rejects.toThrow('one connection at a time')
    await direct.getByRole('button', { name: 'Test the connection' }).click()
    await expect(direct).toContainText('Not connected: ')
    await expectAccessible(page)
    await client.end()
    expect(await ask(url)).toBe('postgres')
    await direct.getByRole('button', { name: 'Test the connection' }).click()
    await expect(direct).toContainText(/Connected in \d+ ms/)
    await context.close()
  })
})

test.describe('hosted', () => {
  test.use({ build: 'hosted', refusals: /\/platform\/projects/ })

  test('a project of the free plan passes the shared poolers by the address that is shown @whole', async ({
    page,
    platform,
  }) => {
    const organization = await newOrganization(platform, 'Poolers')
    const password = 'p@:/?#% é😀'
    const ref = await newProject(organization, 'Pooled', { db_pass: password })
    await enterAs(page, organization.calls)
    await page.goto(`/project/${ref}?showConnect=true`)
    for (const name of ['Transaction pooler', 'Session pooler']) {
      const shown = panel(page, name)
      await expect(shown.getByText('Shared pooler')).toBeVisible()
      const url = await shown.getByRole('textbox').inputValue()
      expect(url).toContain(`/postgres.${ref}`)
      await shown.getByRole('button', { name: 'Test the connection' }).click()
      await expect(shown.getByText(/^Connected in \d+ ms$/)).toBeVisible()
      expect(await ask(url.replace('[YOUR-PASSWORD]', encodeURIComponent(password)))).toBe('postgres')
    }
    await expect(dialog(page).getByText('Does not support PREPARE statements')).toHaveCount(1)
    await expectAccessible(page)
  })

  test('a paused project disables the button with the reason @whole', async ({ page, platform }) => {
    const organization = await newOrganization(platform, 'Paused')
    const ref = await newProject(organization, 'Paused')
    await answer(organization.calls.post(`/platform/projects/${ref}/pause`))
    await enterAs(page, organization.calls)
    await page.goto(`/project/${ref}?showConnect=true`)
    await expect(
      dialog(page).getByText('Project is currently not active and cannot be connected'),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    const button = page.getByRole('button', { name: 'Connect', exact: true })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.hover()
    await expect(page.getByText('Project is currently not active and cannot be connected')).toBeVisible()
  })
})
