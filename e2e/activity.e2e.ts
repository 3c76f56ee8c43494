/**
 * Activity: who waits for whom while it happens, and ending a session.
 * @covers database/activity
 */
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

test('who waits stands below whom it waits for, and goes on when that session is ended', async ({
  page,
  start,
}) => {
  test.slow()
  const fresh = await start('cluster')
  const post = (query: string) =>
    page.request.post(`${fresh.url}/platform/pg-meta/default/query`, { data: { query }, timeout: 120_000 })
  await post('create table public.doors (id int primary key)')
  await page.goto(`${fresh.url}/project/default/database/activity`)
  await expect(page.getByText('Nothing runs')).toBeVisible()

  const holding = post('lock table public.doors; select pg_sleep(100)')
  const row = (words: string) => page.getByRole('row').filter({ hasText: words })
  await expect(row('pg_sleep(100)')).toContainText('Running')
  const waiting = post('insert into public.doors values (7)')
  await expect(row('insert into public.doors')).toContainText('public.doors: RowExclusiveLock')
  await expect(row('pg_sleep(100)')).toContainText('holds up 1')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused: the list stands as it was.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()

  await row('insert into public.doors')
    .getByRole('button', { name: /Details of process/ })
    .click()
  const panel = page.getByRole('dialog', { name: /^Process \d+$/ })
  await expect(panel).toContainText('insert into public.doors values (7)')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await row('pg_sleep(100)')
    .getByRole('button', { name: /Actions for process/ })
    .click()
  await page.getByRole('menuitem', { name: 'End session…' }).click()
  const question = page.getByRole('dialog', { name: /End the session of process/ })
  await expect(question).toContainText('This is a session of Basedeck itself')
  await question.getByRole('button', { name: 'End session' }).click()
  await expect(page.getByText(/The session of process \d+ was ended/)).toBeVisible()
  expect((await holding).ok()).toBe(false)
  expect((await waiting).ok()).toBe(true)
  await expect(page.getByText('Nothing runs')).toBeVisible()
})
