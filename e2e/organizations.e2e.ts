/**
 * Organizations: creating, searching, renaming by two users at once, members, audit log, deleting.
 * @covers organization, help/new-ticket
 */
import { newOrganization, openAsOwner } from './models/organizations.js'
import { newPerson, OWNER, signInAs } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({
  build: 'hosted',
  refusals: /\/platform\/(auth\/|organizations\/|projects|invitations\/)/,
})

test('an organization is made, named in the breadcrumbs, renamed and deleted', async ({ page, platform }) => {
  await newOrganization(platform, 'Before')
  await openAsOwner(page, platform, '/organizations')
  await page.getByRole('link', { name: 'New organization' }).click()
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByText('The name of the organization must not be empty')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Blue Harbour')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/new\/[^/]+$/)
  await expect(page.getByText('This one will belong to Blue Harbour.')).toBeVisible()

  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Blue Harbour' })
    .click()
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.getByRole('link', { name: 'Organization settings' }).click()
  await page.getByLabel('Name').fill('Green Harbour')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Green Harbour' }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Green Harbour')

  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Delete organization' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('Green Harbour')
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await expect(page).toHaveURL(/\/organizations$/)
  await expect(page.getByText('Green Harbour was deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Green Harbour' })).toBeHidden()
})

test('two devices rename at once: whose name stays is chosen, and nothing is lost', async ({
  page,
  browser,
  platform,
}) => {
  const { slug } = await newOrganization(platform, 'Twice')
  await openAsOwner(page, platform, `/org/${slug}/general`)
  const device = await browser.newContext({ baseURL: platform.url })
  const other = await device.newPage()
  await openAsOwner(other, platform, `/org/${slug}/general`)
  await other.getByLabel('Name').fill('Theirs')
  await page.getByLabel('Name').fill('Mine')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  const choice = page.getByRole('group', { name: 'This was changed elsewhere while you were typing' })
  await expect(choice).toContainText('Theirs')
  await expect(choice).toContainText('Mine')
  await expect(page.getByLabel('Name')).toHaveValue('Mine')
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await other.reload()
  await expect(other.getByLabel('Name')).toHaveValue('Mine')
  await device.close()
})

test('a member is invited by a link, changes the role, and is removed', async ({ page, platform }) => {
  const { slug } = await newOrganization(platform, 'People')
  await openAsOwner(page, platform, `/org/${slug}/team`)
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  await invite.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('guest@example.com')
  await dialog.getByRole('radio', { name: 'Read-only' }).check()
  // A dialog closed half-way keeps the typed values, and gives the focus back.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(invite).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email')).toHaveValue('guest@example.com')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByRole('button', { name: 'Create invitations' }).click()
  const link = page.getByRole('textbox', { name: 'Invitation link' })
  await expect(link).toHaveValue(/\/invitation\//)
  await expect(dialog).toContainText('send the link to guest@example.com yourself')
  await page.keyboard.press('Escape')
  await expect(link).toBeVisible()
  const address = await link.inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText('guest@example.com')

  const browser = page.context().browser()
  const guest = await browser!.newContext({ baseURL: platform.url })
  const guestPage = await guest.newPage()
  await guestPage.goto(address)
  await guestPage.getByLabel('Your name').fill('Gus Guest')
  await guestPage.getByLabel('Password', { exact: true }).fill('a good long password')
  await guestPage.getByRole('button', { name: /join/i }).click()
  await expect(guestPage).toHaveURL(new RegExp(`/org/${slug}$`))

  await page.reload()
  await page.getByRole('combobox', { name: 'Role of Gus Guest' }).selectOption('Developer')
  await expect(page.getByText('Gus Guest is now Developer')).toBeVisible()

  // The table is one stop: arrows pass the list of roles, and change none.
  const role = page.getByRole('combobox', { name: 'Role of Gus Guest' })
  const remove = page.getByRole('button', { name: 'Remove Gus Guest' })
  await role.focus()
  await page.keyboard.press('ArrowRight')
  await expect(remove).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(role).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(role).toHaveValue('developer')
  await role.focus()
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('tbody') ?? null)).toBeNull()
  await guestPage.goto(`/org/${slug}/team`)
  await expect(guestPage.getByRole('combobox', { name: /Role of/ }).first()).toBeDisabled()
  await guestPage.getByRole('button', { name: 'Invite', exact: true }).focus()
  await expect(guestPage.getByText('Your role does not allow inviting people')).toBeVisible()

  await page.getByRole('button', { name: 'Remove Gus Guest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Gus Guest was removed')).toBeVisible()
  await guestPage.goto(`/org/${slug}`)
  await expect(guestPage.getByRole('heading', { name: 'This organization does not exist' })).toBeVisible()
  await guest.close()
})

