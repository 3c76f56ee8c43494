/**
 * Sign-in and sign-out: the first account, signing in, a forgotten password, an invitation.
 * @covers sign-in
 */
import { expectAccessible } from './models/accessible.js'
import { openMailBox } from './models/mail-box.js'
import { asOwner, invite, newPerson, OWNER, signInAs, signOut } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({
  build: 'hosted',
  refusals: /\/platform\/(auth\/|invitations\/)/,
})

// Each test creates its own users, so that both workers can share the file.
test.describe.configure({ mode: 'parallel' })

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
  // To the first project of the organization that was just made.
  await expect(page).toHaveURL(/\/new\/acme[^/]*$/)
  await expect(page.getByLabel('Project name')).toBeVisible()

  await signOut(page)
  await expect(page).toHaveURL(/\/sign-in$/)
  await signInAs(page, OWNER)
  await expect(page).toHaveURL(/\/organizations$/)
})

test('a wrong set-up code makes nothing @whole', async ({ page, start }) => {
  const fresh = await start('pglite', ['--platform'])
  await page.goto(`${fresh.url}/set-up?code=guessed`)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByLabel('Organization').fill('Acme')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('The setup code is wrong')).toBeVisible()
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

test('the address can’t lead to another site @whole', async ({ page, platform }) => {
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
  await expect(page.getByRole('alert')).toHaveText('The email or password is wrong')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the one')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answered = page.waitForResponse(/sign-in$/)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await answered
  }
  await expect(page.getByRole('alert')).toHaveText(/^Too many attempts\. Try again in \d+ s\.$/)
})

test('without mail, the operator’s link gives a new password, once', async ({ page, start }) => {
  const fresh = await start('pglite', ['--platform'])
  const person = await newPerson(fresh)
  await page.goto(`${fresh.url}/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Command', { exact: true })).toHaveValue('basedeck user reset <your email>')
  // The operator is at the terminal now, and the page is not in use.
  await page.goto('about:blank')
  await fresh.end()
  const printed = await fresh.command('user', 'reset', person.email)
  await fresh.restart()
  const link = /http:\S+/.exec(printed)?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('New password').fill('a password chosen anew')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await signInAs(page, { ...person, password: 'a password chosen anew' })
  await expect(page).toHaveURL(/\/organizations$/)

  await page.goto(link)
  await page.getByLabel('New password').fill('a third password here')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This link has expired or was already used')).toBeVisible()
})

test('with mail, the link is mailed, and the answer does not reveal who has an account', async ({
  page,
  start,
}) => {
  const box = await openMailBox()
  const fresh = await start('pglite', ['--platform'], { BASEDECK_SMTP_URL: box.url })
  // The first account, since an invitation would be mailed too.
  await asOwner(fresh)
  const person = OWNER
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
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await box.close()
})

test('an invitation: a new user joins; another account is refused with the reason', async ({
  page,
  browser,
  platform,
}) => {
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
  await expect(page.locator('main')).toBeFocused()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation can’t be opened' })).toBeVisible()
})

test('axe finds nothing on the ways in @whole', async ({ page, platform }) => {
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
})
