import { describe, expect, test } from 'vitest'
import { readScript } from './script.js'

const read = (sql: string) => {
  const { statements, commands, sql: plain, hasData } = readScript(sql)
  return {
    statements: statements.map(({ text, data }) => (data ? [text, sql.slice(data.start, data.end)] : [text])),
    commands: commands.map(({ text }) => text),
    plain,
    hasData,
  }
}

describe('data of a COPY', () => {
  test('the form of pg_dump', () => {
    const sql = [
      'create table t (a int, b text);',
      '',
      'COPY public.t (a, b) FROM stdin;',
      "1\tit's; delete from t",
      '2\t\\N',
      '\\.',
      '',
      'select 1',
    ].join('\n')
    expect(read(sql)).toEqual({
      statements: [
        ['create table t (a int, b text)'],
        ['COPY public.t (a, b) FROM stdin', "1\tit's; delete from t\n2\t\\N\n"],
        ['select 1'],
      ],
      commands: [],
      plain: expect.stringMatching(/^create[^']*stdin;\n +\n +\n +\n\nselect 1$/),
      hasData: true,
    })
    expect(readScript(sql).sql).toHaveLength(sql.length)
  })

  test.each<[string, string]>([
    ['over several lines', 'copy t (a,\n b)\n from stdin;\n1\n\\.\n'],
    ['with options', "copy t from stdin with (format csv, delimiter ';');\n1\n\\.\n"],
    ['with a comment behind', 'copy t from stdin; -- rows\n1\n\\.\n'],
    ['with CR LF', 'copy t from stdin;\r\n1\r\n\\.\r\n'],
    ['in capitals', 'COPY T FROM STDIN;\n1\n\\.\n'],
    ['behind another statement in the line', 'begin; copy t from stdin;\n1\n\\.\n'],
    ['without an end', 'copy t from stdin;\n1\n'],
    ['behind a comment that names another', '/* copy x from stdin; */\ncopy t from stdin;\n1\n\\.'],
  ])('%s', (_name, sql) => {
    const { statements } = readScript(sql)
    const { data } = statements.at(-1) ?? {}
    expect(data && sql.slice(data.start, data.end).trim()).toBe('1')
  })

  test.each<[string, string]>([
    ['nothing behind it', 'copy t from stdin;\n'],
    ['something behind it in the line', 'copy t from stdin; select 1;\n1\n'],
    ['inside a string', "select '\ncopy t from stdin;\n1\n\\.\n'"],
    ['inside a function', 'do $$ begin\ncopy t from stdin;\n1\n\\.\nend $$'],
    ['inside a comment', '/*\ncopy t from stdin;\n1\n*/ select 1'],
    ['to stdout', 'copy stdin to stdout;\nselect 1'],
    ['of another statement', 'select stdin;\nselect 1'],
    ['of a file', "copy t from 'stdin';\n1\n"],
  ])('none: %s', (_name, sql) => {
    expect(readScript(sql)).toMatchObject({ hasData: false, sql, commands: [] })
  })

  test('two of them, each with its own', () => {
    const sql = 'copy a from stdin;\n1\n\\.\ncopy b from stdin;\n2\n\\.\n'
    expect(read(sql).statements).toEqual([
      ['copy a from stdin', '1\n'],
      ['copy b from stdin', '2\n'],
    ])
  })

  test('an empty one', () => {
    expect(read('copy a from stdin;\n\\.\nselect 1').statements).toEqual([
      ['copy a from stdin', ''],
      ['select 1'],
    ])
  })
})

describe('commands of psql', () => {
  test('lines that begin with a backslash, wherever SQL could be', () => {
    const sql =
      '\\connect shop\n\\restrict abc\nselect 1;\n  \\pset null x\nselect\n\\timing\n2;\n\\unrestrict abc'
    expect(read(sql)).toMatchObject({
      statements: [['select 1'], [expect.stringMatching(/^select\s+2$/)]],
      commands: ['\\connect shop', '\\restrict abc', '\\pset null x', '\\timing', '\\unrestrict abc'],
    })
  })

  test.each([
    ["select '\n\\connect x\n'"],
    ['do $$\n\\x\n$$'],
    ['/*\n\\x\n*/ select 1'],
    ['select "\n\\x"'],
    ["select 1 \\x '"],
  ])('none in %j', (sql) => {
    expect(readScript(sql)).toMatchObject({ commands: [], sql })
  })

  test('a lonely end of data is left out', () => {
    expect(read('select 1;\n\\.\nselect 2')).toMatchObject({
      statements: [['select 1'], ['select 2']],
      commands: [],
    })
  })
})

test('positions and lines stay', () => {
  const sql = '\\c a\ncopy t from stdin;\n1\t😀\n\\.\n\\q\nselect x'
  const { sql: plain } = readScript(sql)
  expect(plain).toHaveLength(sql.length)
  expect(plain.split('\n').length).toBe(sql.split('\n').length)
  expect(plain.indexOf('select')).toBe(sql.indexOf('select'))
})

test('a text of a hundred thousand lines that look like commands inside a string is read in time', () => {
  const sql = `select '${'\n\\x'.repeat(100_000)}'`
  expect(readScript(sql)).toMatchObject({ commands: [], sql })
})

test('lines inside strings that look like more are no reason to read the rest as SQL', () => {
  const texts = "select 'a\n\\d\n\\.\ncopy z from stdin;\n1\n';\n".repeat(60)
  const { statements, commands } = readScript(
    `\\restrict a\n${texts}copy t from stdin;\n1\n\\.\n\\unrestrict a\n`,
  )
  expect(statements).toHaveLength(61)
  expect(statements.at(-1)?.data).toBeDefined()
  expect(commands.map(({ name }) => name)).toEqual(['restrict', 'unrestrict'])
})
