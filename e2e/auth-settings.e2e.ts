/**
 * The settings of the auth service by keyboard, a template with its preview and test, and the mail that is kept.
 * @covers auth
 */
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

const CONFIG = '/v1/projects/default/config/auth'

test('where links lead is changed by keyboard, and what is wrong is said at its field', async ({
  page,
  start,
}) => {
  test.slow()
  const fresh = await start('cluster')
  await page.goto(`${fresh.url}/project/default/auth/url-configuration`)
  const form = page.getByRole('form', { name: 'Addresses' })
  const site = form.getByRole('textbox', { name: 'Site URL' })
  await expect(site).toHaveValue('http://localhost:3000')
  await site.fill('here')
  await site.press('Enter')
  await expect(form.getByText('Site URL must be an address such as https://example.com')).toBeVisible()
  await expect(site).toBeFocused()
  await site.fill('https://shop.example')
  // Not saved yet: the device keeps it.
  await page.reload()
  await expect(site).toHaveValue('https://shop.example')
  await form.getByRole('textbox', { name: 'Redirect URLs' }).fill('https://shop.example/**\nshop://open')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('The settings were saved')).toBeVisible()
  const config = await page.request.get(`${fresh.url}${CONFIG}`)
  expect(await config.json()).toMatchObject({
    site_url: 'https://shop.example',
    uri_allow_list: ['https://shop.example/**', 'shop://open'],
  })
})

test('a template is previewed, saved and tried, and the mail is opened where no server sends it', async ({
  page,
  start,
}) => {
  test.slow()
  const fresh = await start('cluster')
  await page.goto(`${fresh.url}/project/default/auth/templates`)
  await page.getByRole('button', { name: 'Magic link' }).click()
  const form = page.getByRole('form', { name: 'Magic link' })
  const message = form.getByRole('textbox', { name: 'Message' })
  await message.fill('<p>{{ .Tokn }}</p>')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Line 1: {{ .Tokn }} names no variable')
  await message.fill('<p>Your code is {{ .Token }}</p>')
  await expect(preview.frameLocator('iframe').getByText('Your code is 123456')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The settings were saved')).toBeVisible()
  const trial = page.getByRole('form', { name: 'Test mail' })
  await trial.getByRole('textbox', { name: 'Address' }).fill('ada@example.com')
  await trial.getByRole('button', { name: 'Send test mail' }).click()
  await expect(page.getByText('The mail is kept under “Sent mail”')).toBeVisible()

  await page.getByRole('link', { name: 'Sent mail' }).click()
  await page.getByRole('button', { name: 'Open the mail to ada@example.com' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.frameLocator('iframe').getByText('Your code is 123456')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Delete the mail to ada@example.com' }).click()
  await expect(page.getByText('No mails yet')).toBeVisible()
})

test('a provider is set up by keyboard, and what lacks is said', async ({ page, start }) => {
  test.slow()
  const fresh = await start('cluster')
  await page.goto(`${fresh.url}/project/default/auth/providers`)
  await page.getByRole('button', { name: 'Set up GitHub' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'GitHub' })
  await expect(panel.getByText('/default/auth/v1/callback')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('switch', { name: 'Sign in with GitHub' }).press('Space')
  await panel.getByRole('textbox', { name: 'Client ids' }).press('Enter')
  await expect(panel.getByText('“Client ids” must be set while “Sign in with GitHub” is on')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Client ids' }).fill('deck')
  await panel.getByLabel('Client secret').fill('hush')
  await panel.getByLabel('Client secret').press('Enter')
  await expect(page.getByText('The settings were saved')).toBeVisible()
  await expect(panel.getByLabel('Client secret')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /GitHub/ })).toContainText('Enabled')
  const config = await page.request.get(`${fresh.url}${CONFIG}`)
  const stored = (await config.json()) as { secrets_set: string[] }
  expect(stored).toMatchObject({ external_github_enabled: true, external_github_client_id: 'deck' })
  expect(stored.secrets_set).toEqual(['external_github_secret'])
  expect(JSON.stringify(stored)).not.toContain('hush')
})
