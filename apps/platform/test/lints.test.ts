/** The advisors find the problems of a real database, and none in a good one. */
import { queryPlain, runLints } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../src/engines/engine.js'
import { findLints } from '../src/advisors/find-lints.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
let running: RunningApp
beforeAll(async () => {
  running = await runApp('cluster')
})
afterAll(() => running.stop())

const run = (query: string) => running.client.call(queryPlain, { params, body: { query } })
const names = async () => (await running.client.call(runLints, { params })).map(({ name }) => name).sort()

test('a new project has no findings', async () => {
  expect(await names()).toEqual([])
})

test('each fault is found, with what to do about it', async () => {
  await run(`
    create table public."Open" (id int);
    create table public.closed (id int primary key);
    alter table public.closed enable row level security;
    create table public.idle (id int primary key);
    create policy nobody on public.idle using (false);
    create table public.child (id int primary key, parent int references public.closed);
    alter table public.child enable row level security;
    create policy all_of_it on public.child using (true);
    create index one on public.child (parent);
    create index two on public.child (parent);
    create view public.seen as select * from public.closed;
    create function public.reach() returns int language sql security definer as 'select 1';
  `)
  expect(await names()).toEqual([
    'duplicate_index',
    'function_search_path_mutable',
    'no_primary_key',
    'policy_exists_rls_disabled',
    'rls_disabled_in_public',
    'rls_disabled_in_public',
    'rls_enabled_no_policy',
    'rls_policy_always_true',
    'security_definer_function_callable',
    'security_definer_view',
  ])
  const lints = await running.client.call(runLints, { params })
  expect(lints.find(({ metadata }) => metadata?.name === 'Open')).toMatchObject({
    level: 'ERROR',
    categories: ['SECURITY'],
    detail: 'The table public."Open" has no row-level security.',
    description: expect.stringMatching(/^Anyone with the public key/),
    remediation: expect.stringMatching(/^alter table "public"\."Open" enable row level security/),
  })
  expect(new Set(lints.map(({ cache_key }) => cache_key)).size).toBe(lints.length)
})

test('a foreign key without an index is found, and one with is not', async () => {
  await run('drop index public.one; drop index public.two')
  expect(await names()).toContain('unindexed_foreign_keys')
  await run('create index one on public.child (parent)')
  expect(await names()).not.toContain('unindexed_foreign_keys')
})

test('the SQL that fixes a finding runs, and removes the finding', async () => {
  const before = await running.client.call(runLints, { params })
  const mended = before.filter(({ remediation_sql }) => remediation_sql !== undefined)
  expect(new Set(mended.map(({ name }) => name))).toEqual(new Set(before.map(({ name }) => name)))
  await run(`create index three on public.child (parent); alter table public.idle disable row level security`)
  for (const { remediation_sql, name } of await running.client.call(runLints, { params }))
    if (name !== 'rls_enabled_no_policy') await run(remediation_sql ?? '')
  for (const { remediation_sql } of await running.client.call(runLints, { params }))
    await run(remediation_sql ?? '')
  expect(await names()).toEqual([])
})

test('what the public can read is said of a project that serves its tables', async () => {
  const database = {
    run: async ({ query }: { query: string }) => ({
      results: query.includes('has no row-level security')
        ? [{ rows: [['public', 'Open', 'table', 'It is open.', null]] }]
        : [],
    }),
  } as unknown as Database
  const [served] = await findLints(database, { services: ['data'] })
  const [closed] = await findLints(database, { services: ['storage'] })
  expect(served?.description).toMatch(/^Anyone with the public key/)
  expect(closed?.description).not.toMatch(/Anyone/)
})
