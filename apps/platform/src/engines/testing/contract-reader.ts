/** Read-only members: they see what the owner sees, can't change anything, and can't disturb other runs. */
import { DEFAULT_CSV } from '@basedeck/core/rules'
import type { CsvForm, ImpersonatedRole } from '@basedeck/platform-client/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../project-database/migrations/index.js'
import type { RunRequest } from '../engine.js'
import { rowsIn } from '../wire/row-reader.js'
import { reportOf } from './database-error.js'
import { readerAttacks } from './reader-attacks.js'
import { newRunId, type Subject } from './subject.js'

const AS = 'reader'
const asReader: Partial<RunRequest> = { as: AS, readOnly: false }
const ADA = '11111111-1111-4111-8111-111111111111'
const authenticated: ImpersonatedRole = {
  type: 'rest',
  role: 'authenticated',
  claims: { sub: ADA, role: 'authenticated' },
}

/** The whole matrix takes its time on every version of PostgreSQL; without this setting one of each family is tried. */
const whole = process.env['BASEDECK_WHOLE_MATRIX'] === '1'
const tried = Object.entries(readerAttacks).flatMap(([family, texts]) =>
  (whole ? texts : texts.slice(0, 1)).map((text): [string, string] => [family, text]),
)

/** Run as the owner before the attacks. */
export const PREPARED_FOR_READER = `
drop schema if exists hidden cascade;
drop table if exists kept, open_table, walled cascade;
drop sequence if exists counter, open_counter;
create table kept (id int);
insert into kept values (1), (2);
create materialized view seen as select * from kept;
create sequence counter;
create sequence open_counter;
grant all on sequence open_counter to public;
create table open_table (id int);
insert into open_table values (1);
grant all on open_table to public;
create table walled (id int);
insert into walled values (1), (2);
alter table walled enable row level security;
create policy none on walled for select to authenticated using (id = 1);
create schema hidden;
create table hidden.deep as select 42 as v;
revoke all on all tables in schema hidden from public;
create or replace function public.kept_secret() returns int language sql as 'select 7';
revoke execute on function public.kept_secret() from public;
create or replace function definer_next() returns bigint language sql security definer as
  $$ select nextval('public.counter') $$;
create or replace function definer_write() returns int language sql security definer as
  $$ insert into public.kept values (9) returning id $$;
create or replace function invoker_write() returns int language sql as
  $$ insert into public.open_table values (9) returning id $$;
create or replace procedure definer_commit() language plpgsql as
  $$ begin insert into public.open_table values (9); commit; end $$;
create or replace function owner_exec(q text) returns int language plpgsql security definer as
  $$ begin execute q; return 1; end $$;
revoke execute on function owner_exec(text) from public;
create or replace function invoker_exec(q text) returns int language plpgsql as
  $$ begin execute q; return 1; end $$;
create or replace view writing_view as select definer_write() as id;
select lo_from_bytea(0, 'kept');
`

/** What a statement of a reader could leave behind in the database. */
const FINGERPRINT = `select
  (select string_agg(k::text, ',' order by id) from kept k), (select string_agg(o::text, ',' order by id) from open_table o),
  (select last_value || is_called::text from counter), (select last_value || is_called::text from open_counter),
  (select count(*) from pg_class), (select count(*) from pg_proc), (select string_agg(datname, ',' order by datname) from pg_database),
  (select string_agg(r::text, ',' order by oid) from pg_roles r), (select string_agg(m::text, ',' order by m::text) from pg_auth_members m),
  (select string_agg(s::text, ',' order by s::text) from pg_db_role_setting s),
  (select string_agg(relacl::text, ',' order by oid) from pg_class),
  (select string_agg(encode(lo_get(oid), 'hex'), ',' order by oid) from pg_largeobject_metadata),
  (select count(*) from pg_locks where locktype = 'advisory'), (select count(*) from pg_replication_slots)`

