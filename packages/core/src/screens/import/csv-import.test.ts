import type { StatementResult } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { importColumnsStatement, importTablesStatement } from '../../sql/index.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { CatalogueListScreen } from '../catalogue/catalogue-list.js'
import type { CsvImport } from './csv-import.js'

let opened: OpenedScreen<CatalogueListScreen> | undefined
afterEach(() => opened?.end())

const result = (rows: (string | null)[][]): { results: StatementResult[] } => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = (await openScreen('tables', '/project/default/database/tables', (fake) => {
    fake.answer(importTablesStatement('public').query, result([['1', 'goods']]))
    fake.answer(
      importColumnsStatement('public', 'goods').query,
      result([
        ['id', 'bigint', 'true', 'false'],
        ['unit price', 'numeric', 'false', 'false'],
        ['total', 'numeric', 'false', 'true'],
      ]),
    )
    prepare?.(fake)
  })) as unknown as OpenedScreen<CatalogueListScreen>
  const { screen, watch, until } = opened
  const { importing } = screen
  if (!importing) throw new Error('Tables can be imported')
  const control = watch(importing.$control)
  const panel = watch(importing.$panel)
  importing.open()
  await until(() => expect(panel()).not.toBeNull())
  const csv = panel() as CsvImport
  watch(csv.$start, csv.$preview, csv.target.$columns, csv.target.$plan, csv.target.$tables, csv.run.$state)
  await until(() => expect(control()).toBeDefined())
  return { ...opened, importing, control, csv }
}

const file = (name: string, text: string) => ({ name, sizeBytes: text.length, text: async () => text })

test('pasted rows become a new table: types, names, and a number that counts up', async () => {
  const { csv, fake, until } = await open()
  expect(csv.$start.get()).toMatchObject({ disabled: true, hint: 'Choose a file first.' })
  expect(await csv.source.paste('name,amount\nAda,1\n')).toBe(true)
  expect(csv.$preview.get()).toMatchObject({
    names: ['name', 'amount'],
    rows: [{ line: 2, cells: ['Ada', '1'] }],
  })
  expect(csv.target.$columns.get()).toMatchObject([
    { column: 'name', type: 'text', example: 'Ada' },
    { column: 'amount', type: 'int8' },
  ])
  csv.target.nameTable('')
  expect(csv.$start.get().hint).toBe('Enter a name for the table.')
  csv.target.nameTable('pasted')
  csv.target.chooseColumn(0, 'amount')
  expect(csv.$start.get().hint).toBe('Two columns are called amount.')
  csv.target.chooseColumn(0, null)
  await until(() => expect(csv.$start.get().disabled).toBe(false))
  await csv.start()
  expect(csv.run.$state.get()).toMatchObject({ status: 'imported', message: '1 row imported into pasted' })
  expect(fake.imports.files).toEqual([
    {
      plan: expect.objectContaining({
        schema: 'public',
        table: 'pasted',
        columns: ['amount'],
        create: { types: { amount: 'int8' }, rowSecurity: true, idColumn: 'id' },
        empty: 'quoted',
        form: { type: 'direct', header: false, delimiter: ',', quote: '"' },
      }),
      lines: ['1'],
    },
  ])
})

test('row-level security of a new table is on unless it is switched off', async () => {
  const { csv, fake, until } = await open()
  await csv.source.paste('name,amount\nAda,1\n')
  csv.target.nameTable('pasted')
  expect(csv.target.$rowSecurity.get()).toBe(true)
  csv.target.chooseRowSecurity(false)
  await until(() => expect(csv.$start.get().disabled).toBe(false))
  await csv.start()
  expect(fake.imports.files.map(({ plan }) => plan.create?.rowSecurity)).toEqual([false])
})

test.each([
  ['goods', '/project/default/editor/1'],
  ['gone', '/project/default/editor'],
])('after an import into %s its rows are opened at %s', async (table, pathname) => {
  const { csv, host, until } = await open()
  await csv.source.paste('id,unit price\n1,2\n')
  csv.target.nameTable(table)
  await until(() => expect(csv.$start.get().disabled).toBe(false))
  await csv.start()
  await csv.openTable()
  expect(host.navigation.current().pathname).toBe(pathname)
})

