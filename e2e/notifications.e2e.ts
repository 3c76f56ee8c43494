/**
 * Notifications: a real event arrives in the open page, is seen, archived and brought back; filters, two windows, a member
 * who leaves, hostile names, a phone, and the one person of a self-hosted platform.
 * @covers organization, project
 */
import { request, type APIRequestContext, type Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject, untilStatus, type TestOrganization } from './models/organizations.js'
import { answer, enterAs } from './models/people.js'
import type { Platform } from './models/platform.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

interface MemberOf {
  calls: APIRequestContext
  profileId: string
}

let count = 0

/** A person who belongs to this organization only, so that nothing else fills their inbox. */
async function memberOf(
  { slug, calls: owner }: TestOrganization,
  platform: Platform,
  role_id = 'administrator',
): Promise<MemberOf> {
  count += 1
  const email = `inbox-${Date.now()}-${count}@example.com`
  const { link } = await answer<{ link: string }>(
    owner.post(`/platform/organizations/${slug}/invitations`, { data: { email, role_id } }),
  )
  const calls = await request.newContext({ baseURL: platform.url })
  await answer(
    calls.post(`/platform/invitations/${new URL(link).pathname.split('/').at(-1)}/accept`, {
      data: { first_name: 'Ina Inbox', password: 'a good long password' },
    }),
  )
  const { id } = await answer<{ id: string }>(calls.get('/platform/profile'))
  return { calls, profileId: id }
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const inbox = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const row = (page: Page, name: string | RegExp) => inbox(page).getByRole('group', { name })

async function openInbox(page: Page): Promise<void> {
  await bell(page).click()
  await expect(inbox(page)).toBeVisible()
  await expect(inbox(page).getByLabel('Loading notifications…')).toHaveCount(0)
}

test('an event arrives in the open page, is seen, archived, brought back, and all are archived', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Inbox')
  const person = await memberOf(organization, platform)
  await enterAs(page, person.calls)
  await page.goto(`/org/${organization.slug}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(page.locator('[data-badge]')).toHaveCount(0)

  const ref = await newProject(organization, 'Orders')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(page.locator('[data-badge="unread"]')).toBeVisible()
  await openInbox(page)
  await expect(inbox(page).getByRole('tab', { name: 'Inbox 1 unread' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(row(page, /Orders is ready/)).toContainText('just now')
  const link = row(page, /Orders is ready/).getByRole('link', { name: 'Open project' })
  await expect(link).toHaveAttribute('href', `/project/${ref}`)
  await expect(link).toHaveAttribute('target', '_blank')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(inbox(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  // By the keyboard alone.
  await page.keyboard.press('Enter')
  await expect(row(page, 'Orders is ready')).toBeVisible()
  await row(page, 'Orders is ready').focus()
  await page.keyboard.press('Tab')
  await expect(row(page, 'Orders is ready').getByRole('link', { name: 'Open project' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(row(page, 'Orders is ready').getByRole('button', { name: 'Archive' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(inbox(page).getByText('All caught up')).toBeVisible()
  await expect(
    inbox(page).getByText('You will be notified here for any notices on your organizations and projects'),
  ).toBeVisible()
  await expect(inbox(page).getByRole('button', { name: 'Archive all' })).toHaveCount(0)
  await expect(inbox(page).getByRole('tab', { name: 'Inbox' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'Orders is ready')).toBeVisible()
  await row(page, 'Orders is ready').getByRole('button', { name: 'Unarchive' }).click()
  await expect(inbox(page).getByText('No archived notifications')).toBeVisible()
  await expect(
    inbox(page).getByText('Notifications that you have previously archived will be shown here'),
  ).toBeVisible()
  await inbox(page).getByRole('tab', { name: 'Inbox' }).click()
  await expect(row(page, 'Orders is ready')).toBeVisible()

  await answer(organization.calls.post(`/platform/projects/${ref}/pause`))
  await untilStatus(organization.calls, ref, 'INACTIVE')
  await expect(row(page, /Orders was paused/)).toBeVisible()
  await row(page, /Orders was paused/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Orders is ready')).toBeFocused()
  await inbox(page).getByRole('button', { name: 'Archive all' }).click()
  await expect(page.getByText('Successfully archived all notifications')).toBeVisible()
  await expect(inbox(page).getByText('All caught up')).toBeVisible()
})

test('the list grows while one scrolls through it @whole', async ({ page, platform }) => {
  const organization = await newOrganization(platform, 'Many')
  const ref = await newProject(organization, 'Keys')
  await enterAs(page, organization.calls)
  await page.goto(`/org/${organization.slug}`)
  await openInbox(page)
  // It comes a moment after the project itself, and must be older than the keys.
  const oldest = row(page, /Keys is ready/)
  await expect(oldest).toBeAttached()
  for (let count = 0; count < 24; count++)
    await answer(
      organization.calls.post(`/v1/projects/${ref}/api-keys`, {
        data: { name: `key_${count}`, type: 'secret' },
      }),
    )
  await page.reload()
  await openInbox(page)
  await row(page, /secret key/)
    .first()
    .hover()
  await expect(oldest).toHaveCount(0)
  // Older ones of other organizations may follow it.
  await expect(async () => {
    await page.mouse.wheel(0, 2000)
    await expect(oldest).toBeAttached({ timeout: 500 })
  }).toPass()
})

test('filters narrow the list, are counted, and say when nothing fits @whole', async ({ page, platform }) => {
  const organization = await newOrganization(platform, 'Filtered')
  const person = await memberOf(organization, platform)
  await newProject(organization, 'Kept')
  await newProject(organization, 'Other')
  await enterAs(page, person.calls)
  await page.goto(`/org/${organization.slug}`)
  await openInbox(page)
  await expect(row(page, /is ready/)).toHaveCount(2)
  await inbox(page).getByRole('button', { name: 'Filter notifications' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitemcheckbox', { name: 'Kept' }).click()
  await expect(row(page, /is ready/)).toHaveCount(1)
  await page.getByRole('menuitemcheckbox', { name: 'Critical' }).click()
  await page.keyboard.press('Escape')
  await expect(inbox(page).getByText('No notifications based on the 2 filters applied')).toBeVisible()
  await inbox(page).getByRole('tab', { name: 'Archived' }).click()
  await expect(
    inbox(page).getByText('No archived notifications based on the 2 filters applied'),
  ).toBeVisible()
  await inbox(page).getByRole('tab', { name: 'Inbox' }).click()
  await inbox(page).getByRole('button', { name: 'Filter notifications, 2 applied' }).click()
  await page.getByRole('menuitem', { name: 'Clear filters' }).click()
  await expect(row(page, /is ready/)).toHaveCount(2)
})

test('two windows stay in step, and a member who leaves keeps nothing', async ({
  page,
  context,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Two windows')
  const person = await memberOf(organization, platform, 'developer')
  await enterAs(page, person.calls)
  await page.goto('/organizations')
  const other = await context.newPage()
  await other.goto('/organizations')
  await newProject(organization, 'Seen twice')
  for (const one of [page, other]) await expect(bell(one)).toHaveAccessibleName('Notifications, 1 unread')
  await openInbox(other)
  await openInbox(page)
  await row(page, /Seen twice is ready/).hover()
  await row(page, /Seen twice is ready/)
    .getByRole('button', { name: 'Archive' })
    .click()
  await expect(inbox(other).getByText('All caught up')).toBeVisible()
  await other.close()

  await newProject(organization, 'Told before leaving')
  await expect(row(page, /Told before leaving is ready/)).toBeVisible()
  await answer(
    organization.calls.delete(`/platform/organizations/${organization.slug}/members/${person.profileId}`),
  )
  await expect(inbox(page).getByText('All caught up')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  const left = await person.calls.get('/platform/notifications?status=new,seen,archived', {
    headers: { version: '2' },
  })
  expect(await left.json()).toEqual([])
})

test('a hostile name is text, on a phone too, where the inbox is as wide as the window @whole', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Hostile')
  const person = await memberOf(organization, platform)
  const name = '<img src=x onerror=alert(1)> **b** ![p](https://evil.example/p.png)'
  await newProject(organization, name)
  await page.setViewportSize({ width: 375, height: 760 })
  await enterAs(page, person.calls)
  await page.goto(`/org/${organization.slug}`)
  await openInbox(page)
  await expect(row(page, /is ready/)).toContainText(`The database of ${name} is up`)
  await expect(inbox(page).getByRole('img')).toHaveCount(0)
  expect((await inbox(page).boundingBox())?.width).toBe(375)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true)
  await expectAccessible(page)
  await bell(page).click()
  await expect(inbox(page)).toBeHidden()
})

test.describe('self-hosted', () => {
  test.use({ build: 'local' })

  test(
    'its one person is told that the project is ready',
    { tag: '@engines' },
    async ({ page, start, engine }) => {
      const platform = await start(engine)
      await page.goto(`${platform.url}/project/default`)
      await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
      await openInbox(page)
      await expect(row(page, /Default project is ready/)).toBeVisible()
      await inbox(page).getByRole('button', { name: 'Archive all' }).click()
      await expect(inbox(page).getByText('All caught up')).toBeVisible()
      await page.reload()
      await expect(bell(page)).toHaveAccessibleName('Notifications')
    },
  )
})
