/** The login of a project's services: it has the rights of the role that it takes for one transaction, and no way out of it. */
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { reportOf } from './database-error.js'
import { newRunId, type Subject } from './subject.js'

const anon: ImpersonatedRole = { type: 'rest', role: 'anon', claims: { role: 'anon' } }
const user: ImpersonatedRole = {
  type: 'rest',
  role: 'authenticated',
  claims: { role: 'authenticated', sub: 'ada' },
}
const server: ImpersonatedRole = { type: 'rest', role: 'service_role', claims: { role: 'service_role' } }

/** What SQL of a caller may try in a function of the project that runs any text. */
const WAYS_OUT = [
  'reset role',
  'set role none',
  'set role postgres',
  'set local role postgres',
  'reset session authorization',
  'set session authorization postgres',
  'set local session authorization postgres',
  `select set_config('role', 'postgres', false)`,
  `select set_config('role', 'none', false)`,
  `select set_config('session_authorization', 'postgres', true)`,
  'reset all',
  'discard all',
]

export function describeServices(subject: Subject): void {
  const asService = (query: string, role?: ImpersonatedRole, parameters: string[] = []) =>
    subject.database.batch({
      runId: newRunId(),
      as: 'service',
      statements: [{ query, parameters }],
      ...(role ? { role } : {}),
    })
  const rowsAs = async (query: string, role?: ImpersonatedRole, parameters: string[] = []) => {
    const outcome = await asService(query, role, parameters)
    return outcome.type === 'committed' ? (outcome.results.at(-1)?.rows ?? []) : []
  }

  describe('the login of services', () => {
    beforeAll(async () => {
      await subject.run(`drop table if exists secrets, notes cascade;
        create table secrets (word text); insert into secrets values ('hidden');
        revoke all on secrets from anon, authenticated, service_role;
        create table notes (owner text, entry text); insert into notes values ('ada', 'mine'), ('bob', 'his');
        alter table notes enable row level security;
        create policy own on notes to authenticated using (owner = current_setting('request.jwt.claims')::json ->> 'sub');
        create or replace function run_any(text) returns text language plpgsql as $$
          begin execute $1; return current_user; end $$;
        grant execute on function run_any(text) to anon, authenticated`)
    })

    test('a caller is the role of its key, and the login has nothing of its own', async () => {
      expect(await rowsAs('select current_user', anon)).toEqual([['anon']])
      expect(await rowsAs('select entry from notes', user)).toEqual([['mine']])
      expect(await rowsAs('select entry from notes order by 1', server)).toEqual([['his'], ['mine']])
      expect(await reportOf(rowsAs('select * from notes'))).toMatchObject({ code: '42501' })
      const [[login, isPlain] = []] = await rowsAs(
        `select session_user, not (rolsuper or rolinherit or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)
         from pg_catalog.pg_roles where rolname = session_user`,
      )
      expect(login).toMatch(/^(authenticator|basedeck_service_)/)
      expect(isPlain).toBe('t')
    })

    test.each(WAYS_OUT)('a function that runs “%s” does not become the owner', async (way) => {
      const role = await rowsAs('select run_any($1)', anon, [way]).then(
        (rows) => rows[0]?.[0] ?? null,
        () => 'refused',
      )
      expect(role).not.toBe('postgres')
      // The next caller is who its key says.
      expect(await rowsAs('select current_user', user)).toEqual([['authenticated']])
      const read = `select run_any($1), (select count(*) from secrets)`
      expect(await reportOf(rowsAs(read, anon, [way]))).toMatchObject({
        code: expect.stringMatching(/^(42501|0A000|22023|25001|2F003)$/),
      })
    })

    test('several statements in one text, or the end of the transaction, are no way out', async () => {
      expect(await reportOf(rowsAs('reset role; select word from secrets', anon))).toMatchObject({
        code: '42601',
      })
      expect((await reportOf(rowsAs('commit', anon))).code).toBeTruthy()
      expect(await subject.value('select count(*) from secrets')).toBe('1')
    })

    test('what the owner grants to a role of the API is there at once', async () => {
      await subject.run('grant select on secrets to service_role')
      expect(await rowsAs('select word from secrets', server)).toEqual([['hidden']])
      await subject.run('revoke select on secrets from service_role')
    })
  })
}
