/**
 * The pages of an account: profile, the second factor, password, sessions, access tokens.
 * @covers account
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { codeOf } from './models/authenticator.js'
import { newPerson, accountMenu, signInAs, signOut } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({
  build: 'hosted',
  refusals: /\/platform\/(auth\/|profile\/(password|factors|recovery-codes)|invitations\/)/,
})

// Each test creates its own users, so that both workers can share the file.
test.describe.configure({ mode: 'parallel' })

/** Adds an authenticator app on the open security page; gives its secret and the recovery codes. */
async function addApp(page: Page, password: string) {
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Device name').fill('My phone')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByAltText('QR code for the authenticator app')).toBeVisible()
  const secret = await dialog.getByLabel('Or enter this key manually', { exact: true }).inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  return { secret, codes, dialog }
}

test('an authenticator app: set up, asked for, and no code works twice', async ({ page, platform }) => {
  const person = await newPerson(platform)
  await page.goto('/account/security')
  await signInAs(page, person)
  const { secret, codes, dialog } = await addApp(page, person.password)
  expect(codes).toHaveLength(10)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download codes' }).click()
  expect((await download).suggestedFilename()).toBe('basedeck-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'Copy codes' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  // Codes that are shown only once are not closed by mistake.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 left.')).toBeVisible()

  await signOut(page)
  await signInAs(page, person)
  await expect(page.getByText(`shows for ${person.email}`)).toBeVisible()
  await page.reload()
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is wrong or was already used')).toBeVisible()
  const next = codeOf(secret, 1)
  await page.getByLabel('Code').fill(`${next.slice(0, 3)} ${next.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/organizations$/)

  await signOut(page)
  await signInAs(page, person)
  await page.getByLabel('Code').fill(next)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is wrong or was already used')).toBeVisible()

  // The phone is lost: a recovery code signs in once, and the app is removed.
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/organizations$/)
  await page.goto('/account/security')
  await expect(page.getByText('9 left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await expect(page.getByText('This is your only app')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No authenticator app yet')).toBeVisible()
})

test('a password is changed, and the other devices are out', async ({ page, browser, platform }) => {
  const person = await newPerson(platform)
  const elsewhere = await browser.newPage({ baseURL: platform.url })
  await elsewhere.goto('/account/security')
  await signInAs(elsewhere, person)
  await expect(elsewhere.getByText('This device')).toBeVisible()

  await page.goto('/account/security')
  await signInAs(page, person)
  const current = page.getByRole('region', { name: 'Password' }).getByLabel('Current password')
  await current.fill('wrong')
  await page.getByLabel('New password').fill('another good password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The password is wrong')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed').first()).toBeVisible()

  await elsewhere.getByRole('link', { name: 'Access tokens' }).click()
  const again = elsewhere.getByRole('dialog', { name: 'Your session has ended' })
  await again.getByLabel('Password', { exact: true }).fill(person.password)
  await elsewhere.keyboard.press('Enter')
  await expect(again.getByText('The password is wrong')).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill('another good password')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByText('No access tokens')).toBeVisible()
  await elsewhere.close()

  await page.reload()
  await page.getByRole('button', { name: 'Sign out other devices' }).click()
  await expect(page.getByRole('button', { name: 'Sign out other devices' })).toBeHidden()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Basedeck' })).toBeVisible()
})

test('an access token opens the platform for a script until it is deleted', async ({
  page,
  playwright,
  platform,
}) => {
  const person = await newPerson(platform)
  await page.goto('/account/tokens')
  await signInAs(page, person)
  await page.getByRole('button', { name: 'New access token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('CI')
  await dialog.getByLabel('Expires').selectOption({ label: 'Never' })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue()
  // It is shown only once: neither Escape nor a key of the page behind it closes it.
  await page.keyboard.press('Escape')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Copy token' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /CI/ })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  expect(await page.content()).not.toContain(token)

  const script = await playwright.request.newContext({
    baseURL: platform.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect(await (await script.get('/platform/profile')).json()).toMatchObject({ primary_email: person.email })
  await page.getByRole('button', { name: 'Delete CI' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No access tokens')).toBeVisible()
  expect((await script.get('/platform/profile')).status()).toBe(401)
  await script.dispose()
})

test('everything goes by the keyboard alone @whole', async ({ page, platform }) => {
  const person = await newPerson(platform)
  await page.goto('/account/me')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Hide the password' })).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')

  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue(person.name)
  await name.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your name must not be empty')).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.type('Ada Typed')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Name saved')).toBeVisible()

  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toContainText('Ada Typed')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('at 375 px nothing is wider than the page @whole', async ({ page, platform }) => {
  const person = await newPerson(
    platform,
    'A name that is rather long, longer than a phone is wide, and continues',
  )
  await page.setViewportSize({ width: 375, height: 740 })
  const fits = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll('main')).every((main) => main.scrollWidth <= 375),
    )
  await page.goto('/account/security')
  expect(await fits()).toBe(true)
  await signInAs(page, person)
  await expect(page.getByText('This device')).toBeVisible()
  expect(await fits()).toBe(true)
  await page.goto('/account/me')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(person.name)
  expect(await fits()).toBe(true)
  await page.goto('/account/tokens')
  await expect(page.getByText('No access tokens')).toBeVisible()
  expect(await fits()).toBe(true)
})

test('axe finds nothing on the pages of an account @whole', async ({ page, platform }) => {
  const person = await newPerson(platform)
  await page.goto('/account/me')
  await signInAs(page, person)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(person.name)
  await expectAccessible(page)
  await accountMenu(page).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByText('This device')).toBeVisible()
  await expectAccessible(page)
  const { dialog } = await addApp(page, person.password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Access tokens' }).click()
  await page.getByRole('button', { name: 'New access token' }).click()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('CI')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Token', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /CI/ })).toBeVisible()
  await expectAccessible(page)
})
