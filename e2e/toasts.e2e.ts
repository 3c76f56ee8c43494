/**
 * Messages that come and go: they cover nothing that is used or read, and the Tab key goes through them and on.
 * @covers sql
 */
import type { Page } from '@playwright/test'
import { focusedName } from './models/keyboard.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

const toast = (page: Page) => page.getByRole('region', { name: /^Announcements/ }).getByRole('listitem')

/** What the messages cover: controls, footers, dialogs and errors, by their text. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const region = document.querySelector('[data-sonner-toaster]')
    const messages = [...document.querySelectorAll('[data-sonner-toast]')].map((one) =>
      one.getBoundingClientRect(),
    )
    const taken = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, footer, [role=dialog], [role=alert], [role=tab]',
    )
    return [...taken]
      .filter(
        (element) => !region?.contains(element) && element.checkVisibility({ visibilityProperty: true }),
      )
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        return messages.some(
          (message) =>
            message.left < right && left < message.right && message.top < bottom && top < message.bottom,
        )
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent.trim())
  })
}

test('Tab goes through a message once and on, and not in a circle @whole', async ({ page }) => {
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  // Without an AI service the key says why it does nothing.
  await page.keyboard.press('ControlOrMeta+i')
  await expect(toast(page)).toBeVisible()
  // It stays while the pointer is over it.
  await toast(page).hover()
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  const seen: string[] = []
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Tab')
        seen.push(await focusedName(page))
        return page.evaluate(() => document.activeElement === document.body)
      },
      { intervals: [1] },
    )
    .toBe(true)
  const at = seen.findIndex((name) => name.startsWith('This platform has no AI service'))
  // It is the last stop, and the only one of its name.
  expect(at).toBe(seen.length - 2)
  expect(seen).toContain('Account menu')
})

test('a message stays while it has the focus; Esc closes it and gives the focus back @whole', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  const account = page.getByRole('button', { name: 'Account menu' })
  await account.focus()
  // Without an AI service the key says why it does nothing.
  await page.keyboard.press('ControlOrMeta+i')
  await expect(toast(page)).toBeVisible()
  await expect(account).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await expect(toast(page)).toBeFocused()
  await page.clock.runFor(60_000)
  await expect(toast(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toast(page)).toHaveCount(0)
  await expect(account).toBeFocused()
})

test('a message that the focus has left goes @whole', async ({ page }) => {
  await page.clock.install()
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).focus()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(toast(page)).toBeVisible()
  await page.keyboard.press('Shift+F6')
  await expect(toast(page)).toBeFocused()
  await page.getByRole('button', { name: 'Account menu' }).focus()
  await page.clock.runFor(60_000)
  await expect(toast(page)).toHaveCount(0)
})

for (const [name, viewport] of [
  ['a wide window', { width: 1440, height: 900 }],
  ['a phone', { width: 375, height: 700 }],
] as const) {
  test.describe(() => {
    test.use({ viewport })
    test(`the message of a failure covers no control and no error on ${name}`, async ({ page }) => {
      const sql = new SqlPage(page)
      await sql.open()
      await sql.run('select 1/0')
      await expect(page.getByText('division by zero').first()).toBeVisible()
      await expect(toast(page)).toBeVisible()
      await expect.poll(() => covered(page)).toEqual([])
    })
  })
}
