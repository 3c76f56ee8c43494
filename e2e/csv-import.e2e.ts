/**
 * CSV files into tables, in a browser.
 * @covers catalogue, import
 */
import { expect as check, type Page } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

test.use({ usualEngine: 'pglite' })

const QUERY = '/platform/pg-meta/default/query'
const TABLES = '/project/default/database/tables'

/** Runs SQL through the platform's API. @returns the rows of the last statement */
async function rows(page: Page, query: string): Promise<(string | null)[][]> {
  const answer = await page.request.post(QUERY, {
    headers: { Version: '2' },
    data: { query, runId: crypto.randomUUID() },
  })
  check(answer.status()).toBe(200)
  const { results } = (await answer.json()) as { results: { rows: (string | null)[][] }[] }
  return results.at(-1)?.rows ?? []
}

async function open(page: Page): Promise<void> {
  await page.goto(TABLES)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expect(page.getByRole('dialog', { name: 'Import CSV' })).toBeVisible()
}

/** Drops a file on the panel. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ file, bytes }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], file))
      return data
    },
    { file: name, bytes: content.toString('base64') },
  )
  const target = page.getByRole('group', { name: 'File' })
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await target.dispatchEvent('drop', { dataTransfer: transfer })
}

const start = (page: Page) => page.getByRole('button', { name: /^Import( about .*)?$/ })

test(
  'rows that are pasted become a new table with fitting types',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    await rows(page, 'drop table if exists pasted')
    await open(page)
    await expectAccessible(page)
    await page
      .getByRole('textbox', { name: 'Paste rows' })
      .fill('name\tamount\tday\nAda\t9007199254740993\t2026-01-31\n"Bob ""B"""\t\t\n')
    await page.getByRole('button', { name: 'Use these rows' }).click()
    await expect(page.getByRole('combobox', { name: 'Delimiter' })).toHaveValue('\t')
    await expect(page.getByRole('rowheader', { name: '2', exact: true })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Type of the column for amount' })).toHaveValue('int8')
    await expect(page.getByRole('combobox', { name: 'Type of the column for day' })).toHaveValue('date')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Table name' }).fill('pasted')
    await start(page).click()
    await expect(page.getByRole('status').filter({ hasText: '2 rows imported into pasted' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('link', { name: 'pasted', exact: true })).toBeVisible()
    expect(await rows(page, 'select * from pasted order by id')).toEqual([
      ['1', 'Ada', '9007199254740993', '2026-01-31'],
      ['2', 'Bob "B"', null, null],
    ])
  },
)

test(
  'bad rows are listed and nothing is imported; skipped, they are kept in a file',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    await rows(
      page,
      'drop table if exists goods; create table goods (id int8 primary key, "unit price" numeric, note text)',
    )
    await open(page)
    const file = 'ID;Unit Price;Remark\n1;1.50;a\n2;much;b\n3;2;c;d\n1;3;again\n4;4;"e;f"\n'
    await drop(page, 'goods.csv', Buffer.from(file))
    await page.getByRole('radio', { name: 'An existing table' }).check()
    await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption('goods')
    await expect(page.getByRole('combobox', { name: 'Column of the table for ID' })).toHaveValue('id')
    await expect(page.getByRole('combobox', { name: 'Column of the table for Unit Price' })).toHaveValue(
      'unit price',
    )
    await expect(page.getByRole('combobox', { name: 'Column of the table for Remark' })).toHaveValue('')
    await page.getByRole('combobox', { name: 'Column of the table for Remark' }).selectOption('note')
    await start(page).click()
    await expect(page.getByRole('alert')).toContainText('Nothing was imported: 3 rows can’t be saved.')
    const listed = page.getByRole('region', { name: 'Rows that were not imported' }).first().getByRole('row')
    await expect(listed.nth(1)).toHaveText(
      /3.*Unit Price.*much.*invalid input syntax for type numeric: "much"/,
    )
    await expect(listed.nth(2)).toHaveText(/4.*It has 4 cells, and the file has 3 columns/)
    await expect(listed.nth(3)).toHaveText(/5.*duplicate key value/)
    await expectAccessible(page)
    expect(await rows(page, 'select * from goods')).toEqual([])

    await page.getByRole('radio', { name: 'Skip them, and keep them in a file' }).check()
    await start(page).click()
    await expect(page.getByText('2 rows imported into goods, 3 rows skipped')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the skipped rows' }).click()
    const saved = await (await download).path()
    expect(await readFile(saved, 'utf8')).toBe('ID;Unit Price;Remark\n2;much;b\n3;2;c;d\n1;3;again\n')
    expect(await rows(page, 'select * from goods order by id')).toEqual([
      ['1', '1.50', 'a'],
      ['4', '4', 'e;f'],
    ])
  },
)

test('a refused import is seen from the last field, and the imported rows are one press away', async ({
  page,
}) => {
  await rows(page, 'drop table if exists prices')
  await open(page)
  const file = `${Array.from({ length: 20 }, (_, at) => `c${at}`).join(',')}\n${'1,'.repeat(19)}1\n${'1,'.repeat(19)}x\n`
  await drop(page, 'prices.csv', Buffer.from(file))
  await page.getByRole('combobox', { name: 'Type of the column for c19' }).selectOption('int8')
  await page.getByRole('radio', { name: 'Skip them, and keep them in a file' }).scrollIntoViewIfNeeded()
  await start(page).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was imported: 1 row can’t be saved.')
  await expect(page.getByRole('alert')).toBeInViewport()
  await page.getByRole('radio', { name: 'Skip them, and keep them in a file' }).check()
  await start(page).click()
  await page.getByRole('button', { name: 'Open the table' }).click()
  await expect(page).toHaveURL(/\/editor\/\d+\?schema=public$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  expect(await rows(page, `select relrowsecurity from pg_class where relname = 'prices'`)).toEqual([['t']])
})

test('a file in Latin-1, with quotes that don’t match', async ({ page }) => {
  await rows(page, 'drop table if exists latin')
  await open(page)
  await drop(page, 'latin.csv', Buffer.from('name,size\nMüller,5" pipe\n"a"b,1\n', 'latin1'))
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('windows-1252')
  await expect(page.getByRole('cell', { name: 'Müller' })).toBeVisible()
  await start(page).click()
  await expect(page.getByRole('alert')).toContainText('1 row can’t be saved')
  await expect(page.getByText('Its quotes don’t match.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Quotes' }).selectOption('')
  await start(page).click()
  await expect(page.getByText('2 rows imported into latin')).toBeVisible()
  expect(await rows(page, 'select name, size from latin order by id')).toEqual([
    ['Müller', '5" pipe'],
    ['"a"b', '1'],
  ])
})

test(
  'a file is taken as it is: title, years as names, decimal commas, days, NULL and empty texts, its own key',
  { tag: '@engines' },
  async ({ page }) => {
    await rows(page, 'drop table if exists sales')
    await open(page)
    const file = [
      'Sales of the year;;',
      '',
      'code;2019;2020;day;note;name;',
      '007;1.234,50 €;2;31.12.2026;"";;',
      '008;7,5;-3;1.2.2027;\\N;x;',
      '',
    ].join('\r\n')
    await drop(page, 'sales.csv', Buffer.from(file, 'utf16le'))
    await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('utf-16le')
    await expect(page.getByRole('spinbutton', { name: 'Lines before the head' })).toHaveValue('2')
    await expect(page.getByRole('textbox', { name: 'NULL is written as' })).toHaveValue('\\N')
    const head = page.getByRole('switch', { name: 'The first row is the head' })
    await expect(head).toBeChecked()
    await expect(page.getByText('It has names above numbers')).toBeVisible()
    await expect(page.getByRole('cell', { name: 'NULL' })).toBeVisible()
    await head.uncheck()
    await expect(page.getByRole('cell', { name: 'code', exact: true })).toBeVisible()
    await head.check()
    await expect(page.getByRole('combobox', { name: 'Primary key' })).toHaveValue('0')
    await expect(
      page.getByText('All 2 values that were looked at fit date, written 31.12.2026.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Use date' }).click()
    await expect(page.getByRole('combobox', { name: 'Type of the column for day' })).toBeFocused()
    await page.getByRole('button', { name: 'Use numeric' }).click()
    await expect(page.getByRole('combobox', { name: 'Format of the values of 2019' })).toHaveValue(
      'decimal-comma',
    )
    await expectAccessible(page)
    await start(page).click()
    await expect(page.getByText('2 rows imported into sales')).toBeVisible()
    expect(await rows(page, 'select * from sales order by code')).toEqual([
      ['007', '1234.50', '2', '2026-12-31', '', ''],
      ['008', '7.5', '-3', '2027-02-01', null, 'x'],
    ])
    expect(
      await rows(
        page,
        `select attname, format_type(atttypid, atttypmod), coalesce(indisprimary, false)::text from pg_attribute
          left join pg_index on indrelid = attrelid and attnum = any(indkey)
          where attrelid = 'sales'::regclass and attnum > 0 order by attnum`,
      ),
    ).toEqual([
      ['code', 'text', 'true'],
      ['2019', 'numeric', 'false'],
      ['2020', 'bigint', 'false'],
      ['day', 'date', 'false'],
      ['note', 'text', 'false'],
      ['name', 'text', 'false'],
    ])
  },
)

test('a file that is no CSV says what is wrong with it', async ({ page }) => {
  await open(page)
  const problem = page.getByRole('alert')
  await drop(page, 'wide.csv', Buffer.from(`${'a,'.repeat(1999)}a\n`))
  await expect(problem).toHaveText('A file has at most 1598 columns.')
  await drop(page, 'blank.csv', Buffer.from('\n  \n\r\n'))
  await expect(problem).toHaveText('This file has only empty lines.')
  // The first letters are UTF-8, those behind the sample are not.
  const mixed = Buffer.concat([
    Buffer.from(`name,x\n${'ü,"1"\n'.repeat(100_000)}`),
    Buffer.from('ü,2\n', 'latin1'),
    Buffer.from('ü,3\n', 'utf16le'),
  ])
  await drop(page, 'mixed.csv', mixed)
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('utf-8')
  await start(page).click()
  await expect(problem).toContainText(/Near line \d+ the file is not UTF-8/)
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await drop(page, 'nul.csv', Buffer.from('name,x\na\0b,1\nc,2\n'))
  await start(page).click()
  await expect(problem).toContainText('1 row can’t be saved')
  await expect(page.getByText('It contains the character NUL, which PostgreSQL can’t store.')).toBeVisible()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await drop(page, 'head.csv', Buffer.from('name,x\n'))
  await expect(page.getByText('This file has no rows besides its header.')).toBeVisible()
})

for (const [encoding, hex, name] of [
  [
    'windows-1251',
    'e8ecff2ce3eef0eee40ac0edede02ccceef1eae2e00acfb8f2f02cd1e0edeaf22dcfe5f2e5f0e1f3f0e30a',
    'Анна',
  ],
  ['shift_jis', '96bc914f2c93738e730a8e52936382b382f12c938c8b9e0a', '山田さん'],
  ['gb18030', 'd0d5c3fb2cb3c7cad00ad5c5ceb02cb1b1bea90acdf5b7bc2cc9cfbaa30a', '张伟'],
  ['big5', 'a96da6572cabb0a5ab0ab3afa46aa4e52cbb4fa55f0aaa4ca470a96a2cb0aab6af0a', '陳大文'],
  [
    'utf-16be',
    '0438043c044f002c0433043e0440043e0434000a0410043d043d0430002c041c043e0441043a04320430000a',
    'Анна',
  ],
] as const)
  test(`a file in ${encoding} is found, shown and written @whole`, async ({ page }) => {
    await rows(page, 'drop table if exists people')
    await open(page)
    await drop(page, 'people.csv', Buffer.from(hex, 'hex'))
    await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue(encoding)
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
    // Another choice is shown at once, and back.
    await page.getByRole('combobox', { name: 'Encoding' }).selectOption('windows-1252')
    await expect(page.getByRole('cell', { name, exact: true })).toBeHidden()
    await page.getByRole('combobox', { name: 'Encoding' }).selectOption(encoding)
    await start(page).click()
    await expect(page.getByText(/rows? imported into people/)).toBeVisible()
    const names = await rows(page, 'select to_jsonb(people) - $$id$$ from people order by id')
    expect(names[0]?.[0]).toContain(name)
  })

test('a file that changes before it is imported says so, and is imported when it is chosen again', async ({
  page,
}, info) => {
  await rows(page, 'drop table if exists growing')
  await open(page)
  const path = info.outputPath('growing.csv')
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file…' }).click()
    await (await chooser).setFiles(path)
    await expect(page.getByRole('cell', { name: 'x', exact: true })).toBeVisible()
  }
  await writeFile(path, 'a,b\nx,1\n')
  await choose()
  await writeFile(path, 'a,b\nx,1\ny,2\n')
  await start(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'The file has changed or was moved since it was chosen.',
  )
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose()
  await start(page).click()
  await expect(page.getByText('2 rows imported into growing')).toBeVisible()
  expect(await rows(page, 'select a, b from growing order by b')).toEqual([
    ['x', '1'],
    ['y', '2'],
  ])
})

test('a file with a thousand columns @whole', async ({ page }) => {
  await rows(page, 'drop table if exists wide')
  await open(page)
  const names = Array.from({ length: 1000 }, (_, at) => `c${at}`)
  await drop(
    page,
    'wide.csv',
    Buffer.from(`${names.join(',')}\n${names.map((_, at) => at % 10).join(',')}\n`),
  )
  await start(page).click()
  await expect(page.getByText('1 row imported into wide')).toBeVisible()
  expect(await rows(page, 'select c999 from wide')).toEqual([['9']])
})

test('a cancel in the middle leaves nothing', { tag: '@engines' }, async ({ page }) => {
  await rows(page, 'drop table if exists long_one')
  await open(page)
  // The quotes make it be checked line by line, and the bad row row by row.
  const file = `a,b\n${'1,"x"\n'.repeat(400_000)}x,y\n`
  await drop(page, 'long_one.csv', Buffer.from(file))
  await start(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The import was cancelled; nothing was saved')).toBeVisible()
  expect(await rows(page, `select to_regclass('long_one')`)).toEqual([[null]])
  await expect(start(page)).toBeVisible()
})
