/** Errors: PostgreSQL's whole report, its position in the caller's own text, and psql's print of it. */
import { describe, expect, test } from 'vitest'
import type { Subject } from './subject.js'
import { reportOf } from './database-error.js'

export function describeErrors({ run }: Subject): void {
  describe('errors', () => {
    test('a report holds code, position, statement and the lines psql prints', async () => {
      const report = await reportOf(run('select 1;\nselect 2 from nowhere;'))
      expect(report).toMatchObject({
        message: 'relation "nowhere" does not exist',
        code: '42P01',
        severity: 'ERROR',
        position: 25,
        at: { line: 2, column: 15, offset: 24 },
        statementIndex: 1,
        formattedError: [
          'ERROR:  42P01: relation "nowhere" does not exist',
          'LINE 2: select 2 from nowhere;',
          '                      ^',
        ].join('\n'),
      })
      expect(report).toHaveProperty('file')
      expect(report).toHaveProperty('routine')
    })

    test('a failure contains the results of the earlier statements, and whether they were kept', async () => {
      await run('drop table if exists remains; create table remains (id int)')
      const rolledBack = await reportOf(
        run('insert into remains values (1); select 7 as seven; select 1 / 0'),
      )
      expect(rolledBack).toMatchObject({
        statementIndex: 2,
        outcome: 'rolled_back',
        results: [
          { command: 'INSERT', rowCount: 1 },
          { fields: [{ name: 'seven', dataType: 'int4' }], rows: [['7']] },
        ],
      })
      expect((await run('table remains')).results[0]?.rows).toEqual([])
      const kept = await reportOf(run('begin; insert into remains values (2); commit; select 1 / 0'))
      expect(kept).toMatchObject({ statementIndex: 3, outcome: 'kept' })
      expect((await run('table remains')).results[0]?.rows).toEqual([['2']])
      expect(await reportOf(run('select 1; select 1 / 0', { readOnly: true }))).toMatchObject({
        statementIndex: 1,
        outcome: 'rolled_back',
        results: [{ rows: [['1']] }],
      })
      expect(await reportOf(run('select 1 / 0'))).toMatchObject({ results: [] })
    })

    test('notices before the error are included', async () => {
      const report = await reportOf(run(`do $$ begin raise notice 'hello'; raise exception 'boom'; end $$`))
      expect(report).toMatchObject({ message: 'boom', notices: [{ severity: 'NOTICE', message: 'hello' }] })
    })

    test('recursion without end meets PostgreSQL’s limit, and the next run is fine', async () => {
      await run(`create or replace function endless(n int) returns int language plpgsql as
        $$ begin return endless(n + 1); end $$`)
      expect((await reportOf(run('select endless(1)'))).code).toBe('54001')
      expect((await run('select 1')).results[0]?.rows).toEqual([['1']])
    })

    test.each([false, true])(
      'positions hold behind wide characters, emoji and CRLF (READ ONLY %s)',
      async (readOnly) => {
        const before = "select '字', '👩‍👩‍👧';\r\n-- é\r\n  select '😀', "
        const report = await reportOf(run(`${before}nothing;\r\nselect 3`, { readOnly }))
        expect(report.code).toBe('42703')
        expect(report.statementIndex).toBe(1)
        expect(report.at).toEqual({ line: 3, column: 16, offset: before.length })
        expect(report.position).toBe([...before].length + 1)
        expect(report.formattedError.split('\n').slice(1)).toEqual([
          "LINE 3:   select '😀', nothing;",
          '                       ^',
        ])
      },
    )

    test('a long line is cut around the caret', async () => {
      const report = await reportOf(run(`select ${'1, '.repeat(60)}missing, ${'2, '.repeat(60)}3`))
      const [, line = '', caret = ''] = report.formattedError.split('\n')
      expect(line.startsWith('LINE 1: ...')).toBe(true)
      expect(line.endsWith('...')).toBe(true)
      expect(line.slice(caret.indexOf('^')).startsWith('missing')).toBe(true)
    })

    test('a violated constraint names itself, with detail', async () => {
      await run('drop table if exists unique_rows; create table unique_rows (id int primary key)')
      const report = await reportOf(run('insert into unique_rows values (1), (1)'))
      expect(report).toMatchObject({
        code: '23505',
        schema: 'public',
        table: 'unique_rows',
        constraint: 'unique_rows_pkey',
        detail: 'Key (id)=(1) already exists.',
      })
      expect(report.formattedError).toContain('\nDETAIL:  Key (id)=(1) already exists.')
      expect(report).not.toHaveProperty('position')
    })

    test('an error inside a function shows its query and context', async () => {
      const report = await reportOf(run(`do $$ begin execute 'select lost'; end $$`))
      expect(report.formattedError).toContain('LINE 1: select lost\n               ^')
      expect(report.formattedError).toContain('\nQUERY:  select lost\nCONTEXT:  PL/pgSQL function')
      expect(report).not.toHaveProperty('position')
    })

    test('invalid SQL fails with its position', async () => {
      const report = await reportOf(run('hello world'))
      expect(report).toMatchObject({ code: '42601', position: 1, statementIndex: 0 })
    })

    test('parameters go with one statement only', async () => {
      const report = await reportOf(run('select $1; select $1', { parameters: ['1'] }))
      expect(report.code).toBe('42601')
    })

    test('an error of a deferred check at the end of the text is reported', async () => {
      await run(`drop table if exists child, parent; create table parent (id int primary key);
        create table child (id int references parent deferrable initially deferred)`)
      const report = await reportOf(run('insert into child values (1); select 2'))
      expect(report.code).toBe('23503')
    })
  })
}