test('a file goes into a table where its names fit; what is missing is told', async () => {
  const { csv, until, fake } = await open()
  await csv.source.take(file('goods.csv', 'Unit Price;total\n1;2\n'))
  csv.target.chooseKind('existing')
  expect(csv.$start.get().hint).toBe('Choose a table.')
  csv.target.chooseTable('goods')
  await until(() =>
    expect(csv.$start.get().hint).toBe('id needs a value, and the file has no column for it.'),
  )
  expect(csv.target.$columns.get().map(({ column }) => column)).toEqual(['unit price', null])
  csv.target.chooseColumn(1, 'id')
  await until(() => expect(csv.$start.get()).toMatchObject({ disabled: false }))
  await csv.start()
  // Plain cells in all of their columns: the file goes as it is.
  expect(fake.imports.files.map(({ plan }) => plan.form)).toEqual([
    { type: 'direct', header: true, delimiter: ';', quote: '"' },
  ])
  expect(csv.run.$state.get()).toMatchObject({ status: 'imported', rows: 1 })
})

test('a file that is refused as it is is checked line by line, and its bad rows are listed', async () => {
  const { csv, fake, until } = await open((platform) => {
    platform.imports.rejected = [
      { type: 'rejected', line: 3, column: 1, reason: 'invalid input', cells: ['2', 'x'.repeat(200)] },
    ]
  })
  await csv.source.take(file('goods.csv', 'a,b\n1,1\n2,xx\n'))
  await until(() => expect(csv.$start.get()).toMatchObject({ disabled: false }))
  await csv.start()
  expect(fake.imports.files.map(({ plan }) => plan.form.type)).toEqual(['direct', 'checked'])
  expect(csv.run.$state.get()).toMatchObject({
    status: 'refused',
    message: 'Nothing was imported: 1 row can’t be saved. Correct the file, or skip it.',
    listed: [{ line: 3, column: 'b', value: `${'x'.repeat(100)}…`, reason: 'invalid input' }],
  })
})

test('skipped rows are kept in a file like the one that was imported', async () => {
  const { csv, host, until } = await open()
  await csv.source.take(file('goods.csv', 'a;b\n1;"1;x"\n2;3;4\n"x"y;1\n'))
  csv.setOptions({ onBadRows: 'skip' })
  await until(() => expect(csv.$start.get()).toMatchObject({ disabled: false }))
  await csv.start()
  expect(csv.run.$state.get()).toMatchObject({
    status: 'imported',
    message: '1 row imported into goods, 2 rows skipped',
    listed: [{ line: 3, reason: 'It has 3 cells, and the file has 2 columns.' }, { line: 4 }],
  })
  csv.run.saveRejected()
  expect(host.saved[0]?.name).toBe('goods – skipped rows.csv')
})

test('the skipped rows are kept as they were written', async () => {
  const { csv, host, until } = await open()
  const text = 'Title\n\na;b;\r\n1;"1,5";\r\n2;"3,5";4;\r\n'
  await csv.source.take(file('goods.csv', text))
  expect(csv.source.$reading.get()).toMatchObject({ skipLines: 2, endsInDelimiter: true, columns: 2 })
  csv.setOptions({ onBadRows: 'skip' })
  await until(() => expect(csv.$start.get()).toMatchObject({ disabled: false }))
  await csv.start()
  csv.run.saveRejected()
  expect(await host.saved[0]?.blob?.text()).toBe('a;b;\n2;"3,5";4;\n')
})

test('the first row is compared with the others; another decision is one click away', async () => {
  const { csv } = await open()
  await csv.source.paste('land,2019,2020,\nDE,1,2,x\nFR,3,4,y\n')
  expect(csv.source.$reading.get()).toMatchObject({ hasHeader: true })
  expect(csv.source.$headNotes.get()).toEqual([
    'Its numbers are years above other numbers.',
    'Column 4 has no name in the file; one was made.',
  ])
  expect(csv.target.$columns.get().map(({ column }) => column)).toEqual(['land', '2019', '2020', 'Column 4'])
  csv.source.read({ hasHeader: false })
  expect(csv.$preview.get()?.rows).toHaveLength(3)
  expect(csv.source.$headNotes.get()).toEqual([])
})

