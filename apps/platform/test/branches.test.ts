/** Branches of a project, with and without its rows: what they have, what they don't, and what ends them. */
import {
  createBranch,
  deleteBranch,
  getAuthConfig,
  listBranches,
  listOrganizationProjects,
  resetBranch,
  turnOnInBranch,
  updateAuthConfig,
  updateBranch,
  updateBranchSettings,
  type Branch,
} from '@basedeck/platform-client/contract'
import { createHash, randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlatformError } from '@basedeck/platform-client'
import { endOnce } from '../src/branches/end-branches.js'
import { bytesPath } from '../src/objects/byte-folders.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }

describe.each(['cluster', 'pglite'] as const)('on %s', (engine) => {
  let app: RunningApp
  beforeAll(async () => {
    app = await runApp(engine)
    await sql(
      'default',
      `create table notes (id int generated always as identity primary key, body text not null, secret text);
       create index on notes (body);
       alter table notes enable row level security;
       create policy everyone on notes for select to anon using (true);
       create role reporter; grant select on notes to reporter;
       comment on table notes is 'what people wrote';
       create view short as select left(body, 3) from notes;
       create materialized view counted as select count(*) from notes;
       create function touched() returns trigger language plpgsql as
         $$ begin insert into touches values (old.secret); return new; end $$;
       create table touches (secret text);
       create trigger touch before update on notes for each row execute function touched();
       insert into notes (body, secret) select 'note ' || n, 'secret ' || n from generate_series(1, 2000) n;
       analyze notes`,
    )
    await sql(
      'default',
      `insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'ann@example.com');
       insert into auth.sessions (id, user_id) values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001');
       insert into storage.buckets (id, name, public) values ('pictures', 'pictures', true)`,
      'admin',
    )
  }, 120_000)
  afterAll(() => app?.stop())

  async function sql(ref: string, query: string, as: 'owner' | 'admin' = 'owner') {
    const { results } = await (await app.life.database(ref)).run({ runId: randomUUID(), query, as })
    return results.at(-1)?.rows ?? []
  }
  const list = () => app.client.call(listBranches, { params })
  async function made(branch: Branch): Promise<Branch> {
    const find = async () => (await list()).find(({ id }) => id === branch.id)!
    await expect
      .poll(async () => (await find()).status, { timeout: 60_000 })
      .not.toMatch(/COMING_UP|RESTORING/)
    await app.life.settled()
    const found = await find()
    return found
  }
  const make = async (body: Parameters<typeof create>[0]) => made(await create(body))
  const create = (body: {
    branch_name: string
    with_data?: boolean
    git_branch?: string
    ttl_hours?: number
    persistent?: boolean
  }) => app.client.call(createBranch, { params, body })
  async function end(branch: Branch) {
    await app.client.call(deleteBranch, { params: { branch: branch.project_ref } })
    await app.life.settled()
  }

  test('a branch with data has the same rows, and what is written in one is not in the other', async () => {
    const branch = await make({ branch_name: 'With “data” / 🌿', with_data: true, git_branch: 'feature/x' })
    expect(branch).toMatchObject({
      status: 'ACTIVE_HEALTHY',
      with_data: true,
      git_branch: 'feature/x',
      parent_project_ref: 'default',
      is_default: false,
    })
    const all = `select md5(string_agg(n::text, ',' order by id)) from notes n`
    expect(await sql(branch.project_ref, all)).toEqual(await sql('default', all))
    await sql(branch.project_ref, `insert into notes (body) values ('only here')`)
    expect(await sql('default', `select count(*) from notes where body = 'only here'`)).toEqual([['0']])
    // Nobody is signed in there.
    expect(await sql(branch.project_ref, 'select count(*) from auth.users', 'admin')).toEqual([['1']])
    expect(await sql(branch.project_ref, 'select count(*) from auth.sessions', 'admin')).toEqual([['0']])
    expect(await sql('default', 'select count(*) from auth.sessions', 'admin')).toEqual([['1']])
    const listed = await app.client.call(listOrganizationProjects, { params: { slug: await slug() } })
    expect(listed.projects.map(({ ref }) => ref)).toEqual(['default'])
    await end(branch)
    expect((await list()).map(({ name }) => name)).toEqual(['main'])
    expect(await readdir(join(app.dataDir, 'projects'))).toEqual(['default'])
  }, 120_000)

  async function slug(): Promise<string> {
    const [row] = await app.control.select<{ slug: string }>('select slug from control.organizations')
    return row!.slug
  }

  test('a branch without data has the schema, the roles, the policies and the buckets, and no rows', async () => {
    const branch = await make({ branch_name: 'empty' })
    expect(branch.status_reason).toBeUndefined()
    expect(branch).toMatchObject({ status: 'ACTIVE_HEALTHY', with_data: false })
    const ref = branch.project_ref
    expect(await sql(ref, 'select count(*) from notes')).toEqual([['0']])
    expect(await sql(ref, 'select count(*) from auth.users', 'admin')).toEqual([['0']])
    expect(await sql(ref, 'select id from storage.buckets', 'admin')).toEqual([['pictures']])
    expect(await sql(ref, `select count(*) from pg_stats where tablename = 'notes'`, 'admin')).toEqual([
      ['0'],
    ])
    const schema = `select string_agg(x, E'\n' order by x) from (
        select polname || pg_get_expr(polqual, polrelid) as x from pg_policy union all
        select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'public.notes'::regclass union all
        select rolname || rolcanlogin from pg_roles union all
        select coalesce(obj_description('public.notes'::regclass), '') union all
        select relname || coalesce(relacl::text, '') from pg_class where relkind in ('r', 'v', 'm', 'S')) all_of_it`
    expect(await sql(ref, schema, 'admin')).toEqual(await sql('default', schema, 'admin'))
    // Each table works: its files and those of its indexes are there.
    await sql(ref, `insert into notes (body) select 'n' || n from generate_series(1, 3000) n`)
    expect(await sql(ref, `select count(*) from notes where body = 'n7'`)).toEqual([['1']])
    expect(await sql(ref, 'select min(id) from notes')).toEqual([['1']])
    await sql(ref, 'refresh materialized view counted')
    await end(branch)
  }, 120_000)

  test('a branch is reset to its parent, and a name is taken once', async () => {
    const branch = await make({ branch_name: 'trial', with_data: true })
    const ref = branch.project_ref
    await sql(ref, 'drop table touches cascade; delete from notes')
    await expect(create({ branch_name: 'trial' })).rejects.toMatchObject({
      status: 409,
      code: 'branch_name_taken',
    })
    const again = await made(await app.client.call(resetBranch, { params: { branch: branch.id } }))
    expect(again).toMatchObject({ id: branch.id, project_ref: ref, status: 'ACTIVE_HEALTHY' })
    expect(await sql(ref, 'select count(*) from notes')).toEqual([['2000']])
    expect(await readdir(join(app.dataDir, 'projects'))).toHaveLength(2)
    await end(branch)
  }, 120_000)

  test('masked columns hold no value of the parent, and a mask that fails leaves nothing behind', async () => {
    const settings = (expression: string) =>
      app.client.call(updateBranchSettings, {
        params,
        body: { masks: [{ schema: 'public', table: 'notes', column: 'secret', expression }] },
      })
    await settings(`'x' || id`)
    const branch = await make({ branch_name: 'masked', with_data: true })
    expect(branch.status_reason).toBeUndefined()
    const ref = branch.project_ref
    expect(await sql(ref, `select count(*) from notes where secret like 'secret%'`)).toEqual([['0']])
    expect(await sql(ref, 'select secret from notes where id = 7')).toEqual([['x7']])
    // No trigger kept the old value, and each fires again.
    expect(await sql(ref, 'select count(*) from touches')).toEqual([['0']])
    await sql(ref, `update notes set body = 'y' where id = 7`)
    expect(await sql(ref, 'select * from touches')).toEqual([['x7']])
    await end(branch)
    for (const [expression, reason] of [
      ['1 / 0', 'division by zero'],
      ['nothing', 'column "nothing" does not exist'],
      [`'x'); delete from notes; --`, 'without a semicolon'],
      ['body -- a note', undefined],
    ] as const) {
      const refused = await settings(expression).catch((error: PlatformError) => error)
      if (reason === undefined) expect(refused).toHaveProperty('masks')
      else expect(refused).toMatchObject({ status: 422, message: expect.stringContaining(reason) as string })
    }
    expect(await sql('default', 'select count(*) from notes')).toEqual([['2000']])
    await settings('(1 / (id - id))::text')
    const failed = await make({ branch_name: 'fails', with_data: true })
    expect(failed).toMatchObject({ status: 'INIT_FAILED' })
    expect(failed.status_reason).toContain('division by zero')
    expect(await readdir(join(app.dataDir, 'projects'))).toEqual(['default'])
    await end(failed)
    await app.client.call(updateBranchSettings, { params, body: { masks: [] } })
  }, 120_000)

  test('files are shared, and deleting them in one leaves those of the other', async () => {
    const id = randomUUID()
    const content = Buffer.from('a picture')
    await app.storage.bytes.put(
      'default',
      id,
      (async function* () {
        yield content
      })(),
      1000,
    )
    const branch = await make({ branch_name: 'files', with_data: true })
    const [own, other] = [
      bytesPath(app.dataDir, 'default', id),
      bytesPath(app.dataDir, branch.project_ref, id),
    ]
    expect((await stat(own)).ino).toBe((await stat(other)).ino)
    await app.storage.bytes.remove(branch.project_ref, [id])
    const left = createHash('sha256')
    for await (const piece of await app.storage.bytes.read('default', id)) left.update(piece as Buffer)
    expect(left.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'))
    await end(branch)
    expect((await stat(own)).size).toBe(content.length)
  }, 120_000)

  test('hooks and mail are off in a branch until they are turned on', async () => {
    const hook = { hook_send_email_enabled: true, hook_send_email_uri: 'https://example.com/mail' }
    await app.client.call(updateAuthConfig, { params, body: hook })
    const branch = await make({ branch_name: 'quiet' })
    expect(branch.off).toEqual([
      { kind: 'mail', name: '' },
      { kind: 'hook', name: 'send_email' },
    ])
    const config = () => app.client.call(getAuthConfig, { params: { ref: branch.project_ref } })
    expect(await config()).toMatchObject({
      hook_send_email_enabled: false,
      hook_send_email_uri: 'https://example.com/mail',
    })
    const on = await app.client.call(turnOnInBranch, {
      params: { branch: branch.id },
      body: { kind: 'hook', name: 'send_email' },
    })
    expect(on.off).toEqual([{ kind: 'mail', name: '' }])
    expect(await config()).toMatchObject({ hook_send_email_enabled: true })
    await end(branch)
    await app.client.call(updateAuthConfig, { params, body: { hook_send_email_enabled: false } })
  }, 120_000)

  test('a preview ends when its time is over, and a persistent branch does not', async () => {
    const preview = await make({ branch_name: 'short', ttl_hours: 1 })
    const kept = await make({ branch_name: 'kept', ttl_hours: 1 })
    await app.client.call(updateBranch, { params: { branch: kept.id }, body: { persistent: true } })
    const later = new Date(Date.parse(preview.ends_at!) + 1)
    await endOnce({ ...app, now: () => later, log: { warn: () => {} } as never })
    await app.life.settled()
    expect((await list()).map(({ name }) => name)).toEqual(['main', 'kept'])
    await end(kept)
  }, 120_000)

  test('a branch that is being made is stopped by deleting it', async () => {
    const branch = await create({ branch_name: 'stopped', with_data: true })
    await end(branch)
    expect((await list()).map(({ name }) => name)).toEqual(['main'])
    expect(await readdir(join(app.dataDir, 'projects'))).toEqual(['default'])
  }, 60_000)

  test('the parent is written hard while it is branched: the branch has one moment of it', async () => {
    await sql('default', 'create table pairs (n int primary key, side text)')
    const over = new AbortController()
    const writing = (async () => {
      for (let n = 1; !over.signal.aborted; n++)
        await sql(
          'default',
          `begin; insert into pairs values (${2 * n}, 'a'); insert into pairs values (${2 * n + 1}, 'b'); commit`,
        )
    })()
    const branch = await make({ branch_name: 'busy', with_data: true })
    over.abort()
    await writing
    const ref = branch.project_ref
    // Whole transactions, without a gap, and none of them later than the copy.
    const [row] = await sql(
      ref,
      `select count(*), max(n) - min(n) + 1, count(*) filter (where side = 'a') * 2 from pairs`,
    )
    expect(row?.[1] ?? row?.[0]).toBe(row?.[1] ?? '0')
    expect(row?.[0]).toBe(row?.[2])
    const most = await sql(ref, 'select coalesce(max(n), 0) from pairs')
    const digest = `select md5(coalesce(string_agg(p::text, ',' order by n), '')) from pairs p where n <= ${most[0]?.[0]}`
    expect(await sql(ref, digest)).toEqual(await sql('default', digest))
    await end(branch)
    await sql('default', 'drop table pairs')
  }, 120_000)
})