test('the last owner stays one, and is told why', async ({ page, platform }) => {
  const { slug } = await newOrganization(platform, 'Alone')
  await openAsOwner(page, platform, `/org/${slug}/team`)
  await expect(page.getByRole('combobox', { name: `Role of ${OWNER.name}` })).toBeDisabled()
  const leave = page.getByRole('button', { name: 'Leave' })
  await leave.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are the only owner; make another member an owner first')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a second factor can’t be required by who has none @whole', async ({ page, platform }) => {
  const { slug } = await newOrganization(platform, 'Careful')
  await openAsOwner(page, platform, `/org/${slug}/security`)
  await expect(page.getByRole('switch', { name: 'Require two-factor authentication' })).toBeDisabled()
  await expect(page.getByText('1 member').or(page.getByText('One member'))).toBeVisible()
  await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
  await expect(page).toHaveURL(/\/account\/security$/)
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(new RegExp(`/org/${slug}/security$`))
})

test('the record tells what happened, page by page, whole, and as a file', async ({ page, platform }) => {
  const { slug, calls } = await newOrganization(platform, 'Recorded')
  for (let index = 0; index < 55; index += 1)
    await calls.patch(`/platform/organizations/${slug}`, { data: { name: `=3+${index}` } })
  await openAsOwner(page, platform, `/org/${slug}/audit`)
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await expect(log.getByRole('row')).toHaveCount(57)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  await expect(page.getByText(/kept for \d+ days/)).toBeVisible()
  await log.getByRole('button', { name: 'organization.update' }).first().click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText(OWNER.email)
  await expect(panel).toContainText('=3+54')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe(`audit-${slug}.csv`)

  await page.getByRole('searchbox').fill('organization.create')
  await expect(log.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox').fill('nobody did this')
  await expect(page.getByText('No entries found')).toBeVisible()
})

test('what is not there, or belongs to others, does not exist @whole', async ({ page, platform }) => {
  const { slug } = await newOrganization(platform, 'Private')
  const stranger = await newPerson(platform)
  await page.goto(`/org/${slug}/team`)
  await signInAs(page, stranger)
  await expect(page.getByRole('heading', { name: 'This organization does not exist' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden()
  await page.goto('/project/nobody/sql/1')
  await expect(page.getByRole('heading', { name: 'This project does not exist' })).toBeVisible()
  await page.goto('/org/..%2f..%2fdefault/general')
  await expect(page.getByRole('heading', { name: 'This organization does not exist' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your organizations' }).click()
  await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Private' })).toBeHidden()
})

test('a name in any script, of any length, leaves the page around it as it was @whole', async ({
  page,
  platform,
}) => {
  const long = 'Ü'.repeat(100)
  const { slug } = await newOrganization(platform, 'שלום (2) מנהל')
  await newOrganization(platform, long)
  await openAsOwner(page, platform, '/organizations')
  const cut = page.getByRole('link', { name: long })
  await expect(cut.locator('bdi')).toHaveAttribute('title', long)
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const main = document.querySelector('main')
    return { scrollWidth: main?.scrollWidth ?? 0, clientWidth: main?.clientWidth ?? 0 }
  })
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await page.goto(`/org/${slug}/team`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
  await expect(crumbs).toHaveText(['שלום (2) מנהל', 'Team'])
  const [first, second] = await Promise.all([crumbs.nth(0).boundingBox(), crumbs.nth(1).boundingBox()])
  expect(first!.x).toBeLessThan(second!.x)
})

test('a ticket is written from an address full of markup, and where it went is said @whole', async ({
  page,
  platform,
}) => {
  await newOrganization(platform, 'Helpless')
  const hostile = encodeURIComponent('<img src=x onerror="document.title=1">')
  await openAsOwner(page, platform, `/support/new?category=dashboard_bug&subject=${hostile}&error=${hostile}`)
  await expect(page.getByLabel('Subject')).toHaveValue('<img src=x onerror="document.title=1">')
  await expect(page.getByLabel('Category')).toHaveValue('0')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('The message must not be empty')).toBeVisible()
  await expect(page.getByLabel('Message')).toBeFocused()
  await page.keyboard.type('It broke.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/Ticket \d+ created/)).toBeVisible()
  await expect(page).toHaveTitle('Contact support · Basedeck')
})
