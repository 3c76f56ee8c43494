/** RunRights as a role: row-level security holds, errors stay in the user's text, and the role ends with the run. */
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { rowsIn } from '../wire/row-reader.js'
import { newRunId, type Subject } from './subject.js'
import { reportOf } from './database-error.js'

const ADA = '11111111-1111-4111-8111-111111111111'
const user = (sub: string, more: object = {}): ImpersonatedRole => ({
  type: 'rest',
  role: 'authenticated',
  claims: { sub, role: 'authenticated', exp: 1, ...more },
})
const anon: ImpersonatedRole = { type: 'rest', role: 'anon', claims: { role: 'anon' } }
const staff: ImpersonatedRole = { type: 'database', name: 'staff "of" desk' }

const LEFT = `select current_user, current_setting('request.jwt.claims', true), current_setting('role'),
  current_setting('request.method', true)`

export function describeImpersonation(subject: Subject): void {
  const { run, rows, value } = subject
  const untouched = async () => {
    const [[who, claims, role, method] = []] = await rows(LEFT)
    expect([who, claims || null, role, method || null]).toEqual(['postgres', null, 'none', null])
  }

  describe('acting as a role', () => {
    beforeAll(async () => {
      await run(`drop table if exists diary; create table diary (owner uuid, entry text);
        alter table diary enable row level security;
        create policy own on diary to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
        insert into diary values ('${ADA}', 'mine'), (gen_random_uuid(), 'theirs')`)
      await run(`do $$ begin create role "staff ""of"" desk" nologin; exception when duplicate_object then null; end $$;
        grant "staff ""of"" desk" to postgres`)
    })

    test.each([true, false])('row-level security holds (READ ONLY %s)', async (readOnly) => {
      const entries = 'select entry from diary order by entry'
      expect(await rows(entries, { readOnly, role: user(ADA) })).toEqual([['mine']])
      expect(await rows(entries, { readOnly, role: anon })).toEqual([])
      expect(await rows(entries, { readOnly })).toEqual([['mine'], ['theirs']])
      await untouched()
    })

    test('what a policy forbids is refused and not written', async () => {
      const report = await reportOf(
        run(`insert into diary values (gen_random_uuid(), 'x')`, { role: user(ADA) }),
      )
      expect(report.code).toBe('42501')
      await run(`insert into diary values ('${ADA}', 'second')`, { role: user(ADA) })
      expect(await value('select count(*) from diary')).toBe('3')
      await untouched()
    })

    test.each([true, false])('the request is there for the text (READ ONLY %s)', async (readOnly) => {
      const query = `select current_user, auth.role(), auth.jwt() ->> 'note', current_setting('request.method'),
        current_setting('request.path') <> '', current_setting('request.headers')::jsonb is not null; select 1`
      const { results } = await run(query, { readOnly, role: user(ADA, { note: `o'brien \\ "x"` }) })
      expect(results).toHaveLength(2)
      expect(results[0]?.rows).toEqual([
        ['authenticated', 'authenticated', `o'brien \\ "x"`, 'POST', 't', 't'],
      ])
      await untouched()
    })

    test('a role of the database acts under its exact name', async () => {
      expect(await value('select current_user', { role: staff })).toBe('staff "of" desk')
      expect((await reportOf(run('table diary', { role: staff }))).code).toBe('42501')
      await untouched()
    })

    test.each([true, false])(
      'an error has its position in the user’s own text (READ ONLY %s)',
      async (readOnly) => {
        const report = await reportOf(run(`select 1;\nselect '😀', nothing`, { readOnly, role: user(ADA) }))
        expect(report).toMatchObject({ code: '42703', at: { line: 2, column: 14, offset: 23 } })
        expect(report.formattedError).toContain(`LINE 2: select '😀', nothing`)
        await untouched()
      },
    )

    test('READ ONLY stays in force, also for service_role', async () => {
      const service: ImpersonatedRole = { type: 'rest', role: 'service_role', claims: {} }
      const report = await reportOf(
        run(`insert into diary values (null, 'x')`, { readOnly: true, role: service }),
      )
      expect(report.code).toBe('25006')
    })

    test.each(['commit; select current_user', 'select 1; rollback; table diary', 'begin; select 1'])(
      'a text that ends its transaction would end the role: %s',
      async (query) => {
        for (const readOnly of [true, false]) {
          expect((await reportOf(run(query, { readOnly, role: anon }))).code).toBe('25000')
        }
        await untouched()
      },
    )

    test.each([
      ['a name with a quote', { type: 'database', name: 'x"; reset role; select "' }, '22023'],
      ['a name that is not there', { type: 'database', name: 'nobody' }, '22023'],
      ['a claim with quotes', user(`'); reset role; --`), undefined],
      ['a claim with a NUL', user('\0'), undefined],
      ['a role one may not be', { type: 'database', name: 'basedeck_admin' }, '42501'],
    ] as [string, ImpersonatedRole, string | undefined][])('%s injects nothing', async (_, role, code) => {
      if (code) expect((await reportOf(run('select 1', { role }))).code).toBe(code)
      else expect(await value('select current_user', { role })).toBe('authenticated')
      await untouched()
    })

    test('after a failed run the role is reset', async () => {
      await reportOf(run('select 1 / 0', { role: user(ADA) }))
      await reportOf(run(`set role none; set request.method to 'DELETE'; select 1 / 0`, { role: anon }))
      await untouched()
    })

    test('what the text itself sets does not outlive the run', async () => {
      await run(`reset role; set role anon; select set_config('request.jwt.claims', '{"a":1}', false)`, {
        role: anon,
      })
      await untouched()
    })

    test('a hook enriches the claims, refuses, or gives none', async () => {
      await run(`create or replace function public.enrich(event jsonb) returns jsonb language sql stable as $$
        select case event ->> 'user_id'
          when 'bad' then '{"error": {"http_code": 403, "message": "not you"}}'::jsonb
          when 'none' then '{}'::jsonb
          else jsonb_build_object('claims', event -> 'claims' || '{"tier": "gold"}') end $$;
        revoke execute on function public.enrich(jsonb) from public`)
      const hook = { schema: 'public', name: 'enrich' }
      const acting = (sub: string): ImpersonatedRole => ({ ...user(sub), hook }) as ImpersonatedRole
      const tier = `select auth.jwt() ->> 'tier', auth.jwt() ->> 'sub', current_user`
      for (const readOnly of [true, false]) {
        expect(await rows(tier, { readOnly, role: acting(ADA) })).toEqual([['gold', ADA, 'authenticated']])
        const refused = await reportOf(run(tier, { readOnly, role: acting('bad') }))
        expect(refused).toMatchObject({ code: '42501', message: expect.stringContaining('not you') })
        expect((await reportOf(run(tier, { readOnly, role: acting('none') }))).code).toBe('22023')
      }
      const missing = { ...user(ADA), hook: { schema: 'public', name: 'gone' } } as ImpersonatedRole
      const report = await reportOf(run(tier, { role: missing }))
      expect(report.code).toBe('42883')
      expect(report.at).toBeUndefined()
      await untouched()
    })

    test('claims that are given as text keep every digit, also through a hook', async () => {
      const exact = { app_metadata: '{"account": 9007199254740993}' }
      const rounded = user(ADA, { app_metadata: { account: 0 } })
      const account = `select auth.jwt() #>> '{app_metadata,account}'`
      expect(await value(account, { role: { ...rounded, exact } as ImpersonatedRole })).toBe(
        '9007199254740993',
      )
      const hook = { schema: 'public', name: 'enrich' }
      expect(await value(account, { role: { ...rounded, exact, hook } as ImpersonatedRole })).toBe(
        '9007199254740993',
      )
      await untouched()
    })

    test('a stream acts as the role too', async () => {
      const fields: string[] = []
      const entries: (string | null)[][] = []
      const pieces = subject.database.stream({
        runId: newRunId(),
        query: 'select entry as e, owner from diary order by entry',
        role: user(ADA),
        onFields: (named) => fields.push(...named.map(({ name, dataType }) => `${name} ${dataType}`)),
      })
      for await (const { bytes } of pieces) entries.push(...rowsIn(bytes))
      expect(fields).toEqual(['e text', 'owner uuid'])
      expect(entries).toEqual([
        ['mine', ADA],
        ['second', ADA],
      ])
      await untouched()
    })
  })
}
