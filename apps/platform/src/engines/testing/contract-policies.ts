/** The policy tester: what each policy's expression says of a row, beside what PostgreSQL does with it. */
import {
  contradicts,
  fateOfOutcome,
  ROW_OPERATIONS,
  rowDecision,
  type RowOperation,
} from '@basedeck/core/rules'
import { policyTestIn, policyTestText, type PolicyTest } from '@basedeck/core/sql'
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { reportOf } from './database-error.js'
import { randomFrom } from './random-from.js'
import type { Subject } from './subject.js'

const ADA = '11111111-1111-4111-8111-111111111111'
const BOB = '22222222-2222-4222-8222-222222222222'
const ada: ImpersonatedRole = {
  type: 'rest',
  role: 'authenticated',
  claims: { sub: ADA, role: 'authenticated', aal: 'aal1' },
}
const anon: ImpersonatedRole = { type: 'rest', role: 'anon', claims: { role: 'anon' } }
const service: ImpersonatedRole = { type: 'rest', role: 'service_role', claims: {} }
const keeper: ImpersonatedRole = { type: 'database', name: 'note keeper' }

export function describePolicies(subject: Subject): void {
  const { run, value } = subject
  const asked = async (about: Partial<PolicyTest> & { name?: string } = {}) => {
    const { name = 'notes', ...more } = about
    const request: PolicyTest = {
      table: { schema: 'tested', name },
      role: ada,
      operation: 'select',
      where: '',
      values: '',
      returns: false,
      ...more,
    }
    const { results } = await run(policyTestText(request), { discard: true })
    const result = policyTestIn(results.at(-1)?.rows[0]?.[0] ?? '')
    const reads = request.operation !== 'insert' || request.returns
    const rows = result.rows.map((row) => {
      const decision = rowDecision(result.policies, request.operation, reads, (policy, { row: which, by }) =>
        row.valueOf(policy.name, which, by),
      )
      const done = fateOfOutcome(row.outcome)
      return { ...row, decision, done, differs: result.isActive && contradicts(decision.fate, done) }
    })
    return { ...result, rows }
  }
  const fates = async (about: Partial<PolicyTest> & { name?: string }) => {
    const { rows } = await asked(about)
    return rows.map(({ decision, done, differs }) => [decision.fate, done, differs])
  }

  describe('the tester of policies', () => {
    beforeAll(async () => {
      await run(`drop schema if exists tested cascade; create schema tested;
        grant usage on schema tested to anon, authenticated, service_role;
        do $$ begin create role "note keeper" nologin; exception when duplicate_object then null; end $$;
        grant "note keeper" to postgres; grant usage on schema auth to "note keeper";
        grant execute on function auth.uid(), auth.role() to "note keeper"; grant usage, create on schema tested to "note keeper";
        create table tested.notes (id int primary key, owner uuid default auth.uid(), body text, open bool not null default false);
        insert into tested.notes values (1, '${ADA}', 'mine', false), (2, '${BOB}', 'theirs', false), (3, '${BOB}', 'shown', true), (4, null, null, false);
        grant all on tested.notes to anon, authenticated, service_role, "note keeper";
        alter table tested.notes enable row level security;
        create policy "own" on tested.notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
        create policy "it's open" on tested.notes for select using (open);
        create policy "never 4" on tested.notes as restrictive to authenticated using (id not in (4, 40))`)
    })

    test('rows: what each policy says of them, and what is visible', async () => {
      const { rows, ...result } = await asked()
      expect(result).toMatchObject({ isActive: true, bypass: null, isLimited: false, total: 4, visible: 2 })
      expect(rows.map(({ shown }) => shown?.['body'])).toEqual(['mine', 'theirs', 'shown', null])
      expect(rows.map(({ done }) => done)).toEqual(['allowed', 'hidden', 'allowed', 'hidden'])
      expect(rows.map(({ decision }) => decision.gates[0]?.by)).toEqual([
        ['own'],
        ["it's open", 'own'],
        ["it's open"],
        ["it's open", 'own'],
      ])
      expect(rows[3]?.decision.gates[0]?.answers.map(({ value }) => value)).toEqual([
        { holds: false },
        { holds: false },
        { holds: null },
      ])
      expect(rows.some(({ differs }) => differs)).toBe(false)
    })

    test('nothing that a test does is kept', async () => {
      await asked({ operation: 'update', values: '{"body": "changed"}' })
      await asked({ operation: 'delete' })
      await asked({ operation: 'insert', values: '{"id": 9}' })
      expect(await value(`select string_agg(coalesce(body, '-'), ',' order by id) from tested.notes`)).toBe(
        'mine,theirs,shown,-',
      )
      expect(await value('select current_user')).toBe('postgres')
      expect(await value(`select to_regclass('pg_temp.basedeck_rows')`)).toBeNull()
    })

    test('an insert is checked with its defaults, and with RETURNING by the policies for SELECT too', async () => {
      const insert = { operation: 'insert' as const }
      expect(await fates({ ...insert, values: '{"id": 9}' })).toEqual([['allowed', 'allowed', false]])
      const stranger = await asked({ ...insert, values: `{"id": 9, "owner": "${BOB}"}` })
      expect(stranger.rows).toMatchObject([{ done: 'refused', decision: { fate: 'refused' } }])
      expect(stranger.rows[0]?.outcome).toMatchObject({ code: '42501' })
      expect(await fates({ ...insert, values: '{"id": 40}' })).toMatchObject([['refused', 'refused', false]])
      expect(await fates({ ...insert, values: '{"id": 9}', returns: true })).toMatchObject([
        ['allowed', 'allowed', false],
      ])
      const taken = await asked({ ...insert, values: '{"id": 1}' })
      expect(taken.rows).toMatchObject([{ shown: null, done: 'error', outcome: { code: '23505' } }])
    })

    test('an update asks about the row as it is, and as it becomes', async () => {
      const given = { operation: 'update' as const, where: 'id < 3', values: `{"owner": "${BOB}"}` }
      expect(await fates(given)).toEqual([
        ['refused', 'refused', false],
        ['hidden', 'hidden', false],
      ])
      expect((await fates({ operation: 'update' })).map(([, done]) => done)).toEqual([
        'allowed',
        'hidden',
        'hidden',
        'hidden',
      ])
    })

    test('who is not subject to policies is told apart', async () => {
      expect(await asked({ role: service })).toMatchObject({
        isActive: false,
        bypass: 'attribute',
        visible: 4,
      })
      await run(`create table tested.open_notes as table tested.notes; grant select on tested.open_notes to anon;
        create table tested.kept as table tested.notes; alter table tested.kept enable row level security;
        alter table tested.kept owner to "note keeper"`)
      expect(await asked({ name: 'open_notes', role: anon })).toMatchObject({ isRlsOn: false, visible: 4 })
      expect(await asked({ name: 'kept', role: keeper })).toMatchObject({ bypass: 'owner', visible: 4 })
      await run('alter table tested.kept force row level security')
      const forced = await asked({ name: 'kept', role: keeper })
      expect(forced).toMatchObject({ isForced: true, isActive: true, visible: 0 })
    })

    test('a missing privilege is an error, and contradicts nothing', async () => {
      await run(`create table tested.closed (id int primary key, note text); insert into tested.closed values (1, 'x');
        alter table tested.closed enable row level security; create policy a on tested.closed using (true)`)
      const { rows, visible } = await asked({ name: 'closed', role: anon })
      expect(rows).toMatchObject([{ done: 'error', differs: false, outcome: { code: '42501' } }])
      expect(visible).toBeNull()
      await run('grant select (id) on tested.closed to anon')
      expect(await fates({ name: 'closed', role: anon })).toEqual([['allowed', 'allowed', false]])
    })

    test('an expression that fails is told beside PostgreSQL’s own error', async () => {
      await run(`create table tested.broken (n int); insert into tested.broken values (0), (1);
        grant select on tested.broken to anon; alter table tested.broken enable row level security;
        create policy divides on tested.broken using (1 / n = 1)`)
      const { rows } = await asked({ name: 'broken', role: anon })
      expect(rows.map(({ decision, done }) => [decision.fate, done])).toEqual([
        ['unknown', 'error'],
        ['allowed', 'allowed'],
      ])
      expect(rows[0]?.decision.gates[0]?.answers[0]?.value).toEqual({ message: 'division by zero' })
    })

    test('sub-selects see what the role sees, and a security definer function what its owner sees', async () => {
      await run(`create table tested.teams (member uuid, team int); insert into tested.teams values ('${ADA}', 1), ('${BOB}', 2);
        alter table tested.teams enable row level security; grant select on tested.teams to authenticated;
        create policy mine on tested.teams to authenticated using (member = auth.uid());
        create function tested.all_teams() returns setof int language sql stable security definer set search_path = '' as 'select team from tested.teams';
        grant execute on function tested.all_teams() to authenticated;
        create table tested.plans (team int); insert into tested.plans values (1), (2), (3);
        alter table tested.plans enable row level security; grant select on tested.plans to authenticated;
        create policy sub on tested.plans for select using (team in (select teams.team from tested.teams))`)
      const done = async () =>
        (await fates({ name: 'plans' })).map(([decided, did, differs]) => [decided, did, differs])
      expect(await done()).toEqual([
        ['allowed', 'allowed', false],
        ['hidden', 'hidden', false],
        ['hidden', 'hidden', false],
      ])
      await run(
        'create policy definer on tested.plans for select using (team in (select tested.all_teams()))',
      )
      expect((await done()).map(([decided]) => decided)).toEqual(['allowed', 'allowed', 'hidden'])
    })

    test('where a volatile function answers otherwise, the difference is said', async () => {
      await run(`create sequence tested.turns; grant usage on sequence tested.turns to authenticated;
        create table tested.odd (id int); insert into tested.odd values (1);
        alter table tested.odd enable row level security; grant select on tested.odd to authenticated;
        create policy turns on tested.odd using (nextval('tested.turns') % 2 = 0)`)
      const differing = (await asked({ name: 'odd' })).rows.map(({ differs }) => differs)
      expect(differing).toEqual([true])
    })

    test('a policy that asks its own table fails as PostgreSQL fails', async () => {
      await run(`create table tested.circle (id int); insert into tested.circle values (1);
        alter table tested.circle enable row level security; grant select on tested.circle to authenticated;
        create policy turns on tested.circle using (id in (select id from tested.circle))`)
      const { rows } = await asked({ name: 'circle' })
      expect(rows).toMatchObject([{ decision: { fate: 'unknown' }, outcome: { code: '42P17' } }])
    })

    test('whole rows, odd names and quotes are as they are', async () => {
      await run(`create schema "odd ""schema"; grant usage on schema "odd ""schema" to authenticated;
        create table "odd ""schema"."it's a ""table" ("a ""col" int, "Select" text, gone int, kind jsonb, list text[]);
        insert into "odd ""schema"."it's a ""table" values (1, 'it''s ","\\ {x}', 5, '{"a": [1]}', '{"x,y",NULL}');
        alter table "odd ""schema"."it's a ""table" drop column gone;
        grant all on "odd ""schema"."it's a ""table" to authenticated;
        alter table "odd ""schema"."it's a ""table" enable row level security;
        create policy "p ""1" on "odd ""schema"."it's a ""table" using (("it's a ""table").list[1] = 'x,y' and kind @> '{"a": [1]}' and row_to_json("it's a ""table") ->> 'Select' like 'it''s%')`)
      const table = { schema: 'odd "schema', name: `it's a "table` }
      for (const operation of ['select', 'update', 'delete'] as const)
        expect(await fates({ table, operation, where: '"a ""col" = 1 -- one' })).toEqual([
          ['allowed', 'allowed', false],
        ])
      expect(
        await fates({ table, operation: 'insert', values: `{"a \\"col": 2, "Select": "it's"}` }),
      ).toEqual([['refused', 'refused', false]])
      await run('drop schema "odd ""schema" cascade')
    })

    test('a condition that ends the transaction is refused', async () => {
      const text = (where: string) =>
        policyTestText({
          table: { schema: 'tested', name: 'notes' },
          role: anon,
          operation: 'select',
          where,
          values: '',
          returns: false,
        })
      const report = await reportOf(run(text('true); commit; select (1'), { discard: true }))
      expect(report.code).not.toBe('')
      expect(await value('select count(*) from tested.notes')).toBe('4')
    })

    test('partitions are found through their table', async () => {
      await run(`create table tested.parts (id int, owner uuid) partition by list (id);
        create table tested.parts1 partition of tested.parts for values in (1);
        create table tested.parts2 partition of tested.parts for values in (2);
        insert into tested.parts values (1, '${ADA}'), (2, '${BOB}'); grant all on tested.parts to authenticated;
        alter table tested.parts enable row level security;
        create policy own on tested.parts using (owner = auth.uid())`)
      expect(await fates({ name: 'parts', operation: 'delete' })).toEqual([
        ['allowed', 'allowed', false],
        ['hidden', 'hidden', false],
      ])
    })

    test.each(ROW_OPERATIONS)('a generated matrix agrees with PostgreSQL: %s', async (operation) => {
      const random = randomFrom(ROW_OPERATIONS.indexOf(operation) + 7)
      for (let round = 0; round < 4; round++) {
        await run(generatedTable(random))
        for (const role of [ada, anon, service, keeper]) {
          for (const values of operation === 'update' || operation === 'insert' ? VALUES : ['']) {
            for (const returns of operation === 'insert' ? [false, true] : [false]) {
              const result = await asked({ name: 'made', role, operation, values, returns })
              const differing = result.rows.filter(({ differs }) => differs)
              expect(differing.map(({ shown, decision, outcome }) => ({ shown, decision, outcome }))).toEqual(
                [],
              )
              // A new row that the owner may not make either stays unknown.
              const isKnown = ({ decision }: (typeof result.rows)[0]) => decision.fate !== 'unknown'
              expect(result.rows.every(isKnown) || (operation === 'insert' && result.isLimited)).toBe(true)
            }
          }
        }
      }
    })
  })
}

