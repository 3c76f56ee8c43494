/**
 * Migrations: one runs from the page, what a panel changes is kept for the next one, drift is found and recorded, and a line is
 * taken out of the history.
 * @covers database
 */
import type { Page } from '@playwright/test'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessible } from './models/accessible.js'
import { ran } from './models/run-sql.js'
import { expect, test } from './models/test.js'

test.use({ refusals: /\/(query|migrations)$/ })

const PAGE = '/project/default/database/migrations'

async function begin(page: Page, sql = ''): Promise<void> {
  await ran(
    page,
    `drop schema if exists supabase_migrations cascade; drop schema if exists moved cascade; create schema moved; ${sql} select 1`,
  )
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test(
  'a migration runs, and one that fails says where and loses nothing typed',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    await begin(page)
    await page.goto(PAGE)
    await expect(page.getByText('No migrations yet')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create a migration' }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'Create a migration' })
    await expect(panel.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('Add orders')
    await panel
      .getByRole('textbox', { name: 'SQL' })
      .fill('create table moved.orders (id int);\nselect 1 / 0;')
    await expectAccessible(page, '[role="dialog"]')
    await panel.getByRole('button', { name: 'Run migration' }).click()
    await expect(panel.getByRole('alert')).toContainText('Statement 2 of 2 failed: division by zero')
    await panel.getByRole('textbox', { name: 'SQL' }).fill('create table moved.orders (id int);')
    await panel.getByRole('button', { name: 'Run migration' }).click()
    const row = page.getByRole('row', { name: /Add orders/ })
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: 'Show the SQL of Add orders' }).click()
    await expect(page.getByRole('dialog')).toContainText('create table moved.orders (id int);')
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: /out of the history/ }).click()
    await page.getByRole('button', { name: 'Take out of the history', exact: true }).last().click()
    await expect(page.getByText('No migrations yet')).toBeVisible()
    expect(await ran(page, `select to_regclass('moved.orders') is not null`)).toBe('t')
  },
)

test(
  'what a panel changes is kept for the next migration, and drift is what is in none',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    test.slow()
    await begin(page)
    await page.goto('/project/default/database/types?schema=moved')
    await page.getByRole('button', { name: 'New enumerated type' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('mood')
    await page.keyboard.press('Tab')
    await page.keyboard.type('good')
    await form.getByRole('checkbox', { name: 'Add to the migration in progress' }).check()
    await form.getByRole('button', { name: /^Create/ }).click()
    await expect(page.getByText('Enumerated type mood created')).toBeVisible()

    await page.goto(PAGE)
    const progress = part(page, 'In progress')
    await expect(progress.getByRole('textbox', { name: 'SQL in progress' })).toHaveValue(
      `create type "moved"."mood" as enum ('good');`,
    )
    await progress.getByRole('button', { name: 'Make it a migration' }).click()
    const panel = page.getByRole('dialog', { name: 'Create a migration' })
    await expect(panel.getByRole('radio', { name: /Record it as applied/ })).toBeChecked()
    await panel.getByRole('textbox', { name: 'Name' }).fill('Moods')
    await panel.getByRole('button', { name: 'Record migration' }).click()
    await expect(page.getByText('Nothing is kept for the next migration')).toBeVisible()
    await expect(page.getByRole('row', { name: /Moods/ })).toBeVisible()

    const drift = part(page, 'Drift')
    await drift.getByRole('button', { name: 'Check for drift' }).click()
    // The schema was made beside the history.
    await expect(drift.getByRole('alert')).toContainText('can’t be replayed', { timeout: 60_000 })
    await expect(drift.getByRole('alert')).toContainText('schema "moved" does not exist')
  },
)

test(
  'the files of a folder are compared with the history, and those that are new are applied',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    await begin(page)
    const folder = join(await mkdtemp(join(tmpdir(), 'basedeck-files-')), 'migrations')
    await mkdir(folder)
    await writeFile(join(folder, '20260101000000_cups.sql'), 'create table moved.cups (id int primary key);')
    await writeFile(join(folder, '20260101000001_broken.sql'), 'select 1 / 0;')
    await writeFile(join(folder, 'notes.txt'), 'no migration')
    await page.goto(PAGE)
    const files = part(page, 'Files')
    const choose = async (name: string) => {
      const chooser = page.waitForEvent('filechooser')
      await files.getByRole('button', { name }).click()
      await (await chooser).setFiles(folder)
    }
    await choose('Choose a folder…')
    await expect(files.getByText('migrations, without 1 other file')).toBeVisible()
    await expect(files.getByRole('row', { name: /_cups\.sql/ })).toContainText('Pending')
    await expectAccessible(page)
    await files.getByRole('button', { name: 'Apply 2 files' }).click()
    const question = page.getByRole('dialog', { name: 'Apply 2 files?' })
    await question.getByRole('button', { name: 'Apply 2 files' }).click()
    await expect(question.getByRole('alert')).toContainText('20260101000001_broken.sql')
    await expect(question.getByRole('alert')).toContainText('1 file before it is applied.')
    await page.keyboard.press('Escape')
    await expect(files.getByRole('row', { name: /_cups\.sql/ })).toContainText('Applied')
    await writeFile(join(folder, '20260101000001_broken.sql'), 'select 1;')
    await writeFile(join(folder, '20260101000000_cups.sql'), 'create table moved.cups (id bigint);')
    await choose('Choose again…')
    await expect(files.getByRole('row', { name: /_cups\.sql/ })).toContainText('Changed')
    await expect(files.getByRole('alert')).toContainText('Undo the change, and make a new migration of it.')
    await writeFile(join(folder, '20260101000000_cups.sql'), 'create table moved.cups (id int primary key);')
    await choose('Choose again…')
    await files.getByRole('button', { name: 'Apply 1 file' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply 1 file' }).click()
    await expect(files.getByText('Nothing is pending')).toBeVisible()
    expect(await ran(page, 'select count(*) from moved.cups')).toBe('0')
  },
)

test(
  'drift is written as a migration, and then there is none @full',
  { tag: '@engines' },
  async ({ page }) => {
    test.slow()
    await begin(page)
    await page.goto(PAGE)
    const drift = part(page, 'Drift')
    await drift.getByRole('button', { name: 'Check for drift' }).click()
    await drift.getByRole('button', { name: 'Write as migration' }).click({ timeout: 60_000 })
    const panel = page.getByRole('dialog', { name: 'Create a migration' })
    await expect(panel.getByRole('textbox', { name: 'SQL' })).toHaveValue(/CREATE SCHEMA "moved"/)
    await panel.getByRole('textbox', { name: 'Name' }).fill('What was there')
    await panel.getByRole('button', { name: 'Record migration' }).click()
    await expect(page.getByRole('row', { name: /What was there/ })).toBeVisible()
    await drift.getByRole('button', { name: 'Check for drift' }).click()
    await expect(
      drift.getByText('The history of 1 migration explains everything in this database.'),
    ).toBeVisible({
      timeout: 60_000,
    })
    await expectAccessible(page)
  },
)
