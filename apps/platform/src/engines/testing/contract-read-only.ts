/** READ ONLY runs: no text can make them writable or change anything. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Subject } from './subject.js'
import { reportOf } from './database-error.js'

/** Texts that try to write, and the SQLSTATE that stops them. */
const ATTACKS: [text: string, code: string][] = [
  [`insert into kept values (9, 'x')`, '25006'],
  [`update kept set v = 'x'`, '25006'],
  ['delete from kept', '25006'],
  ['truncate kept', '25006'],
  ['drop table kept', '25006'],
  ['create table stolen (id int)', '25006'],
  ['create temp table stolen (id int); select 1', '25006'],
  ['select * into stolen from kept', '25006'],
  [`with w as (insert into kept values (9, 'x') returning *) select * from w`, '25006'],
  ['select id from kept for update', '25006'],
  [`select nextval('counter')`, '25006'],
  [`select setval('counter', 100)`, '25006'],
  ['select write_row()', '25006'],
  ['call write_and_commit()', '25006'],
  ['call commit_then_write()', '2D000'],
  [`do $$ begin insert into kept values (9, 'x'); end $$`, '25006'],
  [`do $$ begin commit; insert into kept values (9, 'x'); end $$`, '2D000'],
  [`do $$ begin execute 'insert into kept values (9, ''x'')'; end $$`, '25006'],
  [
    `do $$ begin perform set_config('default_transaction_read_only', 'off', false); insert into kept values (9, 'x'); end $$`,
    '25006',
  ],
  [`commit; insert into kept values (9, 'x')`, '25000'],
  [`COMMIT AND CHAIN; insert into kept values (9, 'x')`, '25000'],
  [`/* a */ commit -- b\n; insert into kept values (9, 'x')`, '25000'],
  [`end; insert into kept values (9, 'x')`, '25000'],
  [`rollback; insert into kept values (9, 'x')`, '25000'],
  [`rollback and chain; insert into kept values (9, 'x')`, '25000'],
  [`abort; insert into kept values (9, 'x')`, '25000'],
  [`begin; insert into kept values (9, 'x'); commit`, '25000'],
  [`start transaction read write; insert into kept values (9, 'x')`, '25000'],
  [`savepoint a; insert into kept values (9, 'x')`, '25000'],
  [`prepare transaction 'later'`, '25000'],
  [`select 1; commit; insert into kept values (9, 'x')`, '25000'],
  [`set transaction_read_only = off; insert into kept values (9, 'x')`, '25001'],
  [`set local transaction_read_only to off; insert into kept values (9, 'x')`, '25001'],
  [`select set_config('transaction_read_only', 'off', false); insert into kept values (9, 'x')`, '25000'],
  [`reset transaction_read_only; insert into kept values (9, 'x')`, '25000'],
  [`set transaction_read_only to default; insert into kept values (9, 'x')`, '25000'],
  [`select set_config('transaction_read_only', null, false), nextval('counter')`, '25000'],
  [`reset all; insert into kept values (9, 'x')`, '25006'],
  [`set default_transaction_read_only = off; insert into kept values (9, 'x')`, '25006'],
  [`prepare p as insert into kept values (9, 'x'); execute p`, '25006'],
  ['vacuum kept', '25001'],
  ['discard all', '25001'],
  [`copy kept from stdin`, '25006'],
  [`copy (select 1) to program 'cat'`, '42501'],
  [`/* to stdout */ copy (select 'to stdout') to '/tmp/stolen'`, '42501'],
  [`alter role postgres set search_path = 'x'`, '25006'],
  [`grant select on kept to anon`, '25006'],
  [`refresh materialized view seen`, '25006'],
  [`explain analyze insert into kept values (9, 'x')`, '25006'],
]

/** Texts that PostgreSQL, or some version of it, lets pass; they are rolled back. */
const WITHOUT_EFFECT = [
  'notify channel',
  'select lo_create(0)',
  'lock table kept',
  'select pg_advisory_lock(7)',
  `do $$ begin execute 'reset transaction_' || 'read_only'; end $$; insert into kept values (9, 'x')`,
]

export function describeReadOnly({ run, rows, value }: Subject): void {
  const fingerprint = (): Promise<(string | null)[][]> =>
    rows(`select (select string_agg(k::text, ',' order by id) from kept k), (select last_value || is_called::text from counter),
      (select count(*) from pg_class), (select count(*) from pg_roles), (select count(*) from pg_db_role_setting),
      (select relacl::text from pg_class where relname = 'kept'), (select count(*) from pg_largeobject_metadata),
      (select count(*) from pg_locks where locktype = 'advisory')`)

  describe('READ ONLY runs', () => {
    beforeAll(async () => {
      await run(`
        drop table if exists kept cascade;
        drop sequence if exists counter;
        create table kept (id int primary key, v text);
        insert into kept values (1, 'one'), (2, 'two');
        create sequence counter;
        create materialized view seen as select * from kept;
        create or replace function write_row() returns int language sql volatile as
          $$ insert into kept values (9, 'x') returning id $$;
        create or replace procedure write_and_commit() language plpgsql as
          $$ begin insert into kept values (9, 'x'); commit; end $$;
        create or replace procedure commit_then_write() language plpgsql as
          $$ begin commit; insert into kept values (9, 'x'); end $$`)
    })

    test.each(ATTACKS)('%s: refused, and nothing is changed', async (text, code) => {
      const before = await fingerprint()
      expect((await reportOf(run(text, { readOnly: true }))).code).toBe(code)
      expect(await fingerprint()).toEqual(before)
    })

    test.each(WITHOUT_EFFECT)('%s: without effect', async (text) => {
      const before = await fingerprint()
      await run(text, { readOnly: true }).catch(() => {})
      expect(await fingerprint()).toEqual(before)
    })

    test('reading statements run one after another and see one state', async () => {
      const { results } = await run(
        'select count(*) from kept; table kept; show transaction_read_only; explain select 1',
        { readOnly: true },
      )
      expect(results.map(({ command }) => command)).toEqual(['SELECT', 'SELECT', 'SHOW', 'EXPLAIN'])
      expect(results[2]?.rows).toEqual([['on']])
    })

    test('parameters work', async () => {
      expect(await value('select v from kept where id = $1', { readOnly: true, parameters: ['2'] })).toBe(
        'two',
      )
    })

    test('a setting or role of a READ ONLY run does not outlive it', async () => {
      await run(
        `set search_path = 'nowhere'; set role anon; select set_config('request.jwt.claims', '{}', false)`,
        { readOnly: true },
      )
      expect(
        await rows(
          `select current_user, current_setting('request.jwt.claims', true) is distinct from '{}', current_setting('search_path')`,
        ),
      ).toEqual([['postgres', 't', '"$user", public']])
    })

    test('the next run may write again', async () => {
      await run('select 1', { readOnly: true })
      await run(`insert into kept values (3, 'three'); delete from kept where id = 3`)
    })
  })
}
