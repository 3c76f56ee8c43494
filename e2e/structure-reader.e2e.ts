/**
 * What a member who may only read sees of structure and imports: the same lists, and why nothing can be changed.
 * @covers structure, import
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { newProject } from './models/organizations.js'
import { answer, asOwner, newPerson, signInAs } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

const REASON = 'Your role is read-only here.'

/** A control that is off says why when it is reached. */
async function expectOff(page: Page, name: string): Promise<void> {
  const control = page.getByRole('button', { name, exact: true })
  await expect(control).toHaveAttribute('aria-disabled', 'true')
  await control.hover()
  await expect(page.getByText(REASON).first()).toBeVisible()
  await control.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function expectMenuOff(page: Page, name: string, entries: readonly string[]): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  for (const entry of entries) {
    const item = page.getByRole('menuitem', { name: entry })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    await expect(item).toContainText(REASON)
  }
  await page.keyboard.press('Escape')
}

test('a reader sees tables, columns and drawings, and is told why they can’t be changed', async ({
  page,
  platform,
}) => {
  const calls = await asOwner(platform)
  const all = await answer<{ name: string; slug: string }[]>(calls.get('/platform/organizations'))
  const slug = all.find(({ name }) => name === 'Acme')?.slug ?? ''
  const ref = await newProject({ slug, name: 'Acme', calls }, 'Read by many')
  await answer(
    calls.post(`/platform/pg-meta/${ref}/query`, {
      headers: { Version: '2' },
      data: {
        query: `create table notes (id int8 generated always as identity primary key, note text);
          create view short_notes as select note from notes`,
        runId: crypto.randomUUID(),
      },
    }),
  )
  await page.goto(`/project/${ref}/database/tables`)
  await signInAs(page, await newPerson(platform, 'Rita Reader', 'read_only'))
  await expect(page.getByRole('link', { name: 'notes', exact: true })).toBeVisible()
  await expectOff(page, 'New table')
  await expectOff(page, 'Import CSV')
  await expectMenuOff(page, 'Actions of notes', ['Edit table', 'Duplicate table', 'Delete table'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Actions of notes', exact: true }).click()
  await page.getByRole('menuitem', { name: 'View columns' }).click()
  await expectOff(page, 'New column')
  await expectMenuOff(page, 'Actions of note', ['Edit column', 'Delete column'])
  await expect(page.getByRole('switch', { name: 'Row-level security' })).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Realtime' })).toBeDisabled()
  await expectAccessible(page)

  await page.goto(`/project/${ref}/database/schemas`)
  await expect(page.getByText('1 table, 1 view, 1 relation')).toBeVisible()
  await page.getByRole('option', { name: 'notes', exact: true }).dblclick()
  await expect(page).toHaveURL(/\/editor\/\d+\?schema=public$/)
  await expectMenuOff(page, 'Actions', ['New column', 'Import a CSV…'])
  await expectMenuOff(page, 'Actions of notes', ['Edit table', 'Delete table'])
})
