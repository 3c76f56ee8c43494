import { expect, test } from 'vitest'
import { checkFiles, type CheckIo } from './check-files.js'

interface Run {
  code: number
  out: string[]
  err: string[]
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Runs the command over files that exist only here. */
async function run(
  args: string[],
  files: Record<string, string | Uint8Array> = {},
  input = '',
): Promise<Run> {
  const out: string[] = []
  const err: string[] = []
  const io: CheckIo = {
    readFile: async (path) => {
      const content = files[path]
      if (content === undefined) throw new Error('no such file')
      return typeof content === 'string' ? bytes(content) : content
    },
    readInput: async () => bytes(input),
    print: (line) => out.push(line),
    printError: (line) => err.push(line),
  }
  return { code: await checkFiles(args, io), out, err }
}

test.each([
  ['select 1', 0, ['a.sql: read-only']],
  ['', 0, ['a.sql: read-only']],
  ['select 1;\nselect f(1)', 2, ['a.sql:2:8: asks: calls a function (f)']],
  ['-- note\nselect * from t where (a)', 0, ['a.sql: read-only']],
  ['select * from t order by (a)', 2, ['a.sql:1:23: asks: may call a function, because of "by"']],
  ['(select 1)', 2, ['a.sql:1:1: asks: may write, because of "("']],
  ['select 1;\n drop table é', 3, ['a.sql:2:2: dangerous: drops something']],
  [
    'update t set a = 1 where true',
    3,
    [
      'a.sql:1:1: asks: updates rows (t)',
      'a.sql:1:1: dangerous: changes every row: its where is always true',
    ],
  ],
  ['do $$ $$', 2, ['a.sql:1:1: asks: runs code that can’t be judged']],
  ['select 1 frm t x', 1, ['a.sql:1:14: syntax error: syntax error at or near "t"']],
  [
    'select 1;\n\0',
    2,
    [
      'a.sql: asks: can’t be judged: it contains a NUL character',
      'a.sql:2:1: asks: may write, because of "\0"',
    ],
  ],
  [
    `select ${'1+'.repeat(20_000)}1`,
    2,
    ['a.sql: asks: can’t be judged: it is too large or too deeply nested'],
  ],
])('%.60s exits with %i and prints %j', async (sql, code, out) => {
  expect(await run(['a.sql'], { 'a.sql': sql })).toEqual({ code, out, err: [] })
})

const FILES = {
  read: 'select 1',
  asks: 'select f()',
  dangerous: 'drop table t',
  broken: 'selec',
  binary: new Uint8Array([0x80, 0xff]),
}

test.each([
  [['read'], 0],
  [['asks', 'read'], 2],
  [['read', 'dangerous', 'asks'], 3],
  [['asks', 'broken', 'dangerous'], 1],
  [['broken', 'dangerous', 'missing', 'read'], 64],
  [['binary', 'read'], 64],
])('over %j the worst counts: %i', async (args, code) => {
  expect((await run(args, FILES)).code).toBe(code)
})

test('an unreadable file is reported, and the other files are checked', async () => {
  expect(await run(['missing', 'binary', 'read', 'read'], FILES)).toEqual({
    code: 64,
    out: ['read: read-only'],
    err: ['missing: can’t be read: no such file', 'binary: can’t be read: it is no UTF-8 text'],
  })
})

test.each([[[]], [['-']]])('%j reads standard input', async (args) => {
  expect(await run(args, {}, 'drop table t')).toEqual({
    code: 3,
    out: ['(standard input):1:1: dangerous: drops something'],
    err: [],
  })
})

test('a byte order mark is not part of the text', async () => {
  expect((await run(['a'], { a: '\ufeffselect 1' })).code).toBe(0)
})

test('--json prints one list with a verdict for each file', async () => {
  const { code, out } = await run(['--json', 'read', 'dangerous', 'missing'], FILES)
  expect(code).toBe(64)
  expect(out).toHaveLength(1)
  expect(JSON.parse(out[0] ?? '')).toMatchObject([
    { file: 'read', outcome: 'read-only', confirmation: { type: 'none' }, dangers: [] },
    { file: 'dangerous', outcome: 'dangerous', judgement: { type: 'judged' } },
  ])
})

test('after -- an option is a file', async () => {
  expect(await run(['--', '--json'], { '--json': 'select 1' })).toEqual({
    code: 0,
    out: ['--json: read-only'],
    err: [],
  })
})

test.each(['--help', '-h'])('%s prints the usage', async (option) => {
  const { code, out } = await run([option, 'missing'])
  expect(code).toBe(0)
  expect(out[0]).toMatch(/^Usage: sql-guard/)
})

test('an unknown option is refused before any file is read', async () => {
  const { code, out, err } = await run(['read', '--fix'], FILES)
  expect(code).toBe(64)
  expect(out).toEqual([])
  expect(err[0]).toMatch(/^sql-guard: unknown option --fix/)
})
