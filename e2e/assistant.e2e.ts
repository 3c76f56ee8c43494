/**
 * The AI as a person uses it, before a service of the test that speaks the protocol.
 * @covers assistant, sql/ai-*, sql/inline-ai, sql/title-suggestion
 */
import type { Page } from '@playwright/test'
import { expectAccessible, expectReadable } from './models/accessible.js'
import { AI_KEY } from './models/platforms.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

test.use({ withAi: true, refusals: /\/(query|complete|assistant)$/ })

const PROPOSAL =
  'Here:\n\n```sql\nselect 41 + 1 as answer\n```\n\nThat is **all**. <img src=x onerror=alert(1)>'

async function openAssistant(page: Page) {
  await page.goto('/project/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Default project' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+i')
  const panel = page.getByRole('complementary', { name: 'AI assistant' })
  const question = panel.getByRole('textbox', { name: 'Ask the assistant' })
  await expect(question).toBeFocused()
  return { panel, question }
}

test('a prompt in the text gives a diff; taking it is one step, dropping it leaves all as it was', async ({
  page,
  ai,
}) => {
  ai.reply = { text: '```sql\nselect id from people\n```' }
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select * from nobody')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+j')
  const prompt = page.getByRole('textbox', { name: 'How should the AI change this?' })
  await expect(prompt).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('only the ids')
  await page.keyboard.press('Shift+Enter')
  expect(ai.questions.filter(({ stream }) => !stream)).toEqual([])
  await page.keyboard.press('Enter')
  const review = page.getByRole('region', { name: 'AI suggestion' })
  await expect(review).toBeVisible()
  await expect(review).toContainText('select id from people')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  await expect(sql.editor).toBeFocused()
  await expect.poll(() => sql.text()).toBe('select * from nobody')

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+j')
  await page.keyboard.type('only the ids')
  await page.keyboard.press('Enter')
  await review.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => sql.text()).toBe('select id from people')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => sql.text()).toBe('select * from nobody')
})

test('a service that is busy says so in the prompt, which stays @whole', async ({ page, ai }) => {
  ai.reply = { status: 429, headers: { 'retry-after': '9' } }
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select 1')
  await sql.openMore()
  await page.getByRole('menuitem', { name: 'Edit with AI' }).click()
  // Nothing is selected: the statement at the cursor is changed.
  const prompt = page.getByRole('textbox', { name: 'How should the AI change this?' })
  await expect(prompt).toBeFocused()
  await prompt.fill('more')
  await prompt.press('Enter')
  await expect(
    page.getByText('Failed to generate: The AI service is busy; try again later (9 s)'),
  ).toBeVisible()
  await expect(prompt).toHaveValue('more')
  await prompt.press('Escape')
  await expect(prompt).toBeHidden()
  await expect(sql.editor).toBeFocused()
})

test('the assistant proposes SQL; it runs by the guard, opens as a query, and is there after a reload', async ({
  page,
  ai,
}) => {
  ai.reply = { text: PROPOSAL }
  const { panel, question } = await openAssistant(page)
  await question.fill('What is the answer?')
  await question.press('Enter')
  const block = panel.getByRole('group', { name: 'Proposed SQL' })
  await expect(block).toContainText('select 41 + 1 as answer')
  // What comes back is text: its HTML is shown, not read.
  await expect(panel.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(panel.locator('img')).toHaveCount(0)
  await block.getByRole('button', { name: 'Run' }).click()
  await expect(block.getByRole('gridcell', { name: '42', exact: true })).toBeVisible()
  await expect(block.getByText('read-only transaction')).toBeVisible()
  await expect(panel.getByText('no rows')).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(block).toContainText('select 41 + 1 as answer')
  await block.getByRole('button', { name: 'Open in editor' }).click()
  await expect(page).toHaveURL(/\/sql\//)
  await expect.poll(() => new SqlPage(page).text()).toBe('select 41 + 1 as answer')
})

test('SQL that writes asks first, written by the user or by the AI', async ({ page, ai }) => {
  ai.reply = { text: '```sql\ndrop table people\n```' }
  const { panel, question } = await openAssistant(page)
  await question.fill('Clean up')
  await question.press('Enter')
  await panel.getByRole('button', { name: 'Run' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This query contains write operations.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('an answer that does not come can be stopped and asked again; data goes only when one says so', async ({
  page,
  ai,
}) => {
  ai.reply = 'hangs'
  const { panel, question } = await openAssistant(page)
  const asked = ai.questions.length
  await question.fill('Are you there?')
  await question.press('Enter')
  // Only what has reached the service can be abandoned there.
  await expect.poll(() => ai.questions.length).toBeGreaterThan(asked)
  await panel.getByRole('button', { name: 'Stop' }).click()
  await expect(panel.getByText('Stopped.')).toBeVisible()
  await expect.poll(() => ai.abandoned).toBeGreaterThan(0)
  ai.reply = { text: 'Yes.' }
  await panel.getByRole('switch', { name: 'Include data' }).check()
  await panel.getByRole('button', { name: 'Ask again' }).click()
  await expect(panel.getByText('Yes.')).toBeVisible()
  expect(JSON.stringify(ai.questions.map(({ messages }) => messages))).not.toContain(AI_KEY)
  await panel.getByRole('switch', { name: 'Include data' }).uncheck()
})

test('on a phone the assistant covers the page, and can be read in both themes @whole', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 })
  const { panel } = await openAssistant(page)
  const box = await panel.boundingBox()
  expect(box?.width).toBe(375)
  await expectReadable(page, 'aside')
  await panel.getByRole('button', { name: 'Close the assistant' }).click()
  await expect(panel).toBeHidden()
})

test.describe('without a service', () => {
  test.use({ withAi: false })
  test('every control says how one is connected @whole', async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    const why = page.getByText('This platform has no AI service. Its operator connects one')
    await sql.openMore()
    const item = page.getByRole('menuitem', { name: 'Edit with AI' })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    await expect(item.filter({ has: why })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(item).toBeHidden()
    await sql.editor.focus()
    await page.keyboard.press('ControlOrMeta+i')
    await expect(why).toBeVisible()
  })
})
