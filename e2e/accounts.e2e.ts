/**
 * People: the first account, signing in and out, the second factor, a forgotten password, access tokens.
 * @covers account, sign-in
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { codeOf } from './models/authenticator.js'
import { openMailBox } from './models/mail-box.js'
import { invite, newPerson, OWNER, signInAs } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({
  build: 'hosted',
  refusals: /\/platform\/(auth\/|profile\/(password|factors|recovery-codes)|invitations\/)/,
})

// Each has people of its own, so that both workers share the file.
test.describe.configure({ mode: 'parallel' })

const menu = (page: Page) => page.getByRole('button', { name: 'Account menu' })

async function signOut(page: Page): Promise<void> {
  // The page that one has just come to is there, with what it shows.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByLabel('Loading…')).toHaveCount(0)
  await menu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Basedeck' })).toBeVisible()
}

/** Adds an authenticator app on the open security page; gives its secret and the recovery codes. */
async function addApp(page: Page, password: string) {
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the device').fill('My phone')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByAltText('QR code for the authenticator app')).toBeVisible()
  const secret = await dialog.getByLabel('Or enter this key by hand', { exact: true }).inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  return { secret, codes, dialog }
}

test('the first account is made at the printed address, signs out and in again', async ({ page, start }) => {
  const fresh = await start('pglite', ['--platform'])
  await page.goto(`${fresh.url}/project/anything`)
  await expect(page).toHaveURL(/\/set-up$/)
  await page.goto(fresh.setUpUrl ?? '')
  await expect(page.getByLabel('Set-up code')).not.toHaveValue('')
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Organization').fill('Acme')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('The password must have at least 10 characters')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/organizations$/)

  await signOut(page)
  await expect(page).toHaveURL(/\/sign-in$/)
  await signInAs(page, OWNER)
  await expect(page).toHaveURL(/\/organizations$/)
})

test('a wrong set-up code makes nothing', async ({ page, start }) => {
  const fresh = await start('pglite', ['--platform'])
  await page.goto(`${fresh.url}/set-up?code=guessed`)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByLabel('Organization').fill('Acme')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('The set-up code is wrong')).toBeVisible()
  await expect(page.getByLabel('Set-up code')).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(OWNER.password)
})

test('one comes back to where one wanted to go; a reload and a second window stay signed in', async ({
  page,
  context,
  platform,
}) => {
  const person = await newPerson(platform)
  await page.goto('/account/tokens?x=1#here')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await signInAs(page, person)
  await expect(page).toHaveURL(/\/account\/tokens\?x=1#here$/)
  await page.reload()
  await expect(page.getByText('No access tokens')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/account/me')
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue(person.name)

  await signOut(page)
  await expect(other.getByRole('heading', { name: 'Sign in to Basedeck' })).toBeVisible()
  await signInAs(page, person)
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue(person.name)
  await other.close()
})

test('the address can’t lead to another site', async ({ page, platform }) => {
  const person = await newPerson(platform)
  await page.goto('/sign-in?next=//example.com/')
  await signInAs(page, person)
  await expect(page).toHaveURL(/\/organizations$/)
})

test('a wrong password says so, keeps what was typed, and too many of them have to wait', async ({
  page,
  platform,
}) => {
  const person = await newPerson(platform)
  await page.goto('/sign-in')
  await signInAs(page, { ...person, password: 'not the one' })
  await expect(page.getByRole('alert')).toHaveText('The email or the password is wrong')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the one')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answered = page.waitForResponse(/sign-in$/)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await answered
  }
  await expect(page.getByRole('alert')).toHaveText(/^Too many attempts\. Try again in \d+ s\.$/)
})

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
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  // What never comes back is not lost by a slip.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 left.')).toBeVisible()

  await signOut(page)
  await signInAs(page, person)
  await expect(page.getByText(`shows for ${person.email}`)).toBeVisible()
  await page.reload()
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is wrong or was used already')).toBeVisible()
  const next = codeOf(secret, 1)
  await page.getByLabel('Code').fill(`${next.slice(0, 3)} ${next.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/organizations$/)

  await signOut(page)
  await signInAs(page, person)
  await page.getByLabel('Code').fill(next)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is wrong or was used already')).toBeVisible()

  // The phone is lost: a recovery code gets in once, and takes the app down.
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/organizations$/)
  await page.goto('/account/security')
  await expect(page.getByText('9 left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await expect(page.getByText('It is your only app')).toBeVisible()
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
  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password').fill('another good password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The password is wrong')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('Current password').fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password is changed').first()).toBeVisible()

  await elsewhere.getByRole('link', { name: 'Access tokens' }).click()
  const again = elsewhere.getByRole('dialog', { name: 'Your session has ended' })
  await again.getByLabel('Password', { exact: true }).fill(person.password)
  await elsewhere.keyboard.press('Enter')
  await expect(again.getByText('The email or the password is wrong')).toBeVisible()
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
  await dialog.getByRole('button', { name: 'Copy token' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /CI/ })).toBeVisible()
  await expect(dialog).toBeHidden()
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

test('without mail, the operator’s link gives a new password, once', async ({ page, start }) => {
  const fresh = await start('pglite', ['--platform'])
  const person = await newPerson(fresh)
  await page.goto(`${fresh.url}/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Command', { exact: true })).toHaveValue('basedeck user reset <your email>')
  // The operator is at the terminal now, nobody at the page.
  await page.goto('about:blank')
  await fresh.end()
  const printed = await fresh.command('user', 'reset', person.email)
  await fresh.restart()
  const link = /http:\S+/.exec(printed)?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('New password').fill('a password chosen anew')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await signInAs(page, { ...person, password: 'a password chosen anew' })
  await expect(page).toHaveURL(/\/organizations$/)

  await page.goto(link)
  await page.getByLabel('New password').fill('a third password here')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This link has expired or was used already')).toBeVisible()
})

