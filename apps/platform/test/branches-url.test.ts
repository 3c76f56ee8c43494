/** Branches of a database that was added by URL: other databases of its server, made by its user, who is no superuser. */
import {
  createBranch,
  deleteBranch,
  listBranches,
  listDatabases,
  pauseProject,
  resetBranch,
  resumeProject,
  updateBranchSettings,
  type Branch,
} from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { branchDatabase, branchDraft } from '../src/engines/server/branch-database.js'
import { bytesPath } from '../src/objects/byte-folders.js'
import { queryAt, startDatabaseServer, type DatabaseServer } from './database-by-url.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
let server: DatabaseServer
let url: string
let app: RunningApp
beforeAll(async () => {
  server = await startDatabaseServer()
  url = await server.create('shop')
  app = await runApp('url', { databaseUrl: url })
  await sql(
    'default',
    `create table notes (id int generated always as identity primary key, body text not null, secret text);
     create index on notes (body);
     alter table notes enable row level security;
     create policy everyone on notes for select to anon using (true);
     comment on table notes is 'what people wrote';
     create materialized view counted as select count(*) from notes;
     create function touched() returns trigger language plpgsql as
       $$ begin insert into touches values (old.secret); return new; end $$;
     create table touches (secret text);
     create trigger touch before update on notes for each row execute function touched();
     create schema "Größe ""x"""; create table "Größe ""x"""."a.b*c" (id serial, t text); insert into "Größe ""x"""."a.b*c" (t) values ('y');
     insert into notes (body, secret) select 'note ' || n, 'secret ' || n from generate_series(1, 2000) n;
     refresh materialized view counted;
     insert into auth.users (id, email, recovery_token) values ('00000000-0000-4000-8000-000000000001', 'ann@example.com', 'open sesame');
     insert into auth.sessions (id, user_id) values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001');
     create function told() returns trigger language plpgsql as $$ begin insert into touches values ('told'); return old; end $$;
     create trigger told before delete on auth.sessions for each row execute function told();
     insert into storage.buckets (id, name, public) values ('pictures', 'pictures', true);
     analyze`,
  )
  await queryAt(url, `alter database shop set work_mem to '7MB'`)
}, 120_000)
afterAll(async () => {
  await app?.stop()
  await server?.stop()
})

async function sql(ref: string, query: string) {
  const { results } = await (await app.life.database(ref)).run({ runId: randomUUID(), query })
  return results.at(-1)?.rows ?? []
}
const branchDatabases = async () =>
  (await server.query(`select datname from pg_database where datname ~ '^basedeck_' order by 1`)).rows.map(
    ({ datname }: { datname: string }) => datname,
  )
const list = () => app.client.call(listBranches, { params })
const create = (body: { branch_name: string; with_data?: boolean }) =>
  app.client.call(createBranch, { params, body })
async function made({ id }: Branch): Promise<Branch> {
  await app.life.settled()
  return (await list()).find((one) => one.id === id)!
}
const make = async (body: Parameters<typeof create>[0]) => made(await create(body))
async function end(branch: Branch) {
  await app.client.call(deleteBranch, { params: { branch: branch.project_ref } })
  await app.life.settled()
  expect((await list()).map(({ id }) => id)).not.toContain(branch.id)
  expect((await branchDatabases()).filter((name) => name.includes(branch.project_ref))).toEqual([])
  expect(await readdir(join(app.dataDir, 'restoring')).catch(() => [])).toEqual([])
  expect(await readdir(join(app.dataDir, 'projects')).catch(() => [])).not.toContain(branch.project_ref)
}
const at = (ref: string) => Object.assign(new URL(url), { pathname: `/${branchDatabase(ref)}` }).href

test('a branch with data is another database with the same rows, in which nobody is signed in', async () => {
  // Somebody is connected, and stays.
  const other = new pg.Client(url)
  await other.connect()
  const branch = await make({ branch_name: 'With “data” / 🌿', with_data: true })
  expect(branch).toMatchObject({ status: 'ACTIVE_HEALTHY', with_data: true })
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await other.end()
  const ref = branch.project_ref
  expect(await branchDatabases()).toEqual([branchDatabase(ref)])
  const all = `select md5(string_agg(n::text, ',' order by id)) from notes n`
  expect(await sql(ref, all)).toEqual(await sql('default', all))
  expect(await sql(ref, 'select * from counted')).toEqual([['2000']])
  expect(await sql(ref, 'show work_mem')).toEqual([['7MB']])
  await sql(ref, `insert into notes (body) values ('only here')`)
  expect(await sql('default', `select count(*) from notes where body = 'only here'`)).toEqual([['0']])
  expect(await sql(ref, 'select email, recovery_token from auth.users')).toEqual([['ann@example.com', '']])
  expect(await sql(ref, 'select count(*) from auth.sessions')).toEqual([['0']])
  expect(await sql('default', 'select count(*) from auth.sessions')).toEqual([['1']])
  // No trigger fired, and each fires again.
  expect(await sql(ref, 'select count(*) from touches')).toEqual([['0']])
  expect(await sql(ref, `select tgenabled from pg_trigger where tgname = 'told'`)).toEqual([['O']])
  await end(branch)
}, 120_000)

