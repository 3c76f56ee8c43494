/** Roles: users run as an owner that is not a superuser, and row-level security applies to the API's roles. */
import { describe, expect, test } from 'vitest'
import type { Subject } from './subject.js'
import { reportOf } from './database-error.js'

export function describeRoles({ run, rows, value }: Subject): void {
  describe('roles', () => {
    test('a run acts as the owner, who is not a superuser', async () => {
      expect(await rows('select current_user, session_user')).toEqual([['postgres', 'postgres']])
      expect(
        await rows(`select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`),
      ).toEqual([['f', 't', 't']])
      expect(
        await value(
          `select pg_has_role('pg_monitor', 'member') and pg_has_role('pg_signal_backend', 'member')`,
        ),
      ).toBe('t')
    })

    test.each([
      'set role basedeck_admin',
      'set session authorization basedeck_admin',
      `select set_config('session_authorization', 'basedeck_admin', false)`,
      `do $$ begin execute 'set session ' || 'authorization basedeck_admin'; end $$`,
      'alter role postgres superuser',
      'grant pg_execute_server_program to postgres',
      'grant pg_read_server_files to postgres',
      'grant pg_write_server_files to postgres',
      `copy (select 1) to program 'cat'`,
      `copy (select 1) to '/tmp/basedeck-copy'`,
      `select pg_read_file('PG_VERSION')`,
      'insert into basedeck.migrations values (99, $$x$$)',
      `update pg_authid set rolsuper = true where rolname = 'postgres'`,
    ])('the owner may not: %s', async (attempt) => {
      expect((await reportOf(run(attempt))).code).toBe('42501')
      expect(await rows('select current_user, session_user')).toEqual([['postgres', 'postgres']])
    })

    test.each([
      'reset session authorization',
      'reset role',
      'set session authorization default',
      'discard all',
    ])('the owner stays the owner after: %s', async (attempt) => {
      await run(attempt)
      const { results } = await run(
        `${attempt === 'discard all' ? 'select 1' : attempt}; select session_user`,
      )
      expect(results.at(-1)?.rows).toEqual([['postgres']])
    })

    test('row-level security decides by the request’s claims', async () => {
      await run(`
        drop table if exists notes;
        create table notes (id int, owner uuid default auth.uid());
        alter table notes enable row level security;
        create policy own_notes on notes for select to authenticated using (owner = auth.uid());
        insert into notes values (1, '00000000-0000-0000-0000-000000000001'), (2, '00000000-0000-0000-0000-000000000002')`)
      const as = (role: string, sub: string): string => `
        begin;
        select set_config('request.jwt.claims', '{"sub": "${sub}", "role": "${role}", "email": "a@b.c"}', true);
        set local role ${role};
        select id, auth.uid(), auth.role(), auth.email(), auth.jwt() ->> 'sub' from notes order by id`
      const first = '00000000-0000-0000-0000-000000000001'
      expect(await rows(as('authenticated', first))).toEqual([['1', first, 'authenticated', 'a@b.c', first]])
      expect(await rows(as('anon', first))).toEqual([])
      expect(await rows(as('service_role', first))).toHaveLength(2)
    })

    test('the owner reads and writes the users, a visitor does not', async () => {
      await run(`insert into auth.users (email) values ('person@example.org'); delete from auth.users`)
      expect((await reportOf(run('set role anon; table auth.users'))).code).toBe('42501')
    })

    test('without a request there is no user', async () => {
      expect(await rows('select auth.uid(), auth.role(), auth.jwt(), auth.email()')).toEqual([
        [null, null, null, null],
      ])
    })
  })
}