test('with mail, the link comes by it, and nobody learns who has an account', async ({ page, start }) => {
  const box = await openMailBox()
  const fresh = await start('pglite', ['--platform'], { BASEDECK_SMTP_URL: box.url })
  const person = await newPerson(fresh)
  box.mails.length = 0
  await page.goto(`${fresh.url}/forgot-password`)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('If nobody@example.com has an account here')).toBeVisible()
  await page.reload()
  await page.getByLabel('Email').fill(person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`If ${person.email} has an account here`)).toBeVisible()
  await expect.poll(() => box.mails.length).toBe(1)
  await page.goto(/http:\S+reset-password\S+/.exec(box.mails[0] ?? '')?.[0] ?? '')
  await page.getByLabel('New password').fill('a password chosen anew')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await box.close()
})

test('an invitation: somebody new joins; another account is told', async ({ page, browser, platform }) => {
  const link = await invite(platform, `new-${Date.now()}@example.com`)
  const stranger = await browser.newPage({ baseURL: platform.url })
  await stranger.goto('/sign-in')
  await signInAs(stranger, await newPerson(platform))
  await expect(stranger).toHaveURL(/\/organizations$/)
  await stranger.goto(link)
  await expect(stranger.getByText('Sign out to accept it with that address.')).toBeVisible()
  await stranger.close()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Join Acme' })).toBeVisible()
  await page.getByLabel('Your name').fill('Newcomer')
  await page.getByLabel('Password', { exact: true }).fill('a good long password')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/org\/[\w-]+$/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation can’t be opened' })).toBeVisible()
})

test('everything goes by the keyboard alone', async ({ page, platform }) => {
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
  await expect(page.getByText('Your name is saved')).toBeVisible()

  await menu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toContainText('Ada Typed')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('at 375 px nothing is wider than the page', async ({ page, platform }) => {
  const person = await newPerson(
    platform,
    'A name that is rather long, longer than a phone is wide, and goes on',
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

test('axe finds nothing on the ways in and on the pages of an account', async ({ page, platform }) => {
  const person = await newPerson(platform)
  await page.goto('/sign-in')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectAccessible(page)
  await signInAs(page, { ...person, password: 'wrong' })
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/forgot-password')
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/reset-password?token=x')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(await invite(platform, 'axe@example.com'))
  await expect(page.getByRole('heading', { name: 'Join Acme' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/account/me')
  await signInAs(page, person)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(person.name)
  await expectAccessible(page)
  await menu(page).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByText('This device')).toBeVisible()
  await expectAccessible(page)
  const { dialog } = await addApp(page, person.password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
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
