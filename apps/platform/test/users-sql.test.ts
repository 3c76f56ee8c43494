/** The statements of the pages of users and policies, on a real database. */
import {
  createPolicyStatement,
  policyChanges,
  policyMatrixIn,
  policyMatrixStatement,
  policyTablesIn,
  policyTablesStatement,
  USER_TABLES_STATEMENT,
  userEntriesStatement,
  userIn,
  USERS_PAGE_SIZE,
  usersCountStatement,
  usersExportQuery,
  usersIn,
  usersPageStatement,
  userStatement,
  type UserRequest,
} from '@basedeck/core/sql'
import { policyCoverage, type Policy } from '@basedeck/core/rules'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'

const COUNT = 250
const ALL: UserRequest = { search: '', by: 'email', provider: '', state: null }
let running: RunningApp
const run = async (query: string, parameters: (string | null)[] = []) => {
  const database = await running.life.database('default')
  const { results } = await database.run({ runId: randomUUID(), query, parameters })
  return results.at(-1)?.rows ?? []
}
const ask = ({ query, parameters }: { query: string; parameters: (string | null)[] }) =>
  run(query, parameters)

beforeAll(async () => {
  running = await runApp('pglite')
  // Three users share each moment: the key of a page is not the time alone.
  await run(`insert into auth.users (email, phone, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, is_anonymous)
    select case when i % 10 = 0 then null else 'User' || i || '@example.com' end, case when i % 5 = 0 then '4912345' || i end,
      case when i % 2 = 0 then now() end, jsonb_build_object('provider', case when i % 3 = 0 then 'google' else 'email' end),
      jsonb_build_object('full_name', 'Person ' || i), timestamptz '2026-01-01' + (i / 3) * interval '1 second', i % 10 = 0
    from generate_series(1, ${COUNT}) i`)
})
afterAll(() => running.stop())

async function everyone(request: UserRequest): Promise<string[]> {
  const ids: string[] = []
  let after: readonly (string | null)[] | undefined
  do {
    const page = usersIn(await ask(usersPageStatement({ ...request, ...(after ? { after } : {}) })))
    ids.push(...page.users.map(({ id }) => id))
    after = page.after
  } while (after)
  return ids
}

test.each([
  ['all', {}, COUNT],
  ['by email', { search: 'USER2' }, 55],
  ['an address that looks like a pattern', { search: 'user_' }, 0],
  ['by phone', { search: '49123451', by: 'phone' }, 22],
  ['by a name', { search: 'person 24', by: 'anywhere' }, 11],
  ['by provider', { provider: 'google' }, 83],
  ['anonymous', { state: 'anonymous' }, 25],
  ['waiting for confirmation', { state: 'unconfirmed' }, 125],
  ['never signed in', { state: 'never-signed-in' }, COUNT],
  ['banned', { state: 'banned' }, 0],
  ['deleted', { state: 'deleted' }, 0],
] as [string, Partial<UserRequest>, number][])('pages hold each user once: %s', async (_, more, count) => {
  const request = { ...ALL, ...more }
  const ids = await everyone(request)
  expect(ids).toHaveLength(count)
  expect(new Set(ids).size).toBe(count)
  expect(await ask(usersCountStatement(request))).toEqual([[String(count)]])
  expect(await run(`select count(*) from (${usersExportQuery(request)}) e`)).toEqual([[String(count)]])
})

test('the newest come first, a search is in its own order, and users without a time are not lost', async () => {
  const { users, after } = usersIn(await ask(usersPageStatement(ALL)))
  expect(users).toHaveLength(USERS_PAGE_SIZE)
  expect(after).toHaveLength(2)
  expect(users[0]?.createdAt).toBe('2026-01-01T00:01:23.000000Z')
  const [[id = ''] = []] = await run(`select id from auth.users order by id limit 1`)
  expect(await everyone({ ...ALL, search: (id ?? '').slice(0, 13), by: 'id' })).toEqual([id])
  expect(await everyone({ ...ALL, search: 'nothing', by: 'id' })).toEqual([])
})