test('what most values fit is told, and taken by one click; the values are then read so', async () => {
  const { csv, fake, until } = await open()
  await csv.source.paste('amount;day;note\n1.234,50 €;31.12.2026;\n7,5;1.1.2027;""\n')
  expect(csv.target.$columns.get()).toMatchObject([
    {
      type: 'text',
      better: {
        note: 'All 2 values that were looked at fit numeric, written 1.234,50.',
        label: 'Use numeric',
      },
    },
    { type: 'text', better: { label: 'Use date' } },
    { type: 'text', better: null },
  ])
  csv.target.takeBetter(0)
  csv.target.takeBetter(1)
  expect(csv.target.$columns.get()).toMatchObject([
    { type: 'numeric', format: 'decimal-comma', better: null },
    { type: 'date', format: 'dmy' },
    {},
  ])
  await until(() => expect(csv.$start.get().disabled).toBe(false))
  await csv.start()
  expect(fake.imports.files[0]?.lines).toEqual(['1234.50,2026-12-31,', '7.5,2027-01-01,""'])
})

test('a type that would drop something says so', async () => {
  const { csv } = await open()
  await csv.source.paste('at,x\n2026-01-01 10:00+02,1\n')
  expect(csv.target.$columns.get()[0]).toMatchObject({ type: 'timestamptz', loss: null })
  csv.target.setType(0, 'timestamp')
  expect(csv.target.$columns.get()[0]?.loss).toBe('1 value has a time zone, which this type drops.')
})

test('a column whose values differ can be the key; else a number counts up', async () => {
  const { csv } = await open()
  await csv.source.paste('code,name,x\nA1,Ada,1\nB2,Bob,1\n')
  expect(csv.target.$keys.get().map(({ value }) => value)).toEqual(['identity', 0, 1, 'none'])
  expect(csv.target.$key.get()).toBe(0)
  expect(csv.target.$plan.get()?.create).toMatchObject({ primaryKey: 'code' })
  csv.target.chooseKey('identity')
  expect(csv.target.$plan.get()?.create).toMatchObject({ idColumn: 'id' })
  csv.target.chooseKey('none')
  expect(csv.target.$plan.get()?.create).not.toHaveProperty('idColumn')
  await csv.source.paste('name\nAda\nAda\n')
  expect(csv.target.$key.get()).toBe('identity')
  await csv.source.paste('id,name\n1,Ada\n1,Bob\n')
  expect(csv.target.$key.get()).toBe('none')
})

test('a first record of half a megabyte and more is read', async () => {
  const { csv, until } = await open()
  await csv.source.take(file('long.csv', `name;note\nAda;"${'x\n'.repeat(400_000)}"\nBob;b\n`))
  await until(() => expect(csv.$start.get()).toMatchObject({ disabled: false }))
  expect(csv.$preview.get()?.rows.map(({ cells }) => cells[0])).toEqual(['Ada', 'Bob'])
})

test('a file that has changed since it was chosen is told', async () => {
  const { csv, until } = await open()
  let isChanged = false
  const blob = new Blob(['a,b\n1,"x"\n'])
  const refused = () => Promise.reject(new Error('changed'))
  const changing = {
    size: blob.size,
    slice: (...range: [number, number]) => ({
      arrayBuffer: () => (isChanged ? refused() : blob.slice(...range).arrayBuffer()),
    }),
    stream: () => {
      if (isChanged) throw new Error('changed')
      return blob.stream()
    },
  } as unknown as Blob
  await csv.source.take({ name: 'a.csv', sizeBytes: blob.size, text: async () => '', blob: changing })
  await until(() => expect(csv.$start.get()).toMatchObject({ disabled: false }))
  isChanged = true
  await csv.start()
  expect(csv.run.$state.get()).toMatchObject({
    status: 'failed',
    detail: 'The file has changed or was moved since it was chosen. Choose it again.',
  })
})

