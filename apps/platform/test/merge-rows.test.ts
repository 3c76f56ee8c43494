/** Rows of tables in a branch and its parent: keys of many types, values of all types, and what can't be compared. */
import { compareRows, mergeRows, newId, PlatformError, queryTyped } from '@basedeck/platform-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { answerDiff, diffReport } from '../src/merge/diff-command.js'
import { runApp, type RunningApp } from './running-app.js'
import { makeTestBranch } from './test-branch.js'

/** Values of a key column that sort in another way as texts, or in another collation; two are equal in other words. */
const KEYS: readonly [string, readonly string[]][] = [
  ['uuid', ['00000000-0000-4000-8000-00000000000a', 'ffffffff-0000-4000-8000-000000000000']],
  ['int8', ['-9223372036854775808', '-10', '-9', '0', '9', '10', '9007199254740993', '9223372036854775807']],
  ['int2', ['-3', '20', '100']],
  ['text', ['', 'a', 'B', 'ä', 'Z', 'é', 'e', 'E', 'ab', 'a b', '😀', `o'"\\`]],
  ['varchar(20)', ['b', 'A', 'Ä']],
  ['char(4)', ['a', 'ab', 'B']],
  ['numeric', ['-1', '0', '1.50', '10', '9', 'NaN', '1e20', '0.00001']],
  ['float8', ['-0', '1e300', 'Infinity', '-Infinity', 'NaN', '0.1', '100']],
  ['timestamptz', ['2024-01-01 00:00:00.000001+00', '2024-01-01 00:00:00+02', 'infinity', '-infinity']],
  ['date', ['2024-01-01', '0044-03-15 BC', 'infinity']],
  ['interval', ['1 day', '25 hours', '1 mon']],
  ['bool', ['t', 'f']],
  ['bytea', ['\\x00', '\\xff', '\\x']],
  ['jsonb', ['{"a": 1}', '[]', '"x"']],
  ['int4[]', ['{1,2}', '{}', '{10}']],
  ['inet', ['10.0.0.1', '10.0.0.0/8', '::1']],
]

/** Values that other ways of copying change. */
const VALUES: readonly [string, string | null][] = [
  ['bool', 'true'],
  ['float8', 'NaN'],
  ['float8', '-0'],
  ['float4', '0.1'],
  ['numeric', '1.500'],
  ['bytea', '\\x00ff41'],
  ['json', '{"a":1, "a": 2}'],
  ['jsonb', '{"b": null}'],
  ['timestamptz', '2024-02-29 12:00:00.123456+00'],
  ['timestamp', 'infinity'],
  ['interval', '1 mon -3 days'],
  ['text[]', '{NULL,"","a,b",NULL}'],
  ['int4range', '[1,5)'],
  ['point', '(1,2)'],
  ['xml', '<a/>'],
  ['text', ''],
  ['text', null],
  ['text', `line\nand 'quote' \\ $1`],
  ['char(3)', 'a'],
  ['cidr', '10.0.0.0/8'],
  ['bit(3)', '101'],
]

