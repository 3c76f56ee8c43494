/**
 * The pages of Authentication as each role of a hosted platform and on one's own machine: they load without an error, what a
 * role may not do is disabled with the reason, and a member manages a user by keyboard.
 * @covers auth
 */
import { request } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { answer, asOwner, enterAs, newPerson, type Person } from './models/people.js'
import { newProject, openAsOwner } from './models/organizations.js'
import { expect, test } from './models/test.js'
import type { Platform } from './models/platform.js'

const PAGES = [
  'users',
  'policies',
  'providers',
  'sessions',
  'rate-limits',
  'templates',
  'smtp',
  'sent-mail',
  'mfa',
  'url-configuration',
  'protection',
  'hooks',
  'audit-logs',
  'advanced',
]

async function callsOf(platform: Platform, { email, password }: Person) {
  const calls = await request.newContext({ baseURL: platform.url })
  await answer(calls.post('/platform/auth/sign-in', { data: { email, password } }))
  return calls
}

test('on one’s own machine every page loads', async ({ page }) => {
  test.slow()
  for (const path of PAGES) {
    await page.goto(`/project/default/auth/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByLabel('Loading…')).toHaveCount(0)
  }
})

test.describe('hosted', () => {
  test.use({ build: 'hosted' })

  test('each role sees every page, and only who may change settings is offered that @whole', async ({
    page,
    platform,
  }) => {
    test.slow()
    const owner = await asOwner(platform)
    const [{ slug } = { slug: '' }] = await answer<{ slug: string }[]>(owner.get('/platform/organizations'))
    const ref = await newProject({ slug, name: 'Acme', calls: owner }, `Walked ${Date.now()}`)
    for (const role of ['owner', 'administrator', 'developer', 'read_only'] as const) {
      const calls = role === 'owner' ? owner : await callsOf(platform, await newPerson(platform, role, role))
      await page.context().clearCookies()
      await enterAs(page, calls)
      for (const path of PAGES) {
        await page.goto(`/project/${ref}/auth/${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByLabel('Loading…')).toHaveCount(0)
      }
      const changesSettings = role === 'owner' || role === 'administrator'
      await page.goto(`/project/${ref}/auth/protection`)
      const leaked = page.getByRole('switch', { name: 'Refuse leaked passwords' })
      await expect(leaked).toBeVisible()
      if (changesSettings) await expect(leaked).toBeEnabled()
      else await expect(leaked).toBeDisabled()
      await page.goto(`/project/${ref}/auth/users`)
      const invite = page.getByRole('button', { name: 'Invite user' })
      if (role === 'read_only') {
        await expect(invite).toHaveAttribute('aria-disabled', 'true')
        await invite.focus()
        await expect(page.getByText('Your role may not change users')).toBeVisible()
      } else await expect(invite).not.toHaveAttribute('aria-disabled', 'true')
    }
  })

  test('a member adds a user by keyboard, acts as them, and deletes them', async ({ page, platform }) => {
    test.slow()
    const owner = await asOwner(platform)
    const [{ slug } = { slug: '' }] = await answer<{ slug: string }[]>(owner.get('/platform/organizations'))
    const ref = await newProject({ slug, name: 'Acme', calls: owner }, `Managed ${Date.now()}`)
    await openAsOwner(page, platform, `/project/${ref}/auth/users`)
    await page.getByRole('button', { name: 'Add user' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'ada@example.com' })
    await expect(panel.getByRole('button', { name: 'Send password recovery' })).toBeVisible()
    await panel.getByRole('button', { name: 'Make token' }).press('Enter')
    await expect(panel.getByLabel('Token', { exact: true })).toHaveValue(/^ey/)
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Ban…' }).click()
    await page.getByRole('button', { name: 'Ban user' }).click()
    await expect(panel.getByRole('button', { name: 'Lift ban' })).toBeVisible()
    await panel.getByRole('button', { name: 'Delete user…' }).click()
    await expect(page.getByText('No row of another table refers to this user.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete user', exact: true }).click()
    await expect(page.getByText('No users yet')).toBeVisible()
  })
})