test('a sequence that the role may not move is told with the rows', async () => {
  const { csv, until } = await open((platform) => void (platform.imports.behind = ['id']))
  await csv.source.take(file('goods.csv', 'id\n5\n'))
  await until(() => expect(csv.$start.get()).toMatchObject({ disabled: false }))
  await csv.start()
  expect(csv.run.$state.get()).toMatchObject({
    status: 'imported',
    message:
      '1 row imported into goods. New rows may get values of id that were imported: the role has no UPDATE on the sequence, so it was not moved.',
  })
})

test.each([
  ['', 'This file is empty.'],
  ['\n \r\n\t\n\n', 'This file has only empty lines.'],
  [
    'x,y;z'.repeat(13 * 1024 * 1024),
    'Line 1 is longer than 64 MB. A CSV file has a row on each line: look at its line breaks and quotes.',
  ],
  [`${'a,'.repeat(1600)}\n`, 'A file has at most 1598 columns.'],
])('a file that can’t be imported says so: %.10j', async (text, problem) => {
  const { csv } = await open()
  await csv.source.take(file('x.csv', text))
  expect(csv.source.$problem.get()).toBe(problem)
  expect(csv.$start.get()).toMatchObject({ disabled: true, hint: problem })
})

test('a file that is too large for the engine is refused before it is sent', async () => {
  const { csv, fake, until } = await open()
  await until(() => expect(fake.requests.some(({ path }) => path.endsWith('/databases'))).toBe(true))
  const blob = { size: 201 * 1024 * 1024 } as Blob
  await until(async () => {
    await csv.source.take({ name: 'large.csv', sizeBytes: blob.size, text: async () => '', blob })
    expect(csv.source.$problem.get()).toBe('The file has 201 MB. Files of at most 200 MB')
  })
})

test('another encoding reads the file again; one that does not fit names the line', async () => {
  const { csv, until } = await open()
  const bytes = new Uint8Array([...new TextEncoder().encode('a,b\n'), 0xfc, 0x2c, 0x31, 0x0a])
  await csv.source.take({
    name: 'l.csv',
    sizeBytes: bytes.length,
    text: async () => undefined,
    blob: new Blob([bytes]),
  })
  expect(csv.source.$reading.get()).toMatchObject({ encoding: 'windows-1252', columns: 2 })
  expect(csv.$preview.get()?.rows[0]?.cells[0]).toBe('ü')
  csv.source.read({ encoding: 'utf-8', quote: "'" })
  await until(() => expect(csv.$start.get()).toMatchObject({ disabled: false }))
  csv.target.chooseColumn(0, null)
  await csv.start()
  expect(csv.run.$state.get()).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/^Near line \d the file is not UTF-8/),
  })
})

test('a running import is not closed without a question, and can be cancelled', async () => {
  const { csv, fake, until } = await open()
  await csv.source.take(file('goods.csv', 'a,b\n1,"x"\n'))
  await until(() => expect(csv.$start.get()).toMatchObject({ disabled: false }))
  fake.intercept = ({ path, method }) =>
    path.endsWith('/import') && method === 'POST' ? new Promise(() => undefined) : undefined
  const ended = csv.start()
  await until(() => expect(csv.run.$state.get()).toMatchObject({ status: 'running', phase: 'Sending' }))
  expect(csv.leave()).toBe(false)
  expect(csv.$isLeaving.get()).toBe(true)
  csv.run.cancel()
  await ended
  expect(csv.run.$state.get()).toMatchObject({ status: 'cancelled' })
  expect(fake.requests.some(({ method, path }) => method === 'DELETE' && path.includes('/query/'))).toBe(true)
  csv.stay()
  expect(csv.leave()).toBe(true)
})

test('a reader is told why not', async () => {
  const { control, until } = await open((fake) => {
    fake.accounts.required = false
    grantOnly(fake, ['read', '%'])
  })
  await until(() => expect(control()).toEqual({ disabled: true, hint: 'Your role is read-only here.' }))
})