test('a branch without data has the schema, the policies and the buckets, and no rows', async () => {
  const branch = await make({ branch_name: 'empty' })
  expect(branch.status_reason).toBeUndefined()
  const ref = branch.project_ref
  expect(
    await sql(
      ref,
      `select (select count(*) from notes), (select count(*) from auth.users),
      (select count(*) from "Größe ""x"""."a.b*c"), (select string_agg(id, ',') from storage.buckets)`,
    ),
  ).toEqual([['0', '0', '0', 'pictures']])
  const schema = `select string_agg(x, E'\n' order by x) from (
      select polname || pg_get_expr(polqual, polrelid) as x from pg_policy union all
      select pg_get_indexdef(indexrelid) from pg_index union all
      select coalesce(obj_description('public.notes'::regclass), '') union all
      select relname || coalesce((select string_agg(a::text, ',' order by a::text) from unnest(relacl) a), '') from pg_class where relkind in ('r', 'v', 'm', 'S')) all_of_it where x !~ 'pg_toast'`
  expect(await sql(ref, schema)).toEqual(await sql('default', schema))
  expect(await sql(ref, `insert into notes (body) values ('x') returning id`)).toEqual([['1']])
  expect(await sql(ref, `insert into "Größe ""x"""."a.b*c" (t) values ('x') returning id`)).toEqual([['1']])
  const migrations = 'select count(*) from auth.schema_migrations'
  expect(await sql(ref, migrations)).toEqual(await sql('default', migrations))
  await end(branch)
}, 120_000)

test('a database that nobody uses is copied by its server', async () => {
  await app.client.call(pauseProject, { params })
  await app.life.settled()
  const known = await server.query(`select max(oid::int) from pg_database`)
  const branch = await make({ branch_name: 'copied', with_data: true })
  expect(branch).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  const ref = branch.project_ref
  // A copy has the physical layout of its original: the row ids too.
  expect(await sql(ref, `select count(*) from notes`)).toEqual([['2000']])
  const filled = `select md5(string_agg(ctid::text || id, ',' order by id)), (select max(oid::int) from pg_class where oid < 100000) from notes`
  const copy = await sql(ref, filled)
  await app.client.call(resumeProject, { params })
  await app.life.settled()
  expect(copy).toEqual(await sql('default', filled))
  expect(known.rows).toHaveLength(1)
  expect(await sql(ref, 'select count(*) from auth.sessions')).toEqual([['0']])
  await end(branch)
}, 120_000)

test('a reset makes it again while programs are connected, and both are one database in the end', async () => {
  const branch = await make({ branch_name: 'trial', with_data: true })
  const ref = branch.project_ref
  await sql(ref, 'drop table touches cascade; delete from notes')
  const program = new pg.Client(at(ref))
  program.on('error', () => {})
  await program.connect()
  const service = await (await app.life.database(ref)).serviceSignIn?.()
  const asService = new pg.Client(service!.config)
  asService.on('error', () => {})
  await asService.connect()
  await app.client.call(resetBranch, { params: { branch: branch.id } })
  const again = await made(branch)
  expect(again).toMatchObject({ id: branch.id, project_ref: ref, status: 'ACTIVE_HEALTHY' })
  expect(again.status_reason).toBeUndefined()
  expect(await sql(ref, 'select count(*) from notes')).toEqual([['2000']])
  expect(await branchDatabases()).toEqual([branchDatabase(ref)])
  await program.end().catch(() => {})
  await asService.end().catch(() => {})
  await end(branch)
}, 120_000)

test('masked columns hold no value of the parent, and a mask that fails leaves nothing behind', async () => {
  const masks = (expression: string) =>
    app.client.call(updateBranchSettings, {
      params,
      body: { masks: [{ schema: 'public', table: 'notes', column: 'secret', expression }] },
    })
  await masks(`'x' || id`)
  const branch = await make({ branch_name: 'masked', with_data: true })
  expect(branch.status_reason).toBeUndefined()
  const ref = branch.project_ref
  expect(await sql(ref, `select count(*) from notes where secret like 'secret%'`)).toEqual([['0']])
  expect(
    await sql(
      ref,
      `select count(*) from pg_stats where tablename = 'notes' and attname = 'secret'
    and (histogram_bounds::text like '%secret%' or most_common_vals::text like '%secret%')`,
    ),
  ).toEqual([['0']])
  expect(await sql(ref, 'select count(*) from touches')).toEqual([['0']])
  await end(branch)
  await masks('(1 / (id - id))::text')
  const failed = await make({ branch_name: 'fails', with_data: true })
  expect(failed).toMatchObject({ status: 'INIT_FAILED' })
  expect(failed.status_reason).toContain('division by zero')
  expect(await branchDatabases()).toEqual([])
  await end(failed)
  await app.client.call(updateBranchSettings, { params, body: { masks: [] } })
}, 120_000)

