/** Merges of branches into their parents, on real databases. */
import {
  compareBranch,
  findDrift,
  listMigrations,
  mergeBranch,
  newId,
  planMerge,
  PlatformError,
  queryTyped,
  undoMerge,
  type BranchComparison,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeAuth, authConfigOf } from '../src/control/auth-settings.js'
import { OWN_REF } from '../src/control/own-installation.js'
import { keepMergeBase } from '../src/merge/merge-base.js'
import { catalogueText } from '../src/schema-diff/testing/catalogue-text.js'
import { runApp, type RunningApp } from './running-app.js'
import { makeTestBranch } from './test-branch.js'

describe.each(['cluster', 'pglite'] as const)('of %s', (kind) => {
  let running: RunningApp
  let branch = ''
  const sql = async (ref: string, query: string) =>
    running.client.call(queryTyped, { params: { ref }, body: { query, runId: newId() } })
  const one = async (ref: string, query: string) => (await sql(ref, query)).results[0]?.rows[0]?.[0]
  const compare = () => running.client.call(compareBranch, { params: { ref: branch } })
  const choose = (
    { parent_version, branch_version, objects }: BranchComparison,
    names?: readonly string[],
  ) => ({
    parent_version,
    branch_version,
    objects: objects.filter(({ name }) => !names || names.includes(name)).map(({ id }) => id),
  })
  const merge = (choice: ReturnType<typeof choose> & { buckets?: string[]; auth?: string[] }) =>
    running.client.call(mergeBranch, { params: { ref: branch }, body: { ...choice, runId: newId() } })
  const undo = (id: string) =>
    running.client.call(undoMerge, { params: { ref: branch, id }, body: { runId: newId() } })
  const failed = async (work: Promise<unknown>): Promise<PlatformError> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof PlatformError)) throw new Error('It did not fail', { cause: error })
    return error
  }
  const textOf = async (ref: string) => catalogueText(await running.life.database(ref))
  const brief = ({ objects }: BranchComparison) => objects.map(({ name, verb }) => `${verb} ${name}`)

  const CLEAR = `drop schema if exists app cascade; drop schema if exists supabase_migrations cascade; delete from storage.buckets`
  const BEGAN = `create schema app; create table app.t (id int primary key, a text); insert into app.t values (1, 'x')`

  beforeAll(async () => {
    running = await runApp(kind)
    branch = await makeTestBranch(running)
  })
  afterAll(() => running.stop())
  beforeEach(async () => {
    for (const ref of [OWN_REF, branch]) await sql(ref, `${CLEAR}; ${BEGAN}`)
    await running.control.write([
      { sql: 'delete from control.merges' },
      { sql: `update control.projects set auth = '{"enabled": true, "disable_signup": false}'` },
    ])
    await keepMergeBase(running.control, { ref: branch, database: await running.life.database(branch) })
  })

  test('two that are equal have nothing to merge', async () => {
    expect(await compare()).toMatchObject({
      has_base: true,
      objects: [],
      around: [],
      buckets: [],
      auth: [],
      last: null,
      branch: { ref: branch, name: 'dev' },
    })
  })

  test('all of it is merged in one transaction, recorded in both, and taken back', async () => {
    const before = await textOf(OWN_REF)
    await sql(
      branch,
      `alter table app.t add b int default 3; create table app."o.dd ""x""" (id int primary key); create view app.v as select a, b from app.t; alter table app.t enable row level security; create policy "may ""read""" on app.t for select using (id > 0)`,
    )
    const comparison = await compare()
    expect(brief(comparison).sort()).toEqual([
      'alter t',
      'create o.dd "x"',
      'create t.may "read"',
      'create v',
    ])
    const plan = await running.client.call(planMerge, {
      params: { ref: branch },
      body: choose(comparison),
    })
    const { merge: made, left, comparison: after } = await merge(choose(comparison))
    expect(made.statements).toEqual(plan.statements.map((statement) => statement.sql))
    expect([left, after.objects, after.last?.id]).toEqual([[], [], made.id])
    expect(await textOf(OWN_REF)).toEqual(await textOf(branch))
    expect(await one(OWN_REF, 'select b from app.t')).toBe('3')
    for (const ref of [OWN_REF, branch])
      expect((await running.client.call(listMigrations, { params: { ref } })).migrations).toMatchObject([
        { version: made.version, name: 'merge of dev' },
      ])
    await sql(OWN_REF, 'update app.t set b = null')
    await undo(made.id)
    expect(await textOf(OWN_REF)).toEqual(before)
    expect(await one(OWN_REF, 'select a from app.t')).toBe('x')
    expect(await failed(undo(made.id))).toMatchObject({ status: 409, code: 'undo_impossible' })
  })

  test('what the parent changed since stays, and what both changed is told with three definitions', async () => {
    const f = (n: number) => `create or replace function app.f() returns int language sql as 'select ${n}'`
    for (const ref of [OWN_REF, branch]) await sql(ref, f(1))
    await keepMergeBase(running.control, { ref: branch, database: await running.life.database(branch) })
    await sql(branch, `${f(2)}; alter table app.t add mine int`)
    await sql(OWN_REF, `${f(3)}; alter table app.t add theirs int; create table app.own (id int)`)
    const comparison = await compare()
    expect(comparison.objects).toMatchObject([
      { name: 'f', conflict: true, theirs: true },
      { name: 't', conflict: false, theirs: true },
    ])
    const { definitions } = comparison.objects[0] ?? {}
    expect(definitions?.base).toContain('select 1')
    expect(definitions?.parent).toContain('select 3')
    expect(definitions?.branch).toContain('select 2')
    await merge(choose(comparison, ['t']))
    expect(await one(OWN_REF, 'select app.f()')).toBe('3')
    await sql(OWN_REF, 'select mine, theirs from app.t')
    expect(brief(await compare())).toEqual(['alter f'])
  })

  test('a parent that was changed after it was shown is not written over', async () => {
    await sql(branch, 'alter table app.t add b int')
    const comparison = await compare()
    await sql(OWN_REF, 'alter table app.t add c int')
    const error = await failed(merge(choose(comparison)))
    expect(error).toMatchObject({ status: 409, code: 'stale' })
    const { stored } = error.body as { stored: BranchComparison }
    expect(stored.parent_version).not.toBe(comparison.parent_version)
    await merge(choose(stored))
    await sql(OWN_REF, 'select b, c from app.t')
  })

  test('one that fails half-way leaves the parent as it was', async () => {
    const before = await textOf(OWN_REF)
    await sql(
      branch,
      'create table app.fine (id int); alter table app.t add constraint many check (id > 1) not valid; delete from app.t; alter table app.t validate constraint many',
    )
    const error = await failed(merge(choose(await compare())))
    expect(error).toMatchObject({ status: 400, code: '23514' })
    expect(await textOf(OWN_REF)).toEqual(before)
    expect((await running.client.call(listMigrations, { params: { ref: OWN_REF } })).migrations).toEqual([])
  })

  test('what ran before a statement that runs alone is taken back when a later one fails', async () => {
    for (const ref of [OWN_REF, branch]) await sql(ref, `create type app.mood as enum ('a')`)
    await keepMergeBase(running.control, { ref: branch, database: await running.life.database(branch) })
    const before = await textOf(OWN_REF)
    await sql(branch, `alter type app.mood add value 'b'`)
    await sql(
      branch,
      `alter table app.t add m app.mood default 'b'; delete from app.t; alter table app.t add constraint none check (id > 1)`,
    )
    const error = await failed(merge(choose(await compare())))
    expect(error.code).toBe('23514')
    expect(error.message).toContain('What had run before it was taken back.')
    expect(await textOf(OWN_REF)).toEqual(before)
    await sql(OWN_REF, 'delete from app.t')
    await merge(choose(await compare()))
    expect(await textOf(OWN_REF)).toEqual(await textOf(branch))
  })

  test('what is chosen must be whole', async () => {
    await sql(branch, 'create table app.u (id int); create view app.v as select id from app.u')
    const comparison = await compare()
    const error = await failed(merge(choose(comparison, ['v'])))
    expect(error).toMatchObject({
      status: 409,
      code: 'merge_incomplete',
      message: 'view app.v needs table app.u, which is not chosen',
    })
    await merge(choose(comparison, ['u']))
    expect(brief(await compare())).toEqual(['create v'])
    expect(await failed(merge({ ...choose(await compare()), objects: ['nothing'] }))).toMatchObject({
      code: 'invalid_body',
    })
  })

  test('rows that came since are not lost by taking a merge back', async () => {
    await sql(branch, 'create table app.u (id int); alter table app.t add "x.y" int')
    const { merge: made } = await merge(choose(await compare()))
    await sql(OWN_REF, 'insert into app.u values (1); update app.t set "x.y" = 1')
    const error = await failed(undo(made.id))
    expect(error).toMatchObject({ status: 409, code: 'undo_loses_data' })
    expect(error.message).toContain('app.t.x.y')
    expect(error.message).toContain('app.u')
    await sql(OWN_REF, 'delete from app.u; update app.t set "x.y" = null; create table app.later (id int)')
    expect(await failed(undo(made.id))).toMatchObject({ status: 409, code: 'stale' })
  })

  test('buckets and auth settings are merged where they are chosen', async () => {
    await sql(
      branch,
      `insert into storage.buckets (id, name, public, allowed_mime_types) values ('o''dd', 'o''dd', true, array['image/*'])`,
    )
    await running.control.write([
      changeAuth(running.box, branch, { disable_signup: true, smtp_pass: 'hush' }, undefined),
    ])
    const comparison = await compare()
    expect(comparison.buckets).toMatchObject([{ id: `o'dd`, parent: null, conflict: false }])
    expect(comparison.auth.map(({ id, secret }) => [id, secret])).toEqual([
      ['disable_signup', false],
      ['smtp_pass', true],
    ])
    expect(JSON.stringify(comparison)).not.toContain('hush')
    const done = await merge({
      ...choose(comparison),
      buckets: [`o'dd`],
      auth: ['disable_signup', 'smtp_pass'],
    })
    expect([done.left, done.comparison.buckets, done.comparison.auth]).toEqual([[], [], []])
    expect(await authConfigOf(running.control, OWN_REF)).toMatchObject({
      disable_signup: true,
      secrets_set: ['smtp_pass'],
    })
    expect(await one(OWN_REF, 'select allowed_mime_types from storage.buckets')).toBe('{image/*}')
    await undo(done.merge.id)
    expect(await one(OWN_REF, 'select count(*) from storage.buckets')).toBe('0')
  })

  test('without what both began with, each difference is one of the branch', async () => {
    await running.control.write([{ sql: 'delete from control.branch_bases' }])
    await sql(OWN_REF, 'create table app.own (id int)')
    expect(await compare()).toMatchObject({ has_base: false, objects: [{ name: 'own', verb: 'drop' }] })
  })

  test('a project that is no branch has no merge', async () => {
    const error = await failed(running.client.call(compareBranch, { params: { ref: OWN_REF } }))
    expect(error).toMatchObject({ status: 404, code: 'branch_has_no_parent' })
  })

  test('after a merge neither of them has drift', async () => {
    for (const ref of [OWN_REF, branch]) await sql(ref, CLEAR)
    await keepMergeBase(running.control, { ref: branch, database: await running.life.database(branch) })
    await sql(branch, 'create schema app; create table app.fresh (id int primary key)')
    await merge(choose(await compare()))
    for (const ref of [OWN_REF, branch])
      expect(await running.client.call(findDrift, { params: { ref } })).toMatchObject({
        changes: [],
        failed: null,
      })
  }, 120_000)
})
