/**
 * Extensions: installing, removing, why some are closed, and an administrator who opens one.
 * @covers database/extensions
 */
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

test('extensions are installed where PostgreSQL gives them to nobody, and closed ones say why', async ({
  page,
  start,
}) => {
  test.slow()
  const fresh = await start('cluster')
  await page.goto(`${fresh.url}/project/default/database/extensions`)
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect(row('plpgsql')).toContainText('Installed')

  await page.getByRole('button', { name: 'Install pg_stat_statements' }).click()
  await expect(page.getByText('pg_stat_statements is installed')).toBeVisible()
  await expect(row('pg_stat_statements')).toContainText('in extensions')

  await expect(row('dblink')).toContainText('Closed')
  await expect(row('dblink')).toContainText('An administrator of the installation can allow it')
  await page.getByRole('button', { name: 'Allow dblink for this project' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('connects from the server to every address')
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Install dblink' }).click()
  await expect(row('dblink')).toContainText('Installed')
  await page.getByRole('button', { name: 'Remove dblink' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row('dblink')).toContainText('Available')

  await page.getByRole('searchbox', { name: 'Search extensions' }).fill('trigram')
  await expect(page.getByRole('rowheader')).toHaveText(['pg_trgm'])
  await expectAccessible(page)

  await page.goto(`${fresh.url}/project/default/advisors/query-performance`)
  await expect(page.getByRole('heading', { name: 'Statements', exact: true })).toBeVisible()
})
