/**
 * Policies: one is written with completion, tried as two roles, seen in the matrix, and deleted; row-level security is
 * switched; a user is added, looked at and acted as.
 * @covers auth
 */
import { expectAccessible } from './models/accessible.js'
import { ran } from './models/run-sql.js'
import { expect, test } from './models/test.js'

const ADA = '11111111-1111-4111-8111-111111111111'

test(
  'a policy is written from a template, tested as a visitor and a user, and deleted',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    test.slow()
    await ran(
      page,
      `drop schema if exists diaries cascade; create schema diaries; grant usage on schema diaries to anon, authenticated;
     create table diaries.entries (id int primary key, user_id uuid, entry text);
     insert into diaries.entries values (1, '${ADA}', 'mine'), (2, gen_random_uuid(), 'theirs');
     grant all on diaries.entries to anon, authenticated; select 1`,
    )
    await page.goto('/project/default/auth/policies?schema=diaries')
    const card = page.getByRole('region', { name: /^entries/ })
    await expect(card).toContainText('RLS off')
    await card.getByRole('button', { name: 'Actions of the table entries' }).click()
    await page.getByRole('menuitem', { name: 'Turn on RLS' }).press('Enter')
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(question).toContainText('enable row level security')
    await question.getByRole('button', { name: 'Turn on' }).click()
    await expect(card).toContainText('RLS on')

    await card.getByRole('button', { name: 'New policy' }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'New policy on entries' })
    await panel.getByLabel('Template').selectOption({ label: 'Users do everything with their own rows' })
    await expect(panel.getByRole('region', { name: 'SQL' })).toContainText('for all')
    // The list behind it may be drawn anew meanwhile.
    await expectAccessible(page, '[role="dialog"]')
    await panel.getByRole('button', { name: 'Create policy' }).click()
    await expect(page.getByText('Created policy Users do everything with their own rows')).toBeVisible()
    await expect(
      card.getByRole('rowheader', { name: 'Users do everything with their own rows' }),
    ).toBeVisible()
    expect(
      await ran(page, `select count(*) from pg_policy where polrelid = 'diaries.entries'::regclass`),
    ).toBe('1')

    await page.getByRole('tab', { name: 'Tester' }).click()
    await page.getByLabel('Table', { exact: true }).selectOption('entries')
    await page.getByRole('button', { name: 'Run test' }).click()
    await expect(page.getByText('The role sees 0 of 2 rows.')).toBeVisible()
    await expect(page.getByText('No permissive policy covers it').first()).toBeVisible()
    await page.getByRole('button', { name: 'Role anon' }).click()
    const chooser = page.getByRole('dialog', { name: 'Test as' })
    await chooser.getByRole('radio', { name: 'An external user' }).check()
    await chooser.getByLabel('User id').fill(ADA)
    await chooser.getByRole('button', { name: 'Use this role' }).click()
    await page.getByLabel('Operation').selectOption('update')
    await page.getByLabel('New values').fill('{"entry": "changed"}')
    await page.getByRole('button', { name: 'Run test' }).press('Enter')
    await expect(page.getByRole('heading', { name: '1 allowed, 1 hidden' })).toBeVisible()
    await expect(
      page.getByText('None of Users do everything with their own rows holds').first(),
    ).toBeVisible()
    await expectAccessible(page)
    expect(await ran(page, `select entry from diaries.entries where id = 1`)).toBe('mine')

    await page.getByRole('tab', { name: 'Matrix' }).click()
    const matrix = page.getByRole('table', { name: 'Roles and operations on tables of diaries' })
    await expect(matrix.getByRole('row', { name: /^entries/ })).toContainText('no rows')
    await expectAccessible(page)

    await page.getByRole('tab', { name: 'Policies' }).click()
    await card.getByRole('button', { name: 'Actions of the policy Users do everything' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(card).toContainText('No policies: other roles than the owner see no rows')
  },
)

test('a user is added, looked at, banned and acted as', async ({ page }) => {
  test.slow()
  await ran(page, `delete from auth.users where email = 'grace@example.com'; select 1`)
  await page.goto('/project/default/auth/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const form = page.getByRole('dialog', { name: 'Add user' })
  await form.getByLabel('Email').fill('grace@example.com')
  await form.getByRole('button', { name: 'Add user' }).click()
  const panel = page.getByRole('dialog', { name: 'grace@example.com' })
  await expect(panel.getByRole('region', { name: 'Account' })).toContainText('email_confirmed_at')
  await panel.getByRole('textbox', { name: 'User metadata' }).fill('{"team": 7}')
  await panel.getByRole('form', { name: 'User metadata' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved the metadata')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Ban…' }).click()
  await page.getByRole('button', { name: 'Ban user' }).click()
  await expect(panel.getByRole('button', { name: 'Lift ban' })).toBeVisible()
  await page.reload()
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Act as this user in the SQL editor' }).click()
  await expect(page).toHaveURL(/\/sql\//)
  await expect(page.getByRole('button', { name: 'Role grace@example.com' })).toBeVisible()
  await page.goto('/project/default/auth/users?search=GRACE@')
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('Banned')
  await page.getByRole('button', { name: 'Open user grace@example.com' }).click()
  await panel.getByRole('button', { name: 'Delete user…' }).click()
  await page.getByRole('button', { name: 'Delete user', exact: true }).click()
  await expect(page.getByText('No user matches')).toBeVisible()
})