const VALUES = ['{"id": 50}', `{"owner": "${ADA}", "open": true}`, `{"owner": null}`]
const CONDITIONS = [
  'true',
  'false',
  'owner = auth.uid()',
  'open',
  'id % 2 = 0',
  'null::bool',
  "auth.role() = 'anon'",
]
const COMMANDS = ['all', ...ROW_OPERATIONS]
const ROLES = ['public', 'anon', 'authenticated', 'anon, authenticated', '"note keeper"']

function generatedTable(random: () => number): string {
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const policies = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, at) => {
    const command = one(COMMANDS) as RowOperation | 'all'
    const using = command !== 'insert' && random() < 0.9 ? ` using (${one(CONDITIONS)})` : ''
    const check =
      command !== 'select' && command !== 'delete' && random() < 0.7 ? ` with check (${one(CONDITIONS)})` : ''
    const kind = random() < 0.7 ? 'permissive' : 'restrictive'
    return `create policy p${at} on tested.made as ${kind} for ${command} to ${one(ROLES)}${using}${check}`
  })
  return `drop table if exists tested.made;
    create table tested.made (id int default 7, owner uuid, open bool default false);
    insert into tested.made values (1, '${ADA}', false), (2, '${BOB}', true), (3, null, null), (4, '${ADA}', true);
    grant all on tested.made to anon, authenticated, service_role, "note keeper";
    ${random() < 0.8 ? 'alter table tested.made enable row level security;' : ''}
    ${random() < 0.3 ? 'alter table tested.made owner to "note keeper";' : ''}
    ${random() < 0.5 ? 'alter table tested.made force row level security;' : ''}
    ${policies.join(';\n')}`
}
