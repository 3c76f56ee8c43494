/**
 * Projects: creating, coming up, searching, pausing, an added database, deleting.
 * @covers project, settings
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject, openAsOwner, untilStatus } from './models/organizations.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

test.use({
  build: 'hosted',
  refusals: /\/platform\/(auth\/|organizations\/|projects|database-probe)/,
})

test('a project is made, comes up, runs SQL, is renamed and deleted', async ({ page, platform }) => {
  test.slow()
  const { slug } = await newOrganization(platform, 'Makers')
  await openAsOwner(page, platform, `/org/${slug}`)
  await page.getByRole('link', { name: 'New project' }).first().click()
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText('The name of the project must not be empty')).toBeVisible()
  await page.getByLabel('Project name').fill('Shop')
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByLabel('Database password')).toHaveValue(/^[a-z2-9]{24}$/)
  await page.getByRole('button', { name: 'Create project' }).click()

  await expect(page).toHaveURL(/\/project\/[a-z]+$/)
  await expect(page.getByRole('heading', { name: /Shop/, level: 1 })).toContainText('Healthy', {
    timeout: 60_000,
  })
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/Project .* was created/)
  await page.getByRole('link', { name: 'Create a table' }).click()
  await expect(page.getByRole('button', { name: 'New table' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'SQL Editor', exact: true }).click()
  const sql = new SqlPage(page)
  await sql.run('create table orders (id int)', { confirm: true })
  await page.getByRole('link', { name: 'Project overview' }).click()
  await expect(page.getByRole('heading', { name: 'Continue with' })).toBeVisible()
  await expect(page.getByText('Tables', { exact: true }).locator('..')).toContainText('1')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Project name').fill('Web shop')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Web shop' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Web shop')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/org/${slug}$`))
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('projects are searched, filtered and sorted, and what was looked for survives the way back @whole', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Finders')
  await newProject(organization, 'Alpha')
  await newProject(organization, 'Beta')
  await openAsOwner(page, platform, `/org/${organization.slug}`)
  const rows = page.getByRole('table', { name: 'Projects' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Alpha')
  await page.getByRole('button', { name: 'Created' }).click()
  await expect(rows.first()).toContainText('Beta')
  await page.getByRole('searchbox', { name: 'Find project...' }).fill('alp')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/\?search=alp&sort=created_desc$/)
  await rows.first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: /Alpha/, level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('alp')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox').fill('nobody')
  await expect(page.getByText('No projects found based on your search')).toBeVisible()
  await page.getByRole('button', { name: 'Show all projects' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: /^Status\s*Any/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Paused' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No projects found based on your search')).toBeVisible()
})

test('a project is paused and resumed, and its data is there', async ({ page, platform }) => {
  test.slow()
  const organization = await newOrganization(platform, 'Paused')
  const ref = await newProject(organization, 'Dormouse')
  await openAsOwner(page, platform, `/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Pause project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause project' }).click()
  // PostgreSQL writes what it holds before it stops, however busy the machine is.
  await expect(page.getByRole('button', { name: 'Resume project' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Project overview' }).click()
  await expect(page.getByText('its database is stopped and keeps its data')).toBeVisible()

  // The text can be written meanwhile; it runs when the project is resumed, on the same page.
  await page.goto(`/project/${ref}/sql/1`)
  const sql = new SqlPage(page)
  await sql.write('select 40 + 2 as answer')
  await expect(page.getByRole('heading', { name: 'The project is paused' })).toBeVisible()
  await expect(sql.runButton).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'The project is paused' })).toBeVisible()
  await page.getByRole('button', { name: 'Resume project' }).click()
  // PostgreSQL reads what it wrote, and starts.
  await expect(sql.runButton).toBeEnabled({ timeout: 60_000 })
  await sql.runButton.click()
  await expect(sql.grid.getByRole('gridcell', { name: '42' })).toBeVisible()
  await page.goto(`/project/${ref}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Healthy')
})

test('a half typed name is found after a reload and in another window, until it is saved @whole', async ({
  page,
  context,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Renamers')
  const ref = await newProject(organization, 'Before')
  const path = `/project/${ref}/settings/general`
  await openAsOwner(page, platform, path)
  await page.getByLabel('Name').fill('Half typed')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Half typed')
  await expect(page.getByText('Your unsaved changes were restored')).toBeVisible()
  await expectAccessible(page)
  const other = await context.newPage()
  await other.goto(path)
  await expect(other.getByLabel('Name')).toHaveValue('Half typed')
  await page.getByLabel('Name').fill('')
  await page.getByLabel('Name').pressSequentially('Key by key')
  await expect(page.getByText('Your unsaved changes were restored')).toBeHidden()
  await expect(other.getByLabel('Name')).toHaveValue('Key by key')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(page.getByLabel('Name')).toHaveValue('Key by key')
  await other.getByLabel('Name').fill('Dropped')
  await other.reload()
  await other.getByRole('button', { name: 'Discard changes' }).click()
  await expect(other.getByLabel('Name')).toHaveValue('Key by key')
  await expect(page.getByLabel('Name')).toHaveValue('Key by key')
  await other.close()
})

test('a project that is deleted elsewhere says so in every window @whole', async ({
  page,
  context,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Losers')
  const ref = await newProject(organization, 'Gone soon')
  await openAsOwner(page, platform, `/project/${ref}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gone soon')
  const other = await context.newPage()
  await other.goto(`/project/${ref}/settings/general`)
  await other.getByRole('button', { name: 'Delete project' }).click()
  await other.getByRole('dialog').getByRole('textbox').fill('Gone soon')
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(new RegExp(`/org/${organization.slug}$`))
  await other.close()
  // Live updates report it long before the window would poll.
  await expect(page.getByRole('heading', { name: 'Gone soon is gone' })).toBeVisible({ timeout: 10_000 })
  await page.getByRole('link', { name: 'Go to your organizations' }).click()
  await expect(page).toHaveURL(/\/organizations$/)
})

test('an existing database is tried, refused with a sentence, and added', async ({ page, platform }) => {
  test.slow()
  const organization = await newOrganization(platform, 'Adders')
  const password = 'ahs7ohgh4eiphoh3'
  const ref = await newProject(organization, 'Origin', { db_pass: password })
  await openAsOwner(page, platform, `/project/${ref}/sql/1`)
  const sql = new SqlPage(page)
  await sql.run('select 1')
  const pid = await readFile(join(platform.dataDir, 'projects', ref, 'pg', 'postmaster.pid'), 'utf8')
  const url = (secret: string, port = pid.split('\n')[3]) =>
    `postgresql://postgres:${secret}@127.0.0.1:${port}/postgres`

  await page.goto(`/new/${organization.slug}`)
  await page.getByRole('tab', { name: 'Add an existing one' }).click()
  await page.getByLabel('Project name').fill('Copy')
  const trial = page.getByRole('status').filter({ hasText: /./ })
  const attempt = async (address: string) => {
    await page.getByLabel('Database URL').fill(address)
    await page.getByRole('button', { name: 'Test the connection' }).click()
  }
  await attempt('localhost')
  await expect(page.getByText('must be of the form postgresql://')).toBeVisible()
  await attempt(url(password, '1'))
  await expect(trial).toContainText(/refused|reached/)
  await attempt(url('wrong'))
  await expect(trial).toContainText(/password/)
  await page.getByLabel('Encryption').selectOption({ label: 'Required, certificate and host name checked' })
  await attempt(url(password))
  await expect(trial).toContainText(/encrypt|TLS|SSL|certificate/)
  await page.getByLabel('Encryption').selectOption({ label: 'None' })
  await attempt(url(password))
  await expect(trial).toContainText('Connected to PostgreSQL')
  await expect(trial).toContainText('not encrypted')
  await page.getByRole('button', { name: 'Add database' }).click()
  await expect(page.getByRole('heading', { name: /Copy/, level: 1 })).toContainText('Healthy')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByText('Its database runs elsewhere and is not changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Copy')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/org/${organization.slug}$`))
  await untilStatus(organization.calls, ref, 'ACTIVE_HEALTHY')
})

test('a project goes to another organization', async ({ page, platform }) => {
  const organization = await newOrganization(platform, 'Givers')
  const target = await newOrganization(platform, 'Takers')
  const ref = await newProject(organization, 'Gift')
  await openAsOwner(page, platform, `/project/${ref}/settings/general`)
  await page.getByRole('combobox', { name: 'New organization' }).selectOption('Takers')
  await page.getByRole('button', { name: 'Transfer project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer project' }).click()
  await expect(page.getByText('Gift was transferred to Takers')).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Takers' }).click()
  await expect(page).toHaveURL(new RegExp(`/org/${target.slug}$`))
  await expect(page.getByRole('table', { name: 'Projects' })).toContainText('Gift')
})
