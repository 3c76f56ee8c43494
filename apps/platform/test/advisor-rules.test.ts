/** Each rule of the advisors finds its fault in a real database, its SQL mends it, and what is right is not found. */
import { queryPlain, runLints, updateAuthConfig, type Lint } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'

interface Fault {
  rule: string
  /** Makes the fault, in the schema public. */
  sql: string
  /** Mends it, where the finding has no SQL for it. */
  mend?: string
  /** What looks alike and is right. */
  right?: string
}

const FAULTS: readonly Fault[] = [
  {
    rule: 'auth_users_exposed',
    sql: `create view "people's" as select id, email from auth.users; grant select on "people's" to anon`,
    right: `create view own_people with (security_invoker = true) as select id from auth.users; grant select on own_people to anon`,
  },
  {
    rule: 'materialized_view_in_api',
    sql: `create materialized view sums as select 1 as one; grant select on sums to anon`,
    right: `create materialized view own_sums as select 1 as one; revoke all on own_sums from anon, authenticated`,
  },
  {
    rule: 'auth_rls_initplan',
    sql: `create table notes (id int primary key, owner uuid); alter table notes enable row level security;
      create policy "own notes" on notes for select to authenticated using (owner = auth.uid())`,
    right: `create table own_notes (id int primary key, owner uuid); alter table own_notes enable row level security;
      create policy own on own_notes for select to authenticated
        using (owner = (select auth.uid()) and (select auth.jwt() ->> 'aal') = 'aal2')`,
  },
  {
    rule: 'multiple_permissive_policies',
    sql: `create table twice (id int primary key); alter table twice enable row level security;
      create policy one on twice for select to anon using (id = 1);
      create policy other on twice to anon using (id = 2) with check (id = 2)`,
    mend: 'drop policy one on twice',
    right: `create table once (id int primary key); alter table once enable row level security;
      create policy one on once for select to anon using (id = 1);
      create policy other on once for insert to anon with check (id = 2);
      create policy strict on once as restrictive for select to anon using (id > 0)`,
  },
  {
    rule: 'rls_policy_always_true',
    sql: `create table open_house (id int primary key); alter table open_house enable row level security;
      create policy everybody on open_house for delete using (true)`,
    right: `create table reading_room (id int primary key); alter table reading_room enable row level security;
      create policy readers on reading_room for select using (true);
      create policy staff on reading_room for insert to service_role with check (true)`,
  },
  {
    rule: 'rls_references_user_metadata',
    sql: `create table staff (id int primary key); alter table staff enable row level security;
      create policy boss on staff for select to authenticated
        using ((select auth.jwt() -> 'user_metadata' ->> 'role') = 'boss')`,
    mend: 'drop policy boss on staff; create policy none on staff for select to authenticated using (false)',
    right: `create table staff_list (id int primary key); alter table staff_list enable row level security;
      create policy boss on staff_list for select to authenticated
        using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'boss')`,
  },
  {
    rule: 'security_definer_function_callable',
    sql: `create function reach(a int, b text) returns int language sql security definer set search_path = '' as 'select 1';
      grant execute on function reach to anon`,
    right: `create function own_reach() returns int language sql security definer set search_path = '' as 'select 1';
      revoke execute on function own_reach from public, anon, authenticated;
      create function touched() returns trigger language plpgsql security definer set search_path = '' as 'begin return new; end'`,
  },
  {
    rule: 'secret_in_function',
    sql: `create function pay() returns text language sql as $$ select 'sk_live_${'a1B2'.repeat(6)}'::text $$`,
    mend: 'drop function pay()',
    right: `create function talk() returns text language sql as $$ select 'ask_live_now'::text $$`,
  },
  {
    rule: 'foreign_key_type_mismatch',
    sql: `create table big (id bigint primary key); alter table big enable row level security;
      create policy p on big for select using (id > 0);
      create table small (id int primary key, big int references big); alter table small enable row level security;
      create policy p on small for select using (true); create index on small (big)`,
  },
  {
    rule: 'sequence_near_end',
    sql: `create sequence narrow as smallint; select setval('narrow', 32000)`,
    right: `create sequence round_trip as smallint cycle; select setval('round_trip', 32000)`,
  },
  {
    rule: 'int4_key_near_end',
    sql: `create table ids (id int primary key); alter table ids enable row level security;
      create policy p on ids for select using (true);
      create sequence ids_id owned by ids.id; select setval('ids_id', 2000000000)`,
  },
]

describe.each(['cluster', 'pglite'] as const)('%s', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine)
  })
  afterAll(() => running.stop())

  const params = { ref: 'default' }
  const run = (query: string) => running.client.call(queryPlain, { params, body: { query } })
  const lints = () => running.client.call(runLints, { params })
  const of = async (rule: string): Promise<Lint[]> => (await lints()).filter(({ name }) => name === rule)

  test('no rule is left out, and a new project has no finding', async () => {
    expect(await lints()).toEqual([])
  })

  test.each(FAULTS)('$rule', async ({ rule, sql, mend, right }) => {
    if (right) await run(right)
    expect(await of(rule)).toEqual([])
    await run(sql)
    const [finding, ...others] = await of(rule)
    expect([finding?.name, others]).toEqual([rule, []])
    const remedy = mend ?? finding?.remediation_sql
    expect(finding?.remediation_sql === undefined).toBe(mend !== undefined)
    await run(remedy ?? '')
    expect(await of(rule)).toEqual([])
  })

  test('a secret that was found is not told', async () => {
    await run(
      `create function pay() returns text language sql as $$ select 'sk_live_${'a1B2'.repeat(6)}'::text $$`,
    )
    expect(JSON.stringify(await lints())).not.toContain('a1B2')
    await run('drop function pay()')
  })

  test('weak settings of auth are found once there are users', async () => {
    await running.client.call(updateAuthConfig, {
      params,
      body: { enabled: true, password_min_length: 6, mailer_otp_exp: 86_400 },
    })
    expect(await of('auth_password_too_short')).toEqual([])
    await run(`insert into auth.users (id, email) values (gen_random_uuid(), 'eve@example.com')`)
    expect(await of('auth_password_too_short')).toHaveLength(1)
    expect(await of('auth_otp_long_expiry')).toHaveLength(1)
    await running.client.call(updateAuthConfig, {
      params,
      body: { password_min_length: 8, mailer_otp_exp: 3600 },
    })
    expect((await lints()).filter(({ metadata }) => metadata?.type === 'settings')).toEqual([])
  })
})
