/** Batches: all statements or none. */
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { newRunId, type Subject } from './subject.js'
import { reportOf } from './database-error.js'

export function describeBatches(subject: Subject): void {
  const { run, rows } = subject
  const batch = (
    statements: { query: string; parameters?: (string | null)[]; expectRows?: number }[],
    role?: ImpersonatedRole,
  ) => subject.database.batch({ runId: newRunId(), statements, ...(role ? { role } : {}) })

  describe('batches', () => {
    beforeEach(async () => {
      await run(`drop table if exists staged; create table staged (id int primary key, v text);
        insert into staged values (1, 'one'), (2, 'two')`)
    })

    test('all statements are stored when each touches the expected rows', async () => {
      const outcome = await batch([
        { query: 'update staged set v = $1 where id = $2', parameters: ['eins', '1'], expectRows: 1 },
        { query: 'insert into staged values (3, null) returning v', expectRows: 1 },
        { query: 'delete from staged where id = 2', expectRows: 1 },
      ])
      expect(outcome).toMatchObject({
        type: 'committed',
        results: [{ rowCount: 1 }, { rows: [[null]] }, { rowCount: 1 }],
      })
      expect(await rows('select * from staged order by id')).toEqual([
        ['1', 'eins'],
        ['3', null],
      ])
    })

    test('the first mismatch is named and nothing is stored', async () => {
      const outcome = await batch([
        { query: `update staged set v = 'x' where id = 1`, expectRows: 1 },
        { query: `update staged set v = 'y' where id > 0`, expectRows: 1 },
        { query: `update staged set v = 'z' where id = 99`, expectRows: 1 },
      ])
      expect(outcome).toMatchObject({ type: 'mismatch', index: 1, expected: 1, rows: 2 })
      expect(await rows('select v from staged order by id')).toEqual([['one'], ['two']])
    })

    test('a role does what its policies allow, and is put back with the batch', async () => {
      await run(`alter table staged enable row level security;
        grant select, update on staged to authenticated;
        create policy own on staged for all to authenticated using (v = current_setting('request.jwt.claims')::json->>'sub')`)
      const role: ImpersonatedRole = { type: 'rest', role: 'authenticated', claims: { sub: 'one' } }
      const update = (id: string) => ({
        query: `update staged set id = id + 10 where id = $1`,
        parameters: [id],
        expectRows: 1,
      })
      expect(await batch([update('1')], role)).toMatchObject({ type: 'committed' })
      expect(await batch([update('2')], role)).toMatchObject({ type: 'mismatch', index: 0, rows: 0 })
      const refused = await reportOf(batch([{ query: 'drop table staged' }], role))
      expect(refused).toMatchObject({ code: '42501', statementIndex: 0 })
      expect(await rows('select id, current_user = session_user from staged order by id')).toEqual([
        ['2', 't'],
        ['11', 't'],
      ])
    })

    test('a mismatch is reported before the error of a later statement', async () => {
      const outcome = await batch([
        { query: 'delete from staged where id = 99', expectRows: 1 },
        { query: 'select 1 / 0' },
      ])
      expect(outcome).toMatchObject({ type: 'mismatch', index: 0, rows: 0 })
    })

    test('an error names its statement and position, and nothing is stored', async () => {
      const report = await reportOf(batch([{ query: 'delete from staged' }, { query: 'select nothing' }]))
      expect(report).toMatchObject({ code: '42703', statementIndex: 1, position: 8 })
      expect(await rows('select id from staged')).toHaveLength(2)
    })

    test('two statements in one part, and transaction control, are refused', async () => {
      const two = await reportOf(batch([{ query: 'delete from staged; select 1' }]))
      expect(two.code).toBe('42601')
      const control = await reportOf(batch([{ query: 'delete from staged' }, { query: 'commit' }]))
      expect(control).toMatchObject({ code: '25000', statementIndex: 1 })
      expect(await rows('select id from staged')).toHaveLength(2)
    })

    test('an error at the end of the transaction is reported', async () => {
      await run(`drop table if exists child, parent; create table parent (id int primary key);
        create table child (id int references parent deferrable initially deferred)`)
      const report = await reportOf(batch([{ query: 'insert into child values (1)' }]))
      expect(report.code).toBe('23503')
      expect(await rows('table child')).toEqual([])
    })
  })
}