test('a user who may not create databases makes none, and the page says what would help', async () => {
  await server.query('alter role maker nocreatedb')
  const refused = await create({ branch_name: 'refused' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 422, code: 'branch_unavailable' })
  const capability = async () => (await app.client.call(listDatabases, { params }))[0]?.capabilities.branches
  expect(await capability()).toEqual({
    available: false,
    reason: expect.stringContaining('alter role maker createdb') as string,
  })
  await server.query('alter role maker createdb')
  await list()
  await expect.poll(capability, { timeout: 10_000 }).toEqual({ available: true })
}, 60_000)

test('a branch that is being made is stopped by deleting it, and two are made at once', async () => {
  const [one, two, three] = await Promise.all([
    create({ branch_name: 'one', with_data: true }),
    create({ branch_name: 'two' }),
    create({ branch_name: 'three', with_data: true }),
  ])
  await app.client.call(deleteBranch, { params: { branch: one.id } })
  for (const branch of [two, three]) {
    const { status, status_reason: reason } = await made(branch)
    expect({ status, reason }).toEqual({ status: 'ACTIVE_HEALTHY', reason: undefined })
  }
  expect(await branchDatabases()).toHaveLength(2)
  await end(two)
  await end(three)
}, 120_000)

test('what a killed program left is gone when the branch is made again, and when it is deleted', async () => {
  const branch = await make({ branch_name: 'left' })
  const ref = branch.project_ref
  const leave = async () => queryAt(url, `create database "${branchDraft(ref)}"`)
  await leave()
  await app.client.call(resetBranch, { params: { branch: branch.id } })
  await made(branch)
  expect(await branchDatabases()).toEqual([branchDatabase(ref)])
  await leave()
  await end(branch)
}, 120_000)

test('a branch in which something is read and subscribed is deleted all the same', async () => {
  const branch = await make({ branch_name: 'busy' })
  const ref = branch.project_ref
  const superuser = new URL(server.superuserUrl)
  superuser.pathname = `/${branchDatabase(ref)}`
  await queryAt(
    superuser.href,
    `create subscription told connection 'host=127.0.0.1 port=1 dbname=nothing' publication none with (connect = false, slot_name = 'far')`,
  )
  await server.query(`alter subscription told owner to maker`).catch(() => {})
  await queryAt(superuser.href, `alter role maker superuser`)
  await end(branch)
  await server.query(`alter role maker nosuperuser`)
}, 120_000)

test('files are shared, and the branch deletes only its own name of them', async () => {
  const id = randomUUID()
  const content = Buffer.from('a picture')
  const bytes = (async function* () {
    yield content
  })()
  await app.storage.bytes.put('default', id, bytes, 1000)
  const branch = await make({ branch_name: 'files', with_data: true })
  const own = bytesPath(app.dataDir, 'default', id)
  expect((await stat(own)).ino).toBe((await stat(bytesPath(app.dataDir, branch.project_ref, id))).ino)
  await end(branch)
  expect((await stat(own)).size).toBe(content.length)
}, 60_000)

test('the parent is written hard while it is branched: the branch has one moment of it', async () => {
  await sql('default', 'create table pairs (n int primary key, side text)')
  const over = new AbortController()
  const writing = (async () => {
    for (let n = 1; !over.signal.aborted; n++)
      await sql(
        'default',
        `insert into pairs values (${2 * n}, 'a'); insert into pairs values (${2 * n + 1}, 'b')`,
      )
  })()
  const branch = await make({ branch_name: 'hard', with_data: true })
  over.abort()
  await writing
  const ref = branch.project_ref
  const [row] = await sql(
    ref,
    `select count(*), coalesce(max(n) - min(n) + 1, 0), count(*) filter (where side = 'a') * 2 from pairs`,
  )
  expect(row?.[1]).toBe(row?.[0])
  expect(row?.[2]).toBe(row?.[0])
  await end(branch)
  await sql('default', 'drop table pairs')
}, 120_000)

test('a server that lets nobody in leaves a reason, and the branch is deleted when it does again', async () => {
  const branch = await make({ branch_name: 'away' })
  await server.query('alter role maker nologin')
  await app.client.call(deleteBranch, { params: { branch: branch.id } })
  await app.life.settled()
  const left = (await list()).find(({ id }) => id === branch.id)
  expect(left).toMatchObject({
    status: 'GOING_DOWN',
    status_reason: expect.stringContaining('not permitted to log in') as string,
  })
  await server.query('alter role maker login')
  await end(branch)
}, 60_000)
