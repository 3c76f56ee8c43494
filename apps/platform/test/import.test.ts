/** CSV files into tables, on both engines: as they are, line by line, refused whole or without the bad rows. */
import { encodingOf, linesOfFile, rowsOfFile, type CsvReading } from '@basedeck/core/rules'
import { quoteLiteral } from '@basedeck/core/sql'
import {
  beginExport,
  cancelQuery,
  IMPORT_TYPES,
  importProgress,
  PlatformError,
  type ImportFile,
  type ImportPlan,
  type ImportType,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
const CHECKED = { type: 'checked', onBadRows: 'refuse' } as const
const SKIPPING = { type: 'checked', onBadRows: 'skip' } as const
const DIRECT = { type: 'direct', header: true, delimiter: ',', quote: '"' } as const

describe.each(['cluster', 'pglite'] as const)('imports on %s', (kind) => {
  let running: RunningApp
  let runs = 0
  beforeAll(async () => {
    running = await runApp(kind)
  })
  afterAll(() => running.stop())

  async function rows(query: string): Promise<(string | null)[][]> {
    const database = await running.life.database('default')
    const { results } = await database.run({ runId: `q${runs++}`, query })
    return results.at(-1)?.rows ?? []
  }
  async function table(columns: string): Promise<string> {
    const name = `goods ${runs++}`
    await rows(`create table "${name}" (${columns})`)
    return name
  }
  const planOf = (
    table: string,
    columns: ImportPlan['columns'],
    more: Partial<ImportPlan> = {},
  ): ImportPlan => ({
    runId: `i${runs++}`,
    schema: 'public',
    table,
    columns,
    empty: 'null',
    form: CHECKED,
    ...more,
  })
  async function imported(plan: ImportPlan, file: ImportFile) {
    const lines = []
    for await (const line of running.client.importRows({ params, plan }, file)) lines.push(line)
    return lines
  }

  test('a file as it is goes into a table at once', async () => {
    const name = await table('id int8 primary key, name text, price numeric(6,2)')
    const file = 'id,name,price\n9007199254740993,"a ""b"", ü\nc",0.10\n2,"",\n'
    expect(await imported(planOf(name, ['id', 'name', 'price'], { form: DIRECT }), file)).toEqual([
      { type: 'imported', rows: 2, rejected: 0 },
    ])
    expect(await rows(`select * from "${name}" order by id`)).toEqual([
      ['2', null, null],
      ['9007199254740993', 'a "b", ü\nc', '0.10'],
    ])
  })

  test('a file as it is that has a bad row imports nothing, and PostgreSQL says why', async () => {
    const name = await table('id int8')
    await expect(imported(planOf(name, ['id'], { form: DIRECT }), 'id\n1\nx\n')).rejects.toMatchObject({
      status: 400,
      code: '22P02',
    })
    expect(await rows(`select * from "${name}"`)).toEqual([])
  })

  test('lines are cast; a cell without a column is left out; empty texts are kept when wanted', async () => {
    const name = await table(
      'id int8 generated always as identity, note text, at date, tags text[], state jsonb',
    )
    const plan = planOf(name, ['id', null, 'note', 'at', 'tags', 'state'], { empty: 'text' })
    const file = '2,,7,left out,,2026-01-31,"{a,b}","{""a"": 1}"\n3,,8,,x,,,\n'
    expect(await imported(plan, file)).toEqual([{ type: 'imported', rows: 2, rejected: 0 }])
    expect(await rows(`select * from "${name}" order by id`)).toEqual([
      ['7', '', '2026-01-31', '{a,b}', '{"a": 1}'],
      ['8', 'x', null, null, null],
    ])
  })

  const BAD = [
    '2,,1,2026-01-01,ab,1',
    '3,,2,soon,ab,1',
    '4,,3,,abcd,1',
    '5,cells:3,"3,4,5",,,',
    '6,,1,,ab,1',
    '7,,4,,ab,-1',
    '8,,,,ab,1',
    '9,,5,,ab,1',
  ].join('\n')
  const badTable = () => table('id int8 primary key, at date, code varchar(3), count int4 check (count > 0)')
  const COLUMNS = ['id', 'at', 'code', 'count']

  test('bad rows are listed with their line and the reason, and nothing is imported', async () => {
    const name = await badTable()
    const lines = await imported(planOf(name, COLUMNS), BAD)
    expect(lines.at(-1)).toEqual({ type: 'refused', rejected: 6 })
    expect(lines.slice(0, -1)).toEqual([
      {
        type: 'rejected',
        line: 3,
        column: 1,
        reason: 'invalid input syntax for type date: "soon"',
        cells: ['2', 'soon', 'ab', '1'],
      },
      expect.objectContaining({
        line: 4,
        column: 2,
        reason: 'value too long for type character varying(3)',
      }),
      { type: 'rejected', line: 5, column: null, fault: 'cells:3', cells: ['3,4,5'] },
      expect.objectContaining({
        line: 6,
        column: null,
        reason: expect.stringContaining('Key (id)=(1) already exists.'),
      }),
      expect.objectContaining({ line: 7, reason: expect.stringContaining('violates check constraint') }),
      expect.objectContaining({ line: 8, column: 0, reason: expect.stringContaining('not-null constraint') }),
    ])
    expect(await rows(`select * from "${name}"`)).toEqual([])
  })

  test('bad rows are skipped when that is wanted, and all of them are given back', async () => {
    const name = await badTable()
    const lines = await imported(planOf(name, COLUMNS, { form: SKIPPING }), BAD)
    expect(lines.at(-1)).toEqual({ type: 'imported', rows: 2, rejected: 6 })
    expect(lines).toHaveLength(7)
    expect(await rows(`select id from "${name}" order by id`)).toEqual([['1'], ['5']])
  })

  test('of many bad rows the first hundred are listed, and all are counted', async () => {
    const name = await table('id int4')
    const file = Array.from({ length: 2500 }, (_, at) => `${at + 1},,${at % 2 === 0 ? at : 'x'}`).join('\n')
    const lines = await imported(planOf(name, ['id']), file)
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toEqual({ type: 'refused', rejected: 1250 })
  })

  test('exactly the bad rows of many are left out, whatever refuses them and wherever they are', async () => {
    const parents = await table('id int8 primary key')
    await rows(`insert into "${parents}" select generate_series(1, 5000)`)
    const name = await table(
      `id int4 unique, parent int8 references "${parents}" deferrable, at date check (at > '2000-01-01'), note varchar(5) not null`,
    )
    const faults = [
      'x,1,2026-01-01,a',
      '7,1,2026-01-01,a',
      '%,9999,2026-01-01,a',
      '%,1,1999-01-01,a',
      '%,1,2026-01-01,',
      '%,1,2026-01-01,abcdef',
      '%,1,soon,a',
    ]
    const isBad = (line: number) => line % 97 === 0 || (line > 1000 && line < 1020) || line === 3000
    const lines = Array.from({ length: 3000 }, (_, at) => at + 1)
    const file = lines.map((line) =>
      isBad(line)
        ? `${line},,${(faults[line % faults.length] ?? '').replace('%', `${line}`)}`
        : `${line},,${line},${line},2026-01-01,a`,
    )
    const plan = planOf(name, ['id', 'parent', 'at', 'note'], { form: SKIPPING })
    const told = await imported(plan, `${file.join('\n')}\n`)
    const bad = lines.filter(isBad)
    expect(told.flatMap((line) => (line.type === 'rejected' ? line.line : []))).toEqual(bad)
    expect(told.at(-1)).toEqual({ type: 'imported', rows: 3000 - bad.length, rejected: bad.length })
    expect((await rows(`select id from "${name}" order by id`)).map(([id]) => Number(id))).toEqual(
      lines.filter((line) => !isBad(line)),
    )
    expect(told).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('violates foreign key constraint') }),
    )
  })

  test('a new table is made with the rows, or not at all', async () => {
    const name = `made ${runs++}`
    const create = { idColumn: 'id', types: { 'my "amount"': 'numeric' as const } }
    const plan = planOf(name, ['my "amount"', 'note'], { create })
    expect(await imported({ ...plan, runId: 'x1' }, '1,,x,\n')).toMatchObject([
      { line: 1 },
      { type: 'refused' },
    ])
    expect(await rows(`select to_regclass('"${name}"')`)).toEqual([[null]])
    expect(await imported(plan, '1,,1.50,a\n')).toEqual([{ type: 'imported', rows: 1, rejected: 0 }])
    expect(await rows(`select id, "my ""amount""", note from "${name}"`)).toEqual([['1', '1.50', 'a']])
  })

  test('row-level security of a new table is on where the plan says so', async () => {
    const isOn = (name: string) =>
      rows(`select relrowsecurity from pg_class where oid = '"${name}"'::regclass`)
    for (const [rowSecurity, shown] of [
      [true, 't'],
      [false, 'f'],
      [undefined, 'f'],
    ] as const) {
      const name = `guarded ${runs++}`
      const create = { types: {}, ...(rowSecurity === undefined ? {} : { rowSecurity }) }
      expect(await imported(planOf(name, ['note'], { create }), '1,,a\n')).toMatchObject([
        { type: 'imported' },
      ])
      expect(await isOn(name)).toEqual([[shown]])
    }
  })

  test('rows are imported as the role, whose policies count', async () => {
    const name = await table('id int8, owner text')
    await rows(`alter table "${name}" enable row level security;
      create policy own on "${name}" for insert to anon with check (owner = 'anon');
      grant insert on "${name}" to anon`)
    const role = { type: 'database', name: 'anon' } as const
    const lines = await imported(
      planOf(name, ['id', 'owner'], { role, form: SKIPPING }),
      '1,,1,anon\n2,,2,someone\n',
    )
    expect(lines).toEqual([
      expect.objectContaining({ line: 2, reason: expect.stringContaining('row-level security policy') }),
      { type: 'imported', rows: 1, rejected: 1 },
    ])
    await rows(`revoke insert on "${name}" from anon`)
    await expect(imported(planOf(name, ['id', 'owner'], { role }), '1,,1,anon\n')).rejects.toMatchObject({
      code: '42501',
    })
  })

  describe.each([
    ['identity', 'int8 generated by default as identity primary key'],
    ['identity always', 'int2 generated always as identity primary key'],
    ['serial', 'serial primary key'],
  ])('values for a column with a sequence: %s', (_, type) => {
    test.each([
      ['line by line', CHECKED, '2,,3,a\n3,,7,b\n'],
      ['without the bad rows', SKIPPING, '2,,3,a\n3,,7,b\n4,,x,c\n'],
    ] as const)('the next row follows the imported ones, %s', async (_, form, file) => {
      const name = await table(`"Id" ${type}, note text`)
      const lines = await imported(planOf(name, ['Id', 'note'], { form }), file)
      expect(lines.at(-1)).toMatchObject({ type: 'imported', rows: 2 })
      expect(lines.at(-1)).not.toHaveProperty('behind')
      expect(await rows(`insert into "${name}" (note) values ('c') returning "Id"`)).toEqual([['8']])
    })
  })

  test('a file as it is moves the sequence, and no import moves it back', async () => {
    const name = await table('id int8 generated by default as identity primary key, note text')
    const plan = () => planOf(name, ['id', 'note'], { form: DIRECT })
    await imported(plan(), 'id,note\n1,a\n')
    expect(await rows(`insert into "${name}" (note) values ('b') returning id`)).toEqual([['2']])
    await rows(`select setval(pg_get_serial_sequence('"${name}"', 'id'), 40)`)
    await imported(plan(), 'id,note\n9,a\n')
    expect(await rows(`insert into "${name}" (note) values ('c') returning id`)).toEqual([['41']])
  })

  test('a refused import and one without the column leave the sequence as it is', async () => {
    const name = await table('id int8 generated by default as identity primary key, note text')
    await imported(planOf(name, ['id']), '1,,5\n2,,x\n')
    await imported(planOf(name, ['note']), '1,,a\n')
    expect(await rows(`select id from "${name}"`)).toEqual([['1']])
  })

  test('a role that may not move the sequence imports all the same, and its column is named', async () => {
    const name = await table('id serial primary key, note text')
    await rows(`revoke all on sequence "${name}_id_seq" from anon; grant insert on "${name}" to anon`)
    const role = { type: 'database', name: 'anon' } as const
    const plan = () => planOf(name, ['id', 'note'], { role })
    expect(await imported(plan(), '1,,5,a\n')).toEqual([
      { type: 'imported', rows: 1, rejected: 0, behind: ['id'] },
    ])
    await rows(`grant update on sequence "${name}_id_seq" to anon`)
    expect(await imported(plan(), '1,,6,a\n')).toEqual([{ type: 'imported', rows: 1, rejected: 0 }])
    expect(await rows(`insert into "${name}" (note) values ('b') returning id`)).toEqual([['7']])
  })

  test('a cancel in the middle leaves nothing behind', async () => {
    const name = await table('id int8')
    const plan = planOf(name, ['id'])
    let send: (text: string) => void = () => {}
    const file = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text))
      },
    })
    const ended = imported(plan, file).catch((error: unknown) => error)
    send('1,,1\n')
    const one = { params: { ...params, runId: plan.runId } }
    await expect
      .poll(() => running.client.call(importProgress, one))
      .toEqual({ phase: 'receiving', bytes: 5 })
    expect(await running.client.call(cancelQuery, one)).toEqual({ cancelled: true })
    // A browser's file goes on to be sent; it is read to its end, and then the answer comes.
    await expect.poll(() => running.client.call(importProgress, one)).toEqual({ phase: 'ended' })
    expect(await rows(`select * from "${name}"`)).toEqual([])
    void ended
  })

  test.each([
    ['no plan', 'id\n1\n'],
    ['a plan without columns', '{"runId":"a"}\n'],
  ])('a body with %s is refused', async (_, body) => {
    const answer = await running.app.request('http://127.0.0.1:8787/platform/pg-meta/default/import', {
      method: 'POST',
      body,
      headers: { host: '127.0.0.1:8787' },
    })
    expect(answer.status).toBe(400)
  })

  const READING: CsvReading = {
    encoding: 'utf-8',
    delimiter: ',',
    quote: '"',
    hasHeader: true,
    columns: 2,
  }
  const OPTIONS = { onRead: () => undefined }
  const COPIED = { type: 'direct', header: false, delimiter: ',', quote: '"' } as const

  test.each(['rows', 'lines'] as const)(
    'what an export wrote comes back as it was: NULL, empty texts, words for NULL, by %s',
    async (by) => {
      const values = [null, '', 'NULL', '\\N', '\\.', '"', ' x ', 'a\nb', "é,;|\t'", '-0', '007']
      const all = values.flatMap((one, at) =>
        values.map((other, index) => [`${at * 100 + index}`, one, other]),
      )
      const name = await table('id int8, one text, other text')
      const literal = (value: string | null) => (value === null ? 'null' : quoteLiteral(value))
      await rows(
        `insert into "${name}" values ${all.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`,
      )
      for (const csv of [
        { header: true, delimiter: ',', quote: '"', nullText: '' },
        { header: false, delimiter: ';', quote: "'", nullText: 'NULL' },
        { header: true, delimiter: '\t', quote: '"', nullText: '\\N' },
      ] as const) {
        const body = { query: `select * from "${name}" order by id`, format: 'csv', name: 'x', csv } as const
        const begun = await running.client.call(beginExport, { params, body })
        const answer = await running.app.request(`http://127.0.0.1:8787${begun.path}`, {
          headers: { host: '127.0.0.1:8787' },
        })
        const file = await answer.blob()
        const { header, nullText, ...dialect } = csv
        const reading: CsvReading = {
          ...READING,
          ...dialect,
          columns: 3,
          hasHeader: header,
          ...(nullText !== '' && { nullText }),
        }
        const again = await table('id int8, one text, other text')
        const read = by === 'rows' ? rowsOfFile : linesOfFile
        const form = by === 'rows' ? COPIED : CHECKED
        const plan = planOf(again, ['id', 'one', 'other'], { empty: 'quoted', form })
        expect((await imported(plan, (await read(file, reading, OPTIONS)) ?? '')).at(-1)).toEqual({
          type: 'imported',
          rows: all.length,
          rejected: 0,
        })
        expect(await rows(`select * from "${again}" order by id`)).toEqual(all)
      }
    },
  )

  test('every type can be made, and holds the values that it writes', async () => {
    const samples: Partial<Record<ImportType, string>> = {
      bool: 't',
      date: '2026-01-31',
      time: '10:00:00',
      timetz: '10:00:00+00',
      timestamp: '2026-01-31 10:00:00',
      timestamptz: '2026-01-31 10:00:00+00',
      interval: '1 day',
      uuid: '00000000-0000-4000-8000-000000000000',
      json: '{"b":1, "a":1}',
      jsonb: '{"a": 1}',
      jsonpath: '$."a"',
      bytea: '\\x01',
      bit: '1',
      varbit: '101',
      inet: '10.0.0.1',
      cidr: '10.0.0.0/8',
      macaddr: '08:00:2b:01:02:03',
      macaddr8: '08:00:2b:01:02:03:04:05',
      point: '(1,2)',
      line: '{1,2,3}',
      lseg: '[(1,2),(3,4)]',
      box: '(3,4),(1,2)',
      path: '((1,2),(3,4))',
      polygon: '((1,2),(3,4))',
      circle: '<(1,2),3>',
      tsvector: "'a' 'b'",
      tsquery: "'a' & 'b'",
      pg_lsn: '0/1',
      money: '$1.00',
      xml: '<a/>',
    }
    const sampleOf = (type: ImportType): string => {
      if (type.endsWith('[]'))
        return `{${type.includes('json') ? '"{}"' : sampleOf(type.slice(0, -2) as ImportType).replaceAll('"', '')}}`.replace(
          /^\{(.* .*)\}$/,
          '{"$1"}',
        )
      if (type.includes('multirange')) return '{}'
      return type.endsWith('range') ? 'empty' : (samples[type] ?? '1')
    }
    // PGlite is built without XML.
    const types = IMPORT_TYPES.filter((type) => type !== 'xml' || kind === 'cluster')
    const name = `types ${runs++}`
    const create = { types: Object.fromEntries(types.map((type) => [`a ${type}`, type])) }
    const columns = types.map((type) => `a ${type}`)
    const file = `${types.map((type) => `"${sampleOf(type).replaceAll('"', '""')}"`).join(',')}\n`
    const plan = planOf(name, columns, { create, empty: 'quoted', form: COPIED })
    expect(await imported(plan, file)).toEqual([{ type: 'imported', rows: 1, rejected: 0 }])
    expect(await rows(`select * from "${name}"`)).toEqual([types.map(sampleOf)])
    const checked = planOf(`checked ${name}`, columns, { create, empty: 'quoted' })
    expect(await imported(checked, `1,,${file}`)).toEqual([{ type: 'imported', rows: 1, rejected: 0 }])
    expect(await rows(`select * from "checked ${name}"`)).toEqual([types.map(sampleOf)])
  })

  test('a column of the file is the primary key', async () => {
    const name = `keyed ${runs++}`
    const create = { types: { code: 'text' as const }, primaryKey: 'code' }
    const lines = await imported(
      planOf(name, ['code', 'note'], { create, form: SKIPPING }),
      '1,,a,x\n2,,a,y\n',
    )
    expect(lines).toMatchObject([
      { type: 'rejected', line: 2 },
      { type: 'imported', rows: 1 },
    ])
    expect(
      await rows(
        `select pg_get_constraintdef(oid) from pg_constraint where conrelid = '"${name}"'::regclass and contype = 'p'`,
      ),
    ).toEqual([['PRIMARY KEY (code)']])
  })

  test('one column of texts keeps NULL and empty texts apart', async () => {
    for (const form of [COPIED, CHECKED]) {
      const name = await table('note text')
      const reading = { ...READING, columns: 1 }
      const read = form === COPIED ? rowsOfFile : linesOfFile
      const file = (await read(new Blob(['note\na\n\n""\n"\\."\n']), reading, OPTIONS)) ?? ''
      expect(await imported(planOf(name, ['note'], { empty: 'quoted', form }), file)).toEqual([
        { type: 'imported', rows: 4, rejected: 0 },
      ])
      expect(await rows(`select * from "${name}"`)).toEqual([['a'], [null], [''], ['\\.']])
    }
  })

  test('files of other encodings and dialects arrive as rows', async () => {
    const sjis = Uint8Array.from(Buffer.from('96bc914f3b97bf8be00a8e5293633b312c350a', 'hex'))
    const name = await table('name text, fee numeric')
    const reading: CsvReading = {
      ...READING,
      encoding: encodingOf(new Uint8Array([...sjis, ...Buffer.from('82a082a20a', 'hex')]), true),
      delimiter: ';',
      cells: [{}, { format: 'decimal-comma' }],
    }
    const file = (await rowsOfFile(new Blob([sjis]), reading, OPTIONS)) ?? ''
    await imported(planOf(name, ['name', 'fee'], { empty: 'quoted', form: COPIED }), file)
    expect(await rows(`select * from "${name}"`)).toEqual([['山田', '1.5']])
  })

  test('a column that the table does not have is refused', async () => {
    const name = await table('id int8')
    const error = await imported(planOf(name, ['other']), '1,,1\n').catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(PlatformError)
    expect(error).toMatchObject({ status: 400, message: 'columns: the table has no column other' })
    expect(await rows('select 1')).toEqual([['1']])
  })

  test('a thousand columns are imported', async () => {
    const names = Array.from({ length: 1000 }, (_, at) => `c ${at}`)
    const name = `wide ${runs++}`
    const types = Object.fromEntries(names.map((column) => [column, 'int8' as const]))
    const plan = planOf(name, names, { create: { types } })
    expect(await imported(plan, `1,,${names.map((_, at) => at % 10).join(',')}\n`)).toEqual([
      { type: 'imported', rows: 1, rejected: 0 },
    ])
    expect(await rows(`select "c 999" from "${name}"`)).toEqual([['9']])
  })
})