/** The session state that a run could leave behind. */
const SESSION = `select current_user, session_user, current_setting('role'), current_setting('transaction_read_only'),
  current_setting('standard_conforming_strings'), current_setting('statement_timeout'), current_setting('search_path'),
  (select count(*) from pg_listening_channels()), (select count(*) from pg_cursors), (select count(*) from pg_prepared_statements)`
const UNTOUCHED = ['basedeck_reader', 'basedeck_reader', 'none', 'on', 'on', '0', '"$user", public']

export function describeReader(subject: Subject): void {
  const { run, rows, value } = subject

  describe('read-only members', () => {
    beforeAll(async () => {
      await run(PREPARED_FOR_READER)
    })

    test('a run uses a separate login, which owns nothing and can’t create anything', async () => {
      expect((await rows(SESSION, asReader))[0]?.slice(0, 7)).toEqual(UNTOUCHED)
      const may = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication,
        has_database_privilege(current_database(), 'create, temporary'), has_schema_privilege('public', 'create'),
        has_table_privilege('kept', 'insert, update, delete, truncate, references, trigger'),
        has_sequence_privilege('counter', 'usage, update'),
        has_function_privilege('pg_terminate_backend(int, bigint)', 'execute'),
        has_function_privilege('pg_cancel_backend(int)', 'execute'), pg_has_role('postgres', 'member')
        from pg_roles where rolname = current_user`
      expect(await rows(may, asReader)).toEqual([Array.from({ length: 8 }, () => 'f')])
    })

    test('it reads what the owner reads: every schema, past row-level security, catalogue and statistics', async () => {
      expect(await rows('table walled', asReader)).toEqual([['1'], ['2']])
      expect(await value('select v from hidden.deep', asReader)).toBe('42')
      expect(await rows('table seen', asReader)).toEqual([['1'], ['2']])
      expect(await value('select last_value from counter', asReader)).toBe('1')
      expect(await value('select count(*) from auth.users', asReader)).toBe('0')
      expect(await rows('select id, name from basedeck.migrations order by id', asReader)).toEqual(
        MIGRATIONS.map(({ id, name }) => [String(id), name]),
      )
      expect(await value(`select pg_has_role('pg_read_all_stats', 'usage')`, asReader)).toBe('t')
    })

    test('it can’t read the paths of the server', async () => {
      const paths = [
        'data_directory',
        'config_file',
        'hba_file',
        'ident_file',
        'external_pid_file',
        'log_directory',
      ]
      const names = paths.map((name) => `'${name}'`).join(', ')
      expect(await rows(`select name from pg_settings where name in (${names})`, asReader)).toEqual([])
      for (const name of [...paths, 'unix_socket_directories'])
        expect((await reportOf(run(`show ${name}`, asReader))).code).toBe('42501')
      expect(await value('select count(*) > 100 from pg_settings', asReader)).toBe('t')
    })

    test('later objects can be read at once, including those of other roles', async () => {
      await run(`drop table if exists later; create table later as select 5 as v;
        drop schema if exists younger cascade; create schema younger; create table younger.t as select 6 as v`)
      expect(await value('select v from later', asReader)).toBe('5')
      expect(await value('select v from younger.t', asReader)).toBe('6')
      expect(await value('select kept_secret()', asReader)).toBe('7')
      await run('revoke select on later from basedeck_reader')
      expect(await value('select v from later', asReader)).toBe('5')
    })

    test('it never reads passwords of roles', async () => {
      expect((await reportOf(run('select rolpassword from pg_authid', asReader))).code).toBe('42501')
    })

    test('READ ONLY holds although the call asks for more, and parameters, plans and streams work', async () => {
      expect(await value('show transaction_read_only', asReader)).toBe('on')
      expect(await value('select $1::int + 1', { ...asReader, parameters: ['4'] })).toBe('5')
      expect(await rows('explain analyze select * from kept', asReader)).not.toEqual([])
      expect(await rows('prepare p as select $1::int; execute p(3)', asReader)).toEqual([['3']])
      const slices: unknown[] = []
      const stream = { runId: newRunId(), query: 'select id from kept order by id', as: AS } as const
      for await (const { bytes } of subject.database.stream(stream)) slices.push(...rowsIn(bytes))
      expect(slices).toEqual([['1'], ['2']])
    })

    test('a stream of more than a query is refused', async () => {
      const reading = async (query: string, csv?: CsvForm) => {
        const request = { runId: newRunId(), query, as: AS, ...(csv && { csv }) } as const
        for await (const _ of subject.database.stream(request)) continue
      }
      expect((await reportOf(reading(`select set_config('role', 'postgres', false)`))).code).toBe('42501')
      expect((await reportOf(reading('select 1; select 2'))).code).toMatch(/^42/)
      const asSuperuser = reading(`select set_config('role', 'postgres', false)`, DEFAULT_CSV)
      expect((await reportOf(asSuperuser)).code).toBe('42501')
    })

    test('acting as a role works as for the owner, and ends where it began: at no rights', async () => {
      const acting = { ...asReader, role: authenticated }
      expect(await rows('table walled', acting)).toEqual([['1']])
      expect(await value('select auth.uid()', acting)).toBe(ADA)
      for (const attempt of ['reset role', 'set role none', 'set role service_role', `do 'begin end'`])
        expect((await reportOf(run(`${attempt}; table walled`, acting))).code).toBe('42501')
      expect((await reportOf(run('insert into open_table values (9)', acting))).code).toBe('42501')
      expect((await rows(SESSION, asReader))[0]?.slice(0, 7)).toEqual(UNTOUCHED)
    })

    test.each(['postgres', 'basedeck_admin', 'pg_signal_backend', 'pg_read_all_data'])(
      'it can’t act as %s',
      async (name) => {
        const report = await reportOf(run('select 1', { ...asReader, role: { type: 'database', name } }))
        expect(report.code).toBe('42501')
      },
    )

    test('an error has its position in the reader’s text', async () => {
      expect(await reportOf(run('select 1;\nselect nothing', asReader))).toMatchObject({
        code: '42703',
        at: { line: 2, column: 8 },
      })
      expect(await reportOf(run('select 1;\nselect from from x', asReader))).toMatchObject({
        code: '42601',
        message: 'syntax error at or near "from"',
        at: { line: 2, column: 13 },
      })
      expect(await reportOf(run('select 1; set role anon', asReader))).toMatchObject({
        code: '42501',
        message: 'Your role may only read: it can’t run SET.',
        statementIndex: 1,
      })
    })

    describeReaderAttacks(subject)

    test('a writer’s next run may do everything again', async () => {
      await rows('select 1', asReader)
      expect(await rows('select current_user, session_user')).toEqual([['postgres', 'postgres']])
      await run(
        `insert into kept values (3); delete from kept where id = 3; select set_config('a.b', 'c', false)`,
      )
    })
  })
}

/** Expects the objects of `PREPARED_FOR_READER`. */
export function describeReaderAttacks({ run, rows }: Pick<Subject, 'run' | 'rows'>): void {
  test.each(tried)('%s: %s', async (_, text) => {
    const before = await rows(FINGERPRINT)
    await run(text, { ...asReader, timeoutMs: 10_000 }).catch(() => {})
    // A session's own locks go when it is put back, a moment after the answer.
    await expect.poll(() => rows(FINGERPRINT)).toEqual(before)
    const [after] = await rows(SESSION, asReader)
    expect(after).toEqual([
      expect.stringMatching(/^basedeck_reader/),
      expect.stringMatching(/^basedeck_reader/),
      ...UNTOUCHED.slice(2),
      '0',
      expect.stringMatching(/^[01]$/),
      '0',
    ])
  })
}
