/** Makes the pictures of the README from the running product: `node scripts/screenshots.mjs`. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findOrInstallChromium } from './machine.mjs'
import { buildWhenStale, root } from './workspace.mjs'

const TABLES = `
create table customers (id bigint generated always as identity primary key, name text not null);
create table orders (
  id bigint generated always as identity (start with 9007199254740450) primary key,
  customer_id bigint references customers, total numeric(10, 2), placed_at timestamptz, line jsonb);
insert into customers (name) values ('Aino Berg'), ('Kofi Mensah'), ('Lucía Ortega'), ('Wen Li'), ('Noor Haddad'), ('Elif Kaya'), ('Tomáš Novák'), ('Priya Nair');
insert into orders (customer_id, total, placed_at, line)
select 1 + n % 8, round((sqrt(n) * 180 + 40)::numeric, 2), timestamptz '2026-11-19 14:02:11+01' - n * interval '7 hours 13 minutes',
  case when n % 4 = 3 then null else jsonb_build_object('sku', 'DX-' || 100 + n % 90, 'qty', 1 + n % 12) end
from generate_series(1, 400) n;`

const QUERY = `-- orders above the average, newest first
select o.id, o.customer_id, c.name, o.total, o.placed_at, o.line
from orders o
join customers c on c.id = o.customer_id
where o.total > (select avg(total) from orders)
order by o.placed_at desc;
`

buildWhenStale()
const folder = mkdtempSync(join(tmpdir(), 'basedeck-pictures-'))
chmodSync(folder, 0o755)
const args = [
  join(root, 'apps/platform/dist/main.js'),
  '--port',
  '0',
  '--api-port',
  '0',
  '--data-dir',
  join(folder, 'data'),
]
const platform = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
const url = await new Promise((resolve) => {
  let output = ''
  platform.stdout.on('data', (chunk) => {
    output += chunk
    if (/database +open/.test(output)) resolve(/at (http:\S+)/.exec(output)[1])
  })
})
await fetch(`${url}/platform/pg-meta/default/query`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: TABLES }),
})

const browser = await chromium.launch({
  executablePath: await findOrInstallChromium(),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-background-networking',
  ],
})
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript((value) => localStorage.setItem('basedeck:theme', value), theme)
  await page.goto(`${url}/project/default/sql/1`)
  await page.locator('.monaco-editor').first().waitFor()
  await page.getByRole('textbox', { name: 'SQL', exact: true }).focus()
  await page.keyboard.insertText(QUERY)
  await page.keyboard.press('ControlOrMeta+Enter')
  const question = page.getByRole('dialog').getByRole('button', { name: 'Run' })
  const grid = page.getByRole('grid')
  await question.or(grid).first().waitFor()
  if (await question.isVisible()) await question.click()
  await grid.getByRole('gridcell', { name: 'Lucía Ortega' }).first().click()
  await page.screenshot({ path: join(root, `docs/images/sql-editor-${theme}.png`) })
  await page.close()
}
await browser.close()
platform.kill('SIGTERM')
await new Promise((resolve) => platform.once('exit', resolve))
rmSync(folder, { recursive: true, force: true })
