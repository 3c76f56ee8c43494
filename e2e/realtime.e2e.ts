/**
 * The inspector of realtime: a channel is joined, its messages are listed, and what is sent in one window arrives in another.
 * @covers realtime
 */
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject } from './models/organizations.js'
import { enterAs } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

test('a channel is joined, and what one window sends arrives in the other', async ({
  page,
  platform,
  context,
}) => {
  const organization = await newOrganization(platform, 'Realtime')
  const ref = await newProject(organization, 'Heard')
  await enterAs(page, organization.calls)
  await page.goto(`/project/${ref}/realtime/inspector`)
  await expect(page.getByText('Not joined')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText('Type the name of a channel')).toBeVisible()
  const join = async (window: typeof page) => {
    await window.getByRole('textbox', { name: 'Name' }).fill('room')
    await window.getByRole('button', { name: 'Join' }).click()
    await expect(window.getByText('Listening')).toBeVisible()
  }
  await join(page)
  const other = await context.newPage()
  await other.goto(`/project/${ref}/realtime/inspector`)
  await join(other)

  await other.getByRole('textbox', { name: 'Payload' }).fill('{"to":')
  await other.getByRole('button', { name: 'Send' }).click()
  await expect(other.getByText('This is no JSON object')).toBeVisible()
  await other.getByRole('textbox', { name: 'Payload' }).fill('{"to":"Ada"}')
  await other.getByRole('button', { name: 'Send' }).click()
  const messages = page.getByRole('table', { name: 'Messages' })
  const row = messages.getByRole('row').filter({ hasText: '{"to":"Ada"}' })
  await expect(row).toHaveCount(1)
  await expectAccessible(page)
  await row.getByRole('button', { name: /Show message/ }).click()
  await expect(page.getByRole('dialog')).toContainText('"to": "Ada"')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Find messages' }).fill('nothing like it')
  await expect(page.getByText('No message fits')).toBeVisible()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('Not joined')).toBeVisible()
  await other.close()

  await page.getByRole('switch', { name: 'Realtime', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The settings of realtime are saved')).toBeVisible()
  await expect(page.getByText('Realtime is turned off for this project.')).toBeVisible()
})

test('changes of a table are heard as a role that may read it, and a private channel as its policies say', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Changes')
  const ref = await newProject(organization, 'Changed')
  const run = async (query: string) => {
    const said = await organization.calls.post(`/platform/pg-meta/${ref}/query`, {
      headers: { Version: '2' },
      data: { query, runId: crypto.randomUUID() },
    })
    expect(said.status()).toBe(200)
  }
  await run(`create table notes (id int primary key, body text); alter publication supabase_realtime add table notes;
    create policy hear on realtime.messages for select to anon using (realtime.topic() = 'open')`)
  await enterAs(page, organization.calls)
  await page.goto(`/project/${ref}/realtime/inspector`)
  await page.getByRole('textbox', { name: 'Name' }).fill('room')
  await page.getByRole('switch', { name: 'Changes of tables' }).click()
  await page.getByRole('combobox', { name: 'Table' }).selectOption('public.notes')
  await page.getByRole('textbox', { name: 'Filter' }).fill('id=gt.1')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join' }).click()
  const messages = page.getByRole('table', { name: 'Messages' })
  await expect(messages.getByText('Subscribed to PostgreSQL')).toBeVisible()
  await run(`insert into notes values (1, 'left out'), (2, 'heard')`)
  const row = messages.getByRole('row').filter({ hasText: 'INSERT' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('heard')
  await page.getByRole('button', { name: 'Leave' }).click()

  await page.getByRole('switch', { name: 'Changes of tables' }).click()
  await page.getByRole('switch', { name: 'Private', exact: true }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(
    page.getByText(/You do not have permissions to read from this Channel topic: room/),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('open')
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText('Listening')).toBeVisible()
  await run(`select realtime.send('{"text": "of the database"}', 'told', 'open')`)
  await expect(messages.getByRole('row').filter({ hasText: 'of the database' })).toHaveCount(1)
})
