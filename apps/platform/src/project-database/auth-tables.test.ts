/** Schema `auth` after the step that completes it: of a new database, of one with users, of one that others work with. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Engine } from '../engines/engine.js'
import { PgliteEngine } from '../engines/pglite/pglite-engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { testCluster } from '../engines/testing/test-cluster.js'
import { migrate } from './migrate.js'
import { MIGRATIONS } from './migrations/index.js'
import { PROJECT_OWNER } from './owner.js'

const EARLIER = MIGRATIONS.slice(0, 8)

describe.each(['cluster', 'pglite'] as const)('%s', (kind) => {
  let directory: TemporaryDirectory
  let engine: Engine
  let database: Database
  beforeAll(async () => {
    directory = await temporaryDirectory()
    engine =
      kind === 'cluster' ? await testCluster(directory.path) : new PgliteEngine({ dataDir: directory.path })
    database = await engine.open('default')
  })
  afterAll(async () => {
    await engine.close()
    await directory.remove()
  })

  async function rows(query: string, as: 'owner' | 'admin' = 'admin'): Promise<(string | null)[][]> {
    const { results } = await database.run({ runId: crypto.randomUUID(), query, as })
    return results.at(-1)?.rows ?? []
  }

  /** As the program before this step left it. */
  beforeEach(async () => {
    await rows(
      'drop schema auth cascade; drop table if exists basedeck.auth_calls; delete from basedeck.migrations',
    )
    await migrate(database, PROJECT_OWNER, EARLIER)
    await rows(
      `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data) values
        ('00000000-0000-4000-8000-000000000001', 'Ada@example.org', 'x', now(), '{"name": "Ada"}'),
        ('00000000-0000-4000-8000-000000000002', null, null, null, '{}')`,
      'owner',
    )
  })

  test('users stay, and who has an address has an identity', async () => {
    await migrate(database, PROJECT_OWNER)
    expect(
      await rows(
        `select email, raw_app_meta_data::text, raw_user_meta_data::text from auth.users order by id`,
        'owner',
      ),
    ).toEqual([
      ['Ada@example.org', '{"provider": "email", "providers": ["email"]}', '{"name": "Ada"}'],
      [null, '{}', '{}'],
    ])
    expect(
      await rows(
        `select provider, provider_id, email, identity_data ->> 'email_verified' from auth.identities`,
      ),
    ).toEqual([['email', '00000000-0000-4000-8000-000000000001', 'ada@example.org', 'true']])
  })

  test('a second run changes nothing', async () => {
    await migrate(database, PROJECT_OWNER)
    await rows('delete from basedeck.migrations')
    await migrate(database, PROJECT_OWNER)
    expect(await rows('select count(*) from auth.identities')).toEqual([['1']])
  })

  test('tables of another service stay as they are', async () => {
    await rows('create table auth.schema_migrations (version text primary key)')
    await migrate(database, PROJECT_OWNER)
    expect(
      await rows(`select to_regclass('auth.sessions'), count(*) from pg_attribute
        where attrelid = 'auth.users'::regclass and attname = 'instance_id'`),
    ).toEqual([[null, '0']])
  })

  test('a table of users with a column of somebody else stays as it is', async () => {
    await rows('alter table auth.users add column nickname text')
    await migrate(database, PROJECT_OWNER)
    expect(await rows(`select to_regclass('auth.sessions')`)).toEqual([[null]])
  })

  test('what a user is deleted with goes too, and the API’s roles read nothing', async () => {
    await migrate(database, PROJECT_OWNER)
    await rows(`insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users;
      insert into auth.refresh_tokens (token, session_id) select id::text, id from auth.sessions;
      delete from auth.users`)
    expect(
      await rows(
        `select (select count(*) from auth.sessions), (select count(*) from auth.refresh_tokens),
          (select count(*) from pg_class c, unnest(array['anon', 'authenticated']) role
            where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and has_table_privilege(role, c.oid, 'select'))`,
      ),
    ).toEqual([['0', '0', '0']])
  })

  test('the login of the services is no member of the role that auth works as', async () => {
    await migrate(database, PROJECT_OWNER)
    expect(
      await rows(`select pg_has_role('authenticator', 'supabase_auth_admin', 'member'),
        pg_has_role('service_role', 'supabase_auth_admin', 'member'), pg_has_role('postgres', 'supabase_auth_admin', 'member')`),
    ).toEqual([['f', 'f', 't']])
  })

  test('the claims of a request are found one by one, and as a whole', async () => {
    await migrate(database, PROJECT_OWNER)
    const id = '00000000-0000-4000-8000-000000000001'
    await expect(
      rows(`select set_config('request.jwt.claims', '{"sub": "${id}", "role": "anon", "email": "a@b.c"}', false);
        select auth.uid(), auth.role(), auth.email(), auth.jwt() ->> 'sub'`),
    ).resolves.toEqual([[id, 'anon', 'a@b.c', id]])
    await expect(
      rows(`select set_config('request.jwt.claim.role', 'authenticated', false),
          set_config('request.jwt.claims', '', false);
        select auth.uid(), auth.role(), auth.email(), auth.jwt()`),
    ).resolves.toEqual([[null, 'authenticated', null, null]])
  })
})