describe.each(['cluster', 'pglite'] as const)('of %s', (kind) => {
  let running: RunningApp
  let branch = ''
  const sql = (ref: string, query: string, parameters?: (string | null)[]) =>
    running.client.call(queryTyped, {
      params: { ref },
      body: { query, runId: newId(), ...(parameters ? { parameters } : {}) },
    })
  const both = async (query: string) => {
    await sql(OWN_REF, query)
    await sql(branch, query)
  }
  const compare = (table: string, limit?: number) =>
    running.client.call(compareRows, {
      params: { ref: branch },
      body: { schema: 'app', table, ...(limit === undefined ? {} : { limit }) },
    })
  const merge = (table: string, columns: string[], rows: Awaited<ReturnType<typeof compare>>['rows']) =>
    running.client.call(mergeRows, {
      params: { ref: branch },
      body: { schema: 'app', table, columns, rows },
    })
  const refused = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return error instanceof PlatformError ? [error.code, error.message] : error
  }

  beforeAll(async () => {
    running = await runApp(kind)
    branch = await makeTestBranch(running, { keepsBase: false })
  })
  afterAll(() => running.stop())
  beforeEach(() => both('drop schema if exists app cascade; create schema app'))

  test.each(KEYS)('a key of %s finds each row in both', async (type, keys) => {
    await both(`create table app.t (k ${type} primary key, n int)`)
    for (const ref of [OWN_REF, branch])
      for (const [at, key] of keys.entries()) await sql(ref, `insert into app.t values ($1, ${at})`, [key])
    await sql(branch, `update app.t set n = -1 where n = 0; delete from app.t where n = 1`)
    const found = await compare('t')
    expect([found.changed, found.removed, found.added, found.equal]).toEqual([1, 1, 0, keys.length - 2])
    expect(await merge('t', found.columns, found.rows)).toEqual({ merged: 2, conflicts: [] })
    expect(await compare('t')).toMatchObject({ rows: [], equal: keys.length - 1 })
  })

  test('each value arrives as it is, and is told apart from what looks like it', async () => {
    const columns = VALUES.map(([type], at) => `c${at} ${type}`)
    await both(`create table app.t (k text, l int, ${columns.join(', ')}, primary key (l, k))`)
    const given = VALUES.map(([, value]) => value)
    const marks = given.map((_value, at) => `$${at + 1}`).join(', ')
    await sql(branch, `insert into app.t values ('é', 1, ${marks})`, given)
    await both(`alter database postgres set timezone to 'UTC'`)
    const found = await compare('t')
    expect(await merge('t', found.columns, found.rows)).toEqual({ merged: 1, conflicts: [] })
    const text = async (ref: string) => (await sql(ref, 'select * from app.t')).results[0]?.rows
    expect(await text(OWN_REF)).toEqual(await text(branch))
    expect((await compare('t')).equal).toBe(1)
    await sql(branch, `update app.t set c15 = null, c2 = 0, c6 = '{"a":2}', c7 = '{"b": 0}', c13 = '(2,1)'`)
    const [row] = (await compare('t')).rows
    if (!row) throw new Error('Nothing differs')
    expect(await merge('t', found.columns, [row])).toEqual({ merged: 1, conflicts: [] })
    expect(await text(OWN_REF)).toEqual(await text(branch))
    expect(await merge('t', found.columns, [row])).toEqual({ merged: 0, conflicts: [0] })
  })

  test('sessions with other settings compare the same values', async () => {
    await both('create table app.t (k int primary key, at timestamptz, b bytea, i interval, d date)')
    await both(`insert into app.t values (1, '2024-01-01 00:00+00', '\\x41', '1 day', '2024-01-02')`)
    await sql(OWN_REF, `alter role postgres set timezone to 'Asia/Tokyo'`)
    try {
      expect(await compare('t')).toMatchObject({ equal: 1, changed: 0 })
    } finally {
      await sql(OWN_REF, 'alter role postgres reset timezone')
    }
  })

  test('columns that only one has, and what PostgreSQL computes, are left alone', async () => {
    await sql(
      OWN_REF,
      'create table app.t (id int generated always as identity primary key, a int, theirs int default 7)',
    )
    await sql(
      branch,
      'create table app.t (a int, own int, id int primary key, twice int generated always as (a * 2) stored)',
    )
    await sql(branch, 'insert into app.t values (1, 2, 3)')
    const found = await compare('t')
    expect(found).toMatchObject({ columns: ['a', 'id'], only: { parent: ['theirs'], branch: ['own'] } })
    await merge('t', found.columns, found.rows)
    expect((await sql(OWN_REF, 'select id, a, theirs from app.t')).results[0]?.rows).toEqual([
      ['3', '1', '7'],
    ])
  })

  test('what can’t be told apart is refused with the reason', async () => {
    await both('create table app.t (a int); create view app.v as select 1 as id')
    expect(await refused(compare('t'))).toEqual([
      'rows_not_comparable',
      'app.t has no primary key, so its rows can’t be told apart',
    ])
    expect(await refused(compare('v'))).toEqual(['rows_not_comparable', 'The branch has no table app.v'])
    await sql(branch, 'create table app.u (a int primary key, b int)')
    expect(await refused(compare('u'))).toEqual(['rows_not_comparable', 'The parent has no table app.u'])
    await sql(OWN_REF, 'create table app.u (a int, b int primary key)')
    expect(await refused(compare('u'))).toEqual([
      'rows_not_comparable',
      'app.u has another primary key in the branch than in the parent',
    ])
  })

  test('all rows are counted, and the first of the key are given', async () => {
    await both('create table app.t (k int primary key, v text)')
    await sql(branch, `insert into app.t select g, repeat('x', 10) from generate_series(1, 3000) g`)
    await sql(OWN_REF, `insert into app.t select g, repeat('x', 10) from generate_series(2001, 4000) g`)
    const found = await compare('t', 5)
    expect(found).toMatchObject({ added: 2000, removed: 1000, changed: 0, equal: 1000, truncated: true })
    expect(found.rows.map((row) => row.branch?.[0])).toEqual(['1', '2', '3', '4', '5'])
  })

  test('a row that PostgreSQL refuses lets none in', async () => {
    await both('create table app.t (k int primary key, v int)')
    await sql(OWN_REF, 'alter table app.t add check (v < 10)')
    await sql(branch, 'insert into app.t values (1, 1), (2, 99)')
    const found = await compare('t')
    expect((await refused(merge('t', found.columns, found.rows))) as string[]).toContain('23514')
    expect((await compare('t')).added).toBe(2)
  })

  test('the command says what differs, and exits by it', async () => {
    const diff = async (tables: string[]) => {
      const answer = await answerDiff({ branch: 'dev', tables }, running)
      if ('error' in answer) return answer.error
      return diffReport(answer.lines[0] ?? '', 'text')
    }
    expect(await answerDiff({ branch: 'nobody', tables: [] }, running)).toEqual({
      error: 'There is no branch nobody',
    })
    expect(await diff([])).toMatchObject({
      exitCode: 0,
      lines: ['dev is equal to Default project', expect.any(String)],
    })
    await both('create table app.t (k int primary key)')
    await sql(branch, 'insert into app.t values (1); create table app.made (id int)')
    const found = await diff(['app.t'])
    expect(found).toMatchObject({ exitCode: 1 })
    const text = (found as { lines: string[] }).lines.join('\n')
    expect(text).toContain('-- new table app.made')
    expect(text).toContain('-- rows of app.t: 1 added, 0 changed, 0 removed, 0 equal')
    expect(await diff(['app.made'])).toBe('The parent has no table app.made')
  })
})