test('a user is told whole, without what is secret', async () => {
  const [[id = ''] = []] =
    await run(`insert into auth.users (email, encrypted_password, banned_until, raw_user_meta_data)
    values ('grace@example.com', 'hash', now() + interval '1 day', '{"big": 9007199254740993}') returning id`)
  const told = userIn(await ask(userStatement(id ?? '')), id ?? '')
  expect(told).toMatchObject({
    facts: { email: 'grace@example.com', confirmed_at: null },
    actor: { id, email: 'grace@example.com', isAnonymous: false },
  })
  expect(told?.userMetadata).toContain('9007199254740993')
  expect(JSON.stringify(told)).not.toContain('password')
  expect(await everyone({ ...ALL, state: 'banned' })).toEqual([id])
  await run(`delete from auth.users where id = '${id}'`)
  expect(userIn(await ask(userStatement(id ?? '')), id ?? '')).toBeNull()
})

test('tables of the auth service are read where they are there, without their secrets', async () => {
  await run(`create table if not exists auth.sessions (id uuid primary key, user_id uuid not null references auth.users on delete cascade,
    created_at timestamptz, user_agent text, ip inet, refresh_token_hmac_key text)`)
  const [[id = ''] = []] = await run('select id from auth.users order by id limit 1')
  await run(`insert into auth.sessions (id, user_id, created_at, user_agent, ip, refresh_token_hmac_key)
    values (gen_random_uuid(), '${id}', now(), 'Firefox', '10.0.0.1', 'hush')`)
  const names = (await ask(USER_TABLES_STATEMENT)).map(([name]) => name)
  expect(names).toContain('sessions')
  expect(names.at(-1)).toMatch(/^\d+$/)
  const [[json] = []] = await ask(userEntriesStatement('sessions', id ?? ''))
  expect(JSON.parse(json ?? '')).toMatchObject({ user_agent: 'Firefox', ip: '10.0.0.1' })
  expect(json).not.toContain('hush')
})

test('policies are listed, changed as their statements say, and seen in the matrix', async () => {
  await run(`create schema "odd s"; create table "odd s"."t ""1" (id int primary key, user_id uuid);
    alter table "odd s"."t ""1" enable row level security; grant usage on schema "odd s" to anon, authenticated;
    revoke all on "odd s"."t ""1" from anon, authenticated, service_role; grant select, update on "odd s"."t ""1" to authenticated;
    grant insert (id) on "odd s"."t ""1" to authenticated`)
  const tables = async (search = '') => policyTablesIn(await ask(policyTablesStatement('odd s', search)))
  const [table] = await tables()
  if (!table) throw new Error('No table')
  expect(table).toMatchObject({ name: 't "1', isRlsOn: true, key: ['id'], policies: [] })
  const policy: Policy = {
    name: `it's "mine"`,
    command: 'update',
    isPermissive: true,
    roles: ['authenticated', 'anon'],
    using: 'user_id = auth.uid() -- mine',
    check: null,
  }
  await run(createPolicyStatement(table, policy).sql)
  const read = async () => (await tables('MINE'))[0]?.policies[0]
  expect(await read()).toMatchObject({ name: policy.name, roles: policy.roles, check: null })
  const matrix = policyMatrixIn(
    await ask(policyMatrixStatement('odd s', ['anon', 'authenticated', 'nobody'])),
  )
  const { anon, authenticated } = matrix[0]?.roles ?? {}
  expect(Object.keys(matrix[0]?.roles ?? {}).toSorted()).toEqual(['anon', 'authenticated'])
  expect(anon && policyCoverage(anon, 'update')).toEqual({ type: 'no-privilege' })
  expect(authenticated && policyCoverage(authenticated, 'update')).toMatchObject({ lacksSelect: true })
  expect(authenticated && policyCoverage(authenticated, 'insert')).toEqual({ type: 'none' })
  const before = await read()
  const steps: Partial<Policy>[] = [
    { name: 'b', roles: ['public'], check: 'true' },
    { command: 'select', check: null },
    { isPermissive: false },
  ]
  let now = before
  for (const step of steps) {
    if (!now) throw new Error('No policy')
    const after = { ...now, ...step }
    for (const { sql } of policyChanges(table, now, after)) await run(sql)
    now = (await tables())[0]?.policies[0]
    expect(now).toMatchObject({ ...step, using: before?.using })
  }
})
