/**
 * The server dies under the page: nothing typed is lost, and the page says what happened.
 * @covers sql/gated-run, sql/query-pane, sql/run-*
 */
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

test(
  'killing the server in the middle of typing and of a run loses nothing',
  { tag: ['@engines', '@full'] },
  async ({ browser, start, engine }) => {
    const platform = await start(engine)
    const page = await browser.newPage({ baseURL: platform.url })
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run('create table kept (n int); insert into kept values (1), (2)', { confirm: true })
    await expect(page.getByText('Success. No rows returned').first()).toBeVisible()
    await sql.run('select pg_sleep(60)', { confirm: true })
    await expect(page.getByText(/^Running for/)).toBeVisible()
    await platform.end('SIGKILL')
    // A toast says it too.
    const lost = page.getByRole('alert').filter({ hasText: 'while the query ran' })
    await expect(lost).toContainText('The connection to the platform was lost while the query ran')

    await sql.write('select n from kept order by n')
    await platform.restart()
    await page.reload()
    await expect(page.locator('.monaco-editor').first()).toBeVisible()
    await expect.poll(() => sql.text()).toBe('select n from kept order by n')
    await sql.runButton.click()
    await expect(sql.grid.getByRole('gridcell', { name: '2', exact: true })).toBeVisible()
    await page.close()
  },
)
