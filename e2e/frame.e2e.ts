/**
 * The frame: sidebar, pickers by keyboard, menus, the bar and the sheet of a small screen.
 * @covers shell, help
 */
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject, openAsOwner } from './models/organizations.js'
import { expect, test } from './models/test.js'

test.use({
  build: 'hosted',
  refusals: /\/platform\/(auth\/|organizations\/|projects)/,
})

const ARABIC = 'شركة النخيل للتجارة'

test('one switches organization and project by keyboard alone, and the page stays', async ({
  page,
  platform,
}) => {
  test.slow()
  const organization = await newOrganization(platform, 'Switchers')
  await newOrganization(platform, ARABIC)
  const first = await newProject(organization, 'First')
  const second = await newProject(organization, `Second ${'long '.repeat(18)}`)
  await openAsOwner(page, platform, `/project/${first}/settings/api-keys`)

  await page.getByRole('button', { name: 'Switch project' }).press('Enter')
  const field = page.getByRole('combobox', { name: 'Find project...' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { name: 'First' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('nothing like it')
  await expect(page.getByText('No projects found based on your search')).toBeVisible()
  await field.fill('second')
  await expect(page.getByRole('option', { name: /Second long/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('option', { name: 'First' })).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/project/${second}/settings/api-keys$`))
  await expect(field).toBeHidden()

  await page.getByRole('button', { name: 'Switch organization' }).press('Enter')
  const organizations = page.getByRole('combobox', { name: 'Find organization...' })
  await expect(organizations).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(organizations).toBeHidden()
  await expect(page.getByRole('button', { name: 'Switch organization' })).toBeFocused()
  await page.keyboard.press('Enter')
  await organizations.fill('النخيل')
  await expect(page.getByRole('option', { name: ARABIC })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'All Organizations' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: ARABIC })).toBeVisible()
  await expect(page).toHaveURL(/\/org\//)
})

test('a picker opens at the open organization, and searches hundreds of them @whole', async ({
  page,
  platform,
}) => {
  test.slow()
  const { slug } = await newOrganization(platform, 'Zz here')
  await page.route('**/platform/organizations', async (route) => {
    const organizations = (await (await route.fetch()).json()) as { id: number; slug: string; name: string }[]
    const more = Array.from({ length: 300 }, (_, n) => ({
      ...organizations[0],
      id: 10_000 + n,
      slug: `many-${n}`,
      name: `Many ${n}`,
    }))
    await route.fulfill({ json: [...more, ...organizations] })
  })
  await openAsOwner(page, platform, `/org/${slug}`)
  await page.getByRole('button', { name: 'Switch organization' }).press('Enter')
  const field = page.getByRole('combobox', { name: 'Find organization...' })
  await expect(field).toBeFocused()
  const marked = page.getByRole('option', { selected: true })
  await expect(marked).toHaveText('Zz here')
  await expect(marked).toBeInViewport()
  const id = await marked.getAttribute('id')
  await expect(field).toHaveAttribute('aria-activedescendant', id ?? '')
  await page.keyboard.type('many 29')
  await expect(marked).toHaveText('Many 29')
  await expect(page.getByRole('option', { name: /^Many/ })).toHaveCount(11)
  await page.keyboard.press('ArrowUp')
  await expect(marked).toHaveText('New organization')
  await page.keyboard.press('ArrowDown')
  await expect(marked).toHaveText('Many 29')
  await field.fill('')
  await expect(marked).toHaveText('Zz here')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Switch organization' })).toBeFocused()
})

test('the branch is production, and its picker leads to where branches are made', async ({
  page,
  platform,
}) => {
  test.slow()
  const ref = await newProject(await newOrganization(platform, 'Branchers'), 'Tree')
  await openAsOwner(page, platform, `/project/${ref}/settings/api-keys`)
  const button = page.getByRole('button', { name: 'Branch main' })
  await expect(button).toContainText('Production')
  await button.click()
  const create = page.getByRole('option', { name: /Create branch/ })
  await create.click()
  await expect(page.getByRole('dialog', { name: 'Create a branch' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/project/${ref}/branches$`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'main' }).getByText('Production')).toBeVisible()
})

test('the sidebar stays as it was chosen, after a reload too @whole', async ({ page, platform, context }) => {
  const { slug } = await newOrganization(platform, 'Sidebars')
  await openAsOwner(page, platform, `/org/${slug}`)
  await page.getByRole('button', { name: 'Sidebar' }).click()
  await page.getByRole('menuitemradio', { name: 'Always open' }).click()
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBeGreaterThan(200)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar')
  expect(cookie?.value).toBe('open')
  await page.evaluate(() => localStorage.removeItem('basedeck:sidebar'))
  await page.reload()
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBeGreaterThan(200)
})

test('a small screen has a bar and a sheet; nothing is wider than it', async ({ page, platform }) => {
  test.slow()
  await page.setViewportSize({ width: 375, height: 800 })
  const organization = await newOrganization(platform, 'A rather long name of an organization')
  const ref = await newProject(organization, `${'Wide '.repeat(19)}`.trim())
  await openAsOwner(page, platform, `/project/${ref}/settings/api-keys`)
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/organizations')
  const bar = page.getByRole('banner')
  await expect(bar).toContainText('Production')
  const boxes = await bar.locator('a:visible, button:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right } = element.getBoundingClientRect()
      return { left, right }
    }),
  )
  const inOrder = boxes.toSorted((one, other) => one.left - other.left)
  for (const [index, { right }] of inOrder.entries())
    expect(right).toBeLessThanOrEqual((inOrder[index + 1]?.left ?? 375) + 1)
  await page.getByRole('button', { name: 'Search or run' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Main navigation' })
  await expect(sheet.getByRole('link', { name: 'Contact support' })).toBeVisible()
  await sheet.getByRole('link', { name: 'Database' }).click()
  await expect(page).toHaveURL(/\/database\/schemas$/)
  await expect(sheet).toBeHidden()
})

test('axe finds nothing on menus, pickers and popovers @whole', async ({ page, platform }) => {
  test.slow()
  const ref = await newProject(await newOrganization(platform, 'Frames'), 'Framed')
  await openAsOwner(page, platform, `/project/${ref}/settings/api-keys`)
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log Drains' })).toBeVisible()
  await expectAccessible(page)
  for (const name of ['Switch organization', 'Switch project', 'Branch main']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
  }
  for (const name of ['Help', 'Account menu', 'Sidebar']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await page.goto(`/project/${ref}/database/tables`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tables' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Column Privileges' })).toBeVisible()
  await expectAccessible(page)
})

test('help is found in the product: documentation, and how the platform is', async ({ page, platform }) => {
  const ref = await newProject(await newOrganization(platform, 'Helped'), 'Helped')
  await openAsOwner(page, platform, `/project/${ref}/settings/api-keys`)
  const assistant = page.getByRole('button', { name: 'Ask the assistant' })
  await expect(assistant).toHaveAttribute('aria-disabled', 'true')
  await assistant.hover()
  await expect(page.getByText('This platform has no AI service.')).toBeVisible()

  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  // A dialog closes what is open below it.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Command menu' })).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Documentation' }).click()
  await page.getByRole('link', { name: /^Troubleshooting/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Troubleshooting' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'A query is slow' })).toBeVisible()

  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Platform status' }).click()
  await expect(page.getByText('Everything works')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Accounts and settings' })).toContainText('Works')
})
