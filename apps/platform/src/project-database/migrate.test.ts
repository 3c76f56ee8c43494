import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Engine } from '../engines/engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { testCluster } from '../engines/testing/test-cluster.js'
import { migrate } from './migrate.js'
import { MIGRATIONS } from './migrations/index.js'
import { PROJECT_OWNER } from './owner.js'

let directory: TemporaryDirectory
let engine: Engine
let database: Database
beforeAll(async () => {
  directory = await temporaryDirectory()
  engine = await testCluster(directory.path)
  database = await engine.open('default')
})
afterAll(async () => {
  await engine.close()
  await directory.remove()
})

async function rows(query: string, as: 'owner' | 'admin' = 'owner'): Promise<(string | null)[][]> {
  const { results } = await database.run({ runId: 'migrate-test', query, as })
  return results.at(-1)?.rows ?? []
}

test('steps are numbered from 1 without gaps', () => {
  expect(MIGRATIONS.map(({ id }) => id)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})

test('a new database has all steps, written down by name', async () => {
  expect(await rows('select id, name from basedeck.migrations order by id')).toEqual(
    MIGRATIONS.map(({ id, name }) => [String(id), name]),
  )
})

test('every step is idempotent', async () => {
  await rows('create table public.mine as select 1', 'owner')
  await rows('delete from basedeck.migrations', 'admin')
  await migrate(database, PROJECT_OWNER)
  expect(await rows('select count(*) from basedeck.migrations')).toEqual([[String(MIGRATIONS.length)]])
})

test('a publication that the table editor made under its earlier name is renamed, with its tables', async () => {
  await rows('drop publication supabase_realtime; create table public.told (id int primary key)')
  await rows('create publication realtime for table public.told')
  await rows('delete from basedeck.migrations where id > 9', 'admin')
  await migrate(database, PROJECT_OWNER)
  expect(
    await rows(
      "select p.pubname, t.tablename, p.pubviaroot from pg_publication p join pg_publication_tables t using (pubname) where t.tablename = 'told'",
    ),
  ).toEqual([['supabase_realtime', 'told', 't']])
})

test('a failed step is not recorded and changes nothing', async () => {
  const broken = {
    id: MIGRATIONS.length + 1,
    name: 'broken',
    sql: () => 'create table auth.half (); select 1 / 0;',
  }
  await expect(migrate(database, PROJECT_OWNER, [...MIGRATIONS, broken])).rejects.toThrow('division by zero')
  expect(await rows(`select count(*), to_regclass('auth.half') from basedeck.migrations`)).toEqual([
    [String(MIGRATIONS.length), null],
  ])
})

test('a database from a newer program is refused with a sentence', async () => {
  await rows(`insert into basedeck.migrations values (99, 'from the future')`, 'admin')
  await expect(migrate(database, PROJECT_OWNER)).rejects.toMatchObject({
    code: 'version',
    message: expect.stringContaining('step 99'),
  })
  await rows('delete from basedeck.migrations where id = 99', 'admin')
})

test('the API’s roles get rights on new tables of the owner, but not on the users', async () => {
  await rows('create table things (id int)')
  const can = (role: string, table: string): string => `has_table_privilege('${role}', '${table}', 'select')`
  expect(
    await rows(
      `select ${can('anon', 'things')}, ${can('authenticated', 'things')}, ${can('service_role', 'things')}`,
    ),
  ).toEqual([['t', 't', 't']])
  expect(
    await rows(
      `select ${can('anon', 'auth.users')}, ${can('authenticated', 'auth.users')}, ${can('service_role', 'auth.users')}`,
    ),
  ).toEqual([['f', 'f', 't']])
})

test('the owner may use the API’s roles, and let roles of his own use them', async () => {
  await rows('create role api_login login; grant anon, authenticated to api_login; drop role api_login')
  expect(await rows('set role service_role; select current_user')).toEqual([['service_role']])
})

test('the owner may hang triggers and references on the users', async () => {
  await rows(`
    create table profiles (id uuid primary key references auth.users on delete cascade);
    create function make_profile() returns trigger language plpgsql security definer as
      $$ begin insert into public.profiles values (new.id); return new; end $$;
    create trigger on_user after insert on auth.users for each row execute function make_profile();
    insert into auth.users (email) values ('a@example.org');
    delete from auth.users`)
  expect(await rows('select count(*) from profiles')).toEqual([['0']])
})
