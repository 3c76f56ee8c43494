/**
 * Keys of a project: a secret key is shown once and rotated, a signing key is rotated, and the legacy secret is revoked.
 * @covers settings
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject, openAsOwner } from './models/organizations.js'
import { answer } from './models/people.js'
import type { Platform } from './models/platform.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const list = (page: Page, name: string) => page.getByRole('table', { name })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** The key that the dialog shows, which its button copies. */
async function copied(page: Page): Promise<string> {
  const shown = dialog(page, 'server was created')
  const key = await shown.getByRole('textbox', { name: 'Secret key' }).inputValue()
  await shown.getByRole('button', { name: 'Copy Secret key' }).click()
  await expect.poll(() => clipboard(page)).toBe(key)
  return key
}

async function project(platform: Platform, name: string) {
  const organization = await newOrganization(platform, name)
  const ref = await newProject(organization, `${name} project`)
  const { restUrl } = await answer<{ restUrl: string }>(organization.calls.get(`/platform/projects/${ref}`))
  const statusOf = async (apikey: string) =>
    (await organization.calls.get(`${restUrl}/storage/v1/bucket`, { headers: { apikey } })).status()
  return { ref, restUrl, statusOf, calls: organization.calls }
}

test('a secret key is shown once, works, is rotated with a time for the old one, and deleted', async ({
  page,
  platform,
}) => {
  const { ref, statusOf } = await project(platform, 'Once')
  await openAsOwner(page, platform, `/project/${ref}/settings/api-keys`)
  await page.getByRole('button', { name: 'New secret key' }).click()
  const form = dialog(page, 'New secret key')
  await form.getByLabel('Name').fill('server')
  await form.getByLabel('Description').fill('The web server')
  await page.keyboard.press('Enter')
  const shown = dialog(page, 'server was created')
  await expect(shown.getByRole('textbox', { name: 'Secret key' })).toHaveValue(/^sb_secret_/)
  await expectAccessible(page)
  const first = await copied(page)
  expect(await statusOf(first)).toBe(200)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  const secrets = list(page, 'Secret keys')
  await expect(secrets.getByRole('row', { name: /server/ })).toContainText('The web server')
  await page.reload()
  await expect(secrets).toContainText('•••')
  await expect(secrets.getByRole('button', { name: /^(Show|Copy)/ })).toHaveCount(0)

  await secrets.getByRole('button', { name: 'Rotate server' }).click()
  await dialog(page, 'Rotate server?').getByRole('button', { name: 'Rotate key' }).click()
  const second = await copied(page)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(secrets.getByRole('row', { name: /Works until/ })).toHaveCount(1)
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
  await expectAccessible(page)

  for (const left of [1, 0]) {
    await secrets.getByRole('button', { name: 'Delete server' }).first().click()
    const question = dialog(page, 'Delete server?')
    await question.getByRole('button', { name: 'Delete key' }).click()
    await expect(question).toBeHidden()
    if (left > 0) await expect(secrets.getByRole('row', { name: /server/ })).toHaveCount(left)
  }
  await expect(page.getByText('No secret key')).toBeVisible()
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401])
})

test('the legacy key service_role is shown and copied when asked for', async ({ page, platform }) => {
  const { ref, statusOf } = await project(platform, 'Keepers')
  await openAsOwner(page, platform, `/project/${ref}/settings/api-keys`)
  const legacy = list(page, 'Legacy keys')
  await expect(legacy).toContainText('••••')
  await legacy.getByRole('button', { name: 'Show service_role' }).click()
  await expect(legacy).not.toContainText('••••')
  await legacy.getByRole('button', { name: 'Hide service_role' }).click()
  await expect(legacy).toContainText('••••')
  await legacy.getByRole('button', { name: 'Copy service_role' }).click()
  await expect.poll(() => clipboard(page)).toMatch(/^eyJ/)
  expect(await statusOf(await clipboard(page))).toBe(200)
})

test('a standby key is made and rotated to; revoking the legacy secret says what ends, and ends it', async ({
  page,
  platform,
}) => {
  const { ref, restUrl, statusOf, calls } = await project(platform, 'Signing')
  const keys = await answer<{ name: string; api_key: string }[]>(
    calls.get(`/v1/projects/${ref}/api-keys?reveal=true`),
  )
  const service = keys.find(({ name }) => name === 'service_role')?.api_key ?? ''
  expect(await statusOf(service)).toBe(200)

  await openAsOwner(page, platform, `/project/${ref}/settings/jwt`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const rows = list(page, 'Signing keys').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Rotate keys' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New standby key' }).click()
  await dialog(page, 'New standby key').getByRole('button', { name: 'Create key' }).click()
  await expect(rows.filter({ hasText: 'Standby' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Rotate keys' }).click()
  const rotation = dialog(page, 'Rotate to the standby key?')
  await rotation.getByRole('button', { name: 'Rotate keys' }).click()
  await expect(rows.filter({ hasText: 'Previous' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Copy Address of the public keys (JWKS)' }).click()
  const address = `${restUrl}/auth/v1/.well-known/jwks.json`
  await expect.poll(() => clipboard(page)).toBe(address)
  expect((await answer<{ keys: unknown[] }>(calls.get(address))).keys).toHaveLength(2)

  const legacy = rows.filter({ hasText: 'Legacy JWT secret' })
  await legacy.getByRole('button', { name: /^Show the secret/ }).click()
  const question = dialog(page, 'Show this secret?')
  await expect(question).toContainText('can sign tokens of every role')
  await question.getByRole('button', { name: 'Show secret' }).click()
  const secret = dialog(page, 'Secret of HS256')
  await expect(secret.getByRole('textbox', { name: 'Secret' })).toHaveValue(/.{32,}/)
  await secret.getByRole('button', { name: 'Done' }).click()

  await legacy.getByRole('button', { name: /^Revoke/ }).click()
  const last = dialog(page, 'Revoke this HS256 key?')
  await expect(last).toContainText('The keys anon and service_role end at once')
  await last.getByRole('button', { name: 'Revoke key' }).click()
  await expect(rows.filter({ hasText: 'Revoked' })).toHaveCount(1)
  expect(await statusOf(service)).toBe(401)
  await page.goto(`/project/${ref}/settings/api-keys`)
  await expect(page.getByText('No legacy keys')).toBeVisible()
})
