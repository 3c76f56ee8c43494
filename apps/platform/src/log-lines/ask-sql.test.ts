/** SQL of readers reaches the lines of their project and nothing else. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askSql, SqlCancelled, SqlRefused } from './ask-sql.js'
import { loadDuckDb, TooSlow } from './duckdb.js'
import { createLineStore, type LineStore } from './line-store.js'
import { sentLine } from './sent-line.js'
import { storedLine } from './stored-line.js'

const duckdb = (await loadDuckDb())!
const limits = { lines: 1000, rows: 10, limitMs: 10_000 }
let directory: string
let store: LineStore
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'asked-'))
  await writeFile(join(directory, 'secret.key'), 'the key')
  store = createLineStore({
    duckdb,
    directory,
    keptDays: 7,
    keptBytes: 1e9,
    freeBytes: async () => 1e12,
    now: Date.now,
  })
  const lines = ['shop', 'shop', 'other'].map((project, at) =>
    storedLine(
      sentLine({
        time: Date.now(),
        project,
        source: 'data',
        level: at === 0 ? 'error' : 'info',
        message: `${project} ${at}`,
        fields: { status: 200 + at },
      }),
    ),
  )
  await store.append(lines)
})
afterAll(async () => {
  await store.rest()
  await rm(directory, { recursive: true, force: true })
})

const ask = (sql: string, more = limits) => askSql({ duckdb, store }, { project: 'shop', sql }, more)

test('it counts, groups and reads fields of the project’s own lines', async () => {
  expect(
    await ask(
      `select level, count(*) as n, max((fields->>'status')::int) as worst from logs group by 1 order by 1`,
    ),
  ).toEqual({
    columns: ['level', 'n', 'worst'],
    rows: [
      ['error', '1', 200],
      ['info', '1', 201],
    ],
    isCut: false,
    isSample: false,
  })
  expect((await ask('select distinct project from logs')).rows).toEqual([['shop']])
})

test('an answer is cut at its rows, and says so', async () => {
  expect(await ask('select * from range(11)')).toMatchObject({ isCut: true, rows: { length: 10 } })
  expect(await ask('select * from range(10)')).toMatchObject({ isCut: false, rows: { length: 10 } })
})

const file = () => join(directory, 'secret.key')
const attacks: [string, (path: string) => string][] = [
  ['read_csv', (path) => `select * from read_csv('${path}')`],
  ['read_text', (path) => `select * from read_text('${path}')`],
  ['read_blob of the store', () => `select * from read_blob('${directory}/*.duckdb')`],
  ['a file as a table', (path) => `select * from '${path}'`],
  ['glob', () => `select * from glob('/etc/*')`],
  ['copy to', () => `copy logs to '${directory}/stolen.csv'`],
  ['copy from', (path) => `copy logs from '${path}'`],
  ['attach', () => `attach '${directory}/new.duckdb'`],
  ['attach in memory', () => `attach ':memory:' as m`],
  ['install', () => 'install httpfs'],
  ['load', () => 'load httpfs'],
  ['load of a file', (path) => `load '${path}'`],
  ['pragma', () => 'pragma enable_profiling'],
  ['set', () => 'set enable_external_access = true'],
  ['reset', () => 'reset lock_configuration'],
  ['set of threads', () => 'set threads = 8'],
  ['export', () => `export database '${directory}/all'`],
  ['import', () => `import database '${directory}'`],
  ['checkpoint', () => 'checkpoint'],
  ['call', () => `call enable_logging(storage = 'file', storage_path = '${directory}/l')`],
  [
    'a table function that writes a log',
    () => `select * from enable_logging(storage = 'file', storage_path = '${directory}/l')`,
  ],
  ['SQL in a text', () => `select * from query('select * from enable_' || 'logging()')`],
  ['a view of a text', () => `with x as (from query_table('logs')) select * from x`],
  ['a line for the server’s own output', () => `select write_log('x')`],
  ['a setting', () => `select current_setting('secret_directory')`],
  ['settings', () => 'select * from duckdb_settings()'],
  ['databases', () => 'select * from duckdb_databases()'],
  ['a function in a subquery', () => `select (select count(*) from "READ_TEXT"('/etc/passwd'))`],
  ['create', () => 'create table x (a int)'],
  ['insert', () => `insert into logs select * from logs`],
  ['delete', () => 'delete from logs'],
  ['drop', () => 'drop table logs'],
  ['a second statement', () => 'select 1; delete from logs'],
  ['explain that runs', () => `explain analyze copy logs to '${directory}/stolen.csv'`],
  ['prepare', () => 'prepare x as select 1'],
  ['a parameter', () => 'select $1'],
  ['a secret', () => 'create secret s (type s3)'],
  ['getenv', () => `select getenv('HOME')`],
  ['no SQL', () => 'hello'],
  ['nothing', () => ''],
  ['the tables of the store', () => 'select * from lines'],
  ['too much memory', () => `select list(repeat('x', 1000000)) from range(100000)`],
]

test.each(attacks)('%s is refused, and leaves no file', async (_, sql) => {
  const before = await readdir(directory)
  await expect(ask(sql(file()))).rejects.toThrow(SqlRefused)
  expect(await readdir(directory)).toEqual(before)
})

test('what does not end is ended', async () => {
  const endless = 'select count(*) from range(100000000000) where random() > 2'
  await expect(ask(endless, { ...limits, limitMs: 200 })).rejects.toThrow(TooSlow)
})

test('a query whose reader is gone ends, whether it runs or waits', async () => {
  const endless = 'select count(*) from range(100000000000) where random() > 2'
  let looks = 0
  const afterAWhile = () => (looks += 1) > 3
  const run = (isCancelled: () => boolean) =>
    askSql({ duckdb, store }, { project: 'shop', sql: endless }, limits, isCancelled)
  await expect(run(afterAWhile)).rejects.toThrow(SqlCancelled)
  await expect(run(() => true)).rejects.toThrow(SqlCancelled)
})

test('of more lines than may be copied, the newest are asked, and the answer says so', async () => {
  expect(await ask('select message from logs', { ...limits, lines: 1 })).toMatchObject({
    isSample: true,
    rows: [[expect.stringMatching('shop')]],
  })
})
