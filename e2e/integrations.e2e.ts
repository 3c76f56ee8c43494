/**
 * The vault, webhooks, schedules, the catalogue of integrations with the page of one, who holds tokens, documents, and the repository of a project.
 * @covers integrations, organization/organization-apps, organization/organization-documents, organization/organization-integrations, settings/project-integrations
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { ran } from './models/run-sql.js'
import { expect, test } from './models/test.js'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test('a secret is added by keyboard alone, shown on asking, edited and deleted; a .env text adds many', async ({
  page,
  platform,
}) => {
  await page.goto(`${platform.url}/project/default/integrations/vault/overview`)
  const name = `MAIL_${Date.now()}`
  await page.getByRole('button', { name: 'Add secret' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'New secret').getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('hush')
  await page.keyboard.press('Tab')
  await page.keyboard.type('of the mailer')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'New secret')).toHaveCount(0)
  await expect(row(page, name)).toContainText('of the mailer')
  await expect(row(page, name)).not.toContainText('hush')
  await page.getByRole('button', { name: `Reveal ${name}` }).click()
  await expect(row(page, name)).toContainText('hush')
  await page.getByRole('button', { name: `Copy the value of ${name}` }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('hush')
  await expectAccessible(page)

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = dialog(page, `Edit ${name}`)
  await edit.getByLabel('Value').fill('other')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await page.getByRole('button', { name: `Reveal ${name}` }).click()
  await expect(row(page, name)).toContainText('other')

  await page.getByRole('button', { name: 'Paste .env' }).click()
  const paste = dialog(page, 'Add many secrets')
  await paste.getByLabel('Text').fill(`A_${name}=1\nnonsense\nexport B_${name}="two"`)
  await expect(paste.getByRole('status')).toContainText('2 secrets found.')
  await expect(paste.getByRole('status')).toContainText('Line 2: there is no =')
  await paste.getByRole('button', { name: 'Add secrets' }).click()
  await expect(paste).toHaveCount(0)
  for (const one of [`A_${name}`, `B_${name}`, name]) {
    await page.getByRole('button', { name: `Delete ${one}`, exact: true }).click()
    await dialog(page, `Delete ${one}?`).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('rowheader', { name: new RegExp(`^${one}`) })).toHaveCount(0)
  }
})

test('the catalogue is narrowed by category and words, and an extension is installed from its page @whole', async ({
  page,
  start,
}) => {
  test.slow()
  const fresh = await start('cluster')
  await page.goto(`${fresh.url}/project/default/integrations`)
  await expect(page.getByRole('rowheader', { name: 'Vault' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Wrappers' }).click()
  await expect(page).toHaveURL(/category=wrapper/)
  await expect(page.getByRole('rowheader', { name: 'Vault' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search integrations' }).fill('nothing of that')
  await expect(page.getByText('No integration has these words')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'PostgreSQL', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'PostgreSQL', exact: true })).toBeVisible()
  await expect(page.getByText('No foreign servers')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${fresh.url}/project/default/database/extensions`)
  await page.getByRole('button', { name: 'Allow postgres_fdw for this project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${fresh.url}/project/default/integrations/postgres_fdw/overview`)
  await page.getByRole('button', { name: 'Install PostgreSQL' }).click()
  await expect(page.getByText('postgres_fdw is installed')).toBeVisible()
  await expect(page.getByText('Installed', { exact: true })).toBeVisible()
})

test('documents are uploaded, downloaded and deleted; who holds keys is told @whole', async ({
  page,
  platform,
}) => {
  await page.goto(`${platform.url}/org/default/documents`)
  await page.getByRole('button', { name: 'Upload document' }).click()
  const upload = dialog(page, 'Upload a document')
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(upload.getByRole('status')).toHaveText('Choose a file first')
  const chooser = page.waitForEvent('filechooser')
  await upload.getByRole('button', { name: 'Choose file' }).click()
  await (
    await chooser
  ).setFiles({
    name: 'agreement.txt',
    mimeType: 'text/html',
    buffer: Buffer.from('<h1>We agree</h1>'),
  })
  await expect(upload.getByLabel('Name')).toHaveValue('agreement.txt')
  await upload.getByLabel('Description').fill('Signed')
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(row(page, 'agreement.txt')).toContainText('Text')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download agreement.txt' }).click()
  expect((await download).suggestedFilename()).toBe('agreement.txt')
  await page.getByRole('button', { name: 'Delete agreement.txt' }).click()
  await dialog(page, /^Delete .*agreement.txt/)
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('No documents yet')).toBeVisible()

  await page.getByRole('link', { name: 'Authorized apps' }).click()
  await expect(page.getByRole('table', { name: 'API keys' })).toContainText('Default project')
  await expectAccessible(page)
})

test.describe('a host that is refused', () => {
  test.use({ refusals: /\/git-hosts$/ })

  test('a host of the private network is refused with the reason, and a project without a host leads to it', async ({
    page,
    platform,
  }) => {
    await page.goto(`${platform.url}/project/default/settings/integrations`)
    await page.getByRole('link', { name: 'Integrations of the organization' }).click()
    await page.getByRole('button', { name: 'Connect host' }).click()
    const connect = dialog(page, 'Connect a source code host')
    await connect.getByLabel('Address').fill('https://127.0.0.1:1')
    await connect.getByLabel('Access token').fill('a-token')
    await connect.getByRole('button', { name: 'Connect' }).click()
    await expect(connect.getByText(/--allow-outgoing-hosts/)).toBeVisible()
    await expectAccessible(page)
    await connect.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('No source code host')).toBeVisible()
  })
})

test.describe('an address that is refused', () => {
  test.use({ refusals: /\/(webhooks|query)$/ })

  test('a webhook is made for a table, a change of a row is told, and what came of it is shown', async ({
    page,
    platform,
  }) => {
    const name = `hook ${Date.now()}`
    const table = `told_${Date.now()}`
    await ran(page, `create table ${table} (id int primary key)`)
    await page.goto(`${platform.url}/project/default/integrations/webhooks/overview`)
    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = dialog(page, 'New webhook')
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect(form.getByText('Choose a table')).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Table').selectOption(`public.${table}`)
    await form.getByLabel('Deleted rows').check()
    await form.getByLabel('Headers').fill('X-Api-Key: hush')
    // An address that the operator did not allow.
    await form.getByLabel('Address').fill('http://127.0.0.1:9/hook')
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect(form.getByText('This host is in a private network or on this machine')).toBeVisible()
    await form.getByLabel('Address').fill('http://hook.invalid/in')
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect(form).toHaveCount(0)
    await expect(row(page, name)).toContainText('Insert, Delete')
    await expect(row(page, name)).toContainText('On')

    await page.getByRole('button', { name: `Deliveries of ${name}` }).click()
    await expect(page.getByText('Nothing was sent yet')).toBeVisible()
    await ran(page, `insert into ${table} values (1)`)
    await expect(page.getByText('The name of the host can’t be resolved')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Waiting')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: `Actions of ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = dialog(page, `Edit ${name}`)
    await expect(edit.getByLabel('Headers')).toHaveValue('X-Api-Key')
    await edit.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Actions of ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Turn off' }).click()
    await expect(row(page, name)).toContainText('Off')
    await page.getByRole('button', { name: `Actions of ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page, `Delete ${name}?`).getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, name)).toHaveCount(0)
  })
})

test('a schedule is made with its next times, runs now and at its time, and a failed run says why', async ({
  page,
  platform,
}) => {
  test.slow()
  const name = `every minute ${Date.now()}`
  await page.goto(`${platform.url}/project/default/integrations`)
  await page.getByRole('link', { name: 'Cron', exact: true }).click()
  await expect(page.getByText('No schedules yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New schedule' }).focus()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'New schedule')
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await expect(form.getByRole('status')).toContainText('Every day at 03:00, UTC. Next: ')
  await form.getByRole('button', { name: 'Weekdays at 8' }).click()
  await expect(form.getByRole('status')).toContainText('Monday to Friday at 08:00')
  await form.getByLabel('Cron expression').fill('0 0 30 2 *')
  await form.getByRole('button', { name: 'Create schedule' }).click()
  await expect(form.getByText('This never comes')).toBeVisible()
  await expect(form.getByText('Enter SQL')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Cron expression').fill('* * * * *')
  await form.getByLabel('SQL').fill('select generate_series(1, 42)')
  await form.getByRole('button', { name: 'Create schedule' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, name)).toContainText('Every minute')

  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Run now' }).click()
  const runs = page.getByRole('table', { name: `Runs of ${name}` })
  await expect(runs.getByText('42 rows')).toBeVisible()
  await expect(runs.getByText('A member')).toBeVisible()
  await expectAccessible(page)
  // Its time comes within a minute.
  await expect(runs.getByText('Its time')).toBeVisible({ timeout: 75_000 })

  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = dialog(page, `Edit ${name}`)
  await edit.getByLabel('Does').selectOption({ label: 'Posts to an address' })
  await edit.getByLabel('Address').fill('http://hook.invalid/in')
  await edit.getByLabel('Cron expression').fill('@yearly')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await expect(row(page, name)).toContainText('Day 1 of January at 00:00')
  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Run now' }).click()
  await expect(runs.getByText('The name of the host can’t be resolved')).toBeVisible()

  await page.getByRole('button', { name: 'Change time zone' }).click()
  const zone = dialog(page, 'Time zone of the project')
  await zone.getByLabel('Time zone').selectOption('Europe/Berlin')
  await zone.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Times are of the time zone Europe/Berlin.')).toBeVisible()
  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await expect(row(page, name)).toContainText('Off')
  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page, `Delete ${name}?`).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No schedules yet')).toBeVisible()
})
