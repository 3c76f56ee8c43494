import { emptyComparison, FakeRefusal, type FakePlatform } from '@basedeck/platform-client/testing'
import type { MergeObject } from '@basedeck/platform-client'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { MergeScreen } from './merge.js'

let opened: OpenedScreen<MergeScreen> | undefined
afterEach(() => opened?.end())

const object = (name: string, more: Partial<MergeObject> = {}): MergeObject => ({
  id: name,
  kind: 'table',
  schema: 'public',
  name,
  verb: 'create',
  changes: [
    {
      kind: 'table',
      schema: 'public',
      name,
      verb: 'create',
      sql: `create table ${name} (id int)`,
      lock: null,
      rewrites: false,
      loses_data: false,
      is_alone: false,
    },
  ],
  theirs: false,
  conflict: false,
  needs: [],
  definitions: { base: null, parent: null, branch: `create table ${name} (id int);` },
  ...more,
})

const BUCKET = { id: 'files', base: null, parent: null, branch: '{}', conflict: false, secret: false }
const SETTING = { ...BUCKET, id: 'site_url' }

async function open(
  objects: MergeObject[] = [object('a'), object('b', { kind: 'policy', needs: ['a'] })],
  prepare?: (fake: FakePlatform) => void,
) {
  opened = await openScreen('merge', '/project/dev/merge', (fake) => {
    fake.addProject({ name: 'dev', ref: 'dev', parent_project_ref: 'default' })
    fake.merges.set('dev', {
      comparison: { ...emptyComparison('dev'), objects, buckets: [BUCKET], auth: [SETTING] },
      rows: {},
      changedSince: new Set(),
      refusal: undefined,
    })
    prepare?.(fake)
  })
  const { screen, watch, until } = opened
  const view = watch(screen.$view)
  watch(screen.$chosen, screen.$mayMerge, screen.$open, screen.$problem, screen.$result, screen.$isPlanning)
  watch(screen.question.$state, screen.undoing.$state, screen.$isNoBranch)
  watch(screen.rows.$state, screen.rows.$chosen, screen.rows.$tables, screen.rows.merging.$state)
  await until(() => expect(view().status).not.toBe('loading'))
  const data = () => {
    const now = view()
    if (now.status !== 'ready') throw new Error('It is not ready')
    return now.data
  }
  return { ...opened, data, chosen: () => [...screen.$chosen.get().objects].sort() }
}

async function openForMerge(...given: Parameters<typeof open>) {
  const all = await open(...given)
  await all.until(() => expect(all.screen.$mayMerge.get()).toEqual({ disabled: false }))
  return all
}

test('policies are apart, and all but settings is chosen', async () => {
  const { data, chosen, screen } = await open()
  expect(data().schema.map(({ name }) => name)).toEqual(['a'])
  expect(data().policies.map(({ name }) => name)).toEqual(['b'])
  expect(chosen()).toEqual(['a', 'b'])
  expect([...screen.$chosen.get().buckets, ...screen.$chosen.get().auth]).toEqual(['files'])
})

test('what needs another is left out and chosen with it', async () => {
  const { chosen, screen } = await open()
  screen.toggle('objects', 'a')
  expect(chosen()).toEqual([])
  screen.toggle('objects', 'b')
  expect(chosen()).toEqual(['a', 'b'])
  screen.chooseAll(false)
  expect(chosen()).toEqual([])
  screen.chooseAll(true)
  expect(chosen()).toEqual(['a', 'b'])
})

test('a conflict is not chosen, and can be', async () => {
  const { chosen, screen, data } = await open([object('a', { conflict: true, theirs: true }), object('c')])
  expect([chosen(), data().conflicts]).toEqual([['c'], 1])
  screen.toggle('objects', 'a')
  expect(chosen()).toEqual(['a', 'c'])
})

test('changes are found by words', async () => {
  const { data, screen } = await open([object('orders'), object('users')])
  screen.search('table ORD')
  expect(data().schema.map(({ name }) => name)).toEqual(['orders'])
})

test('a merge shows its SQL, runs, and is taken back', async () => {
  const { screen, until, data, fake } = await openForMerge()
  screen.toggle('auth', 'site_url')
  await screen.askToMerge()
  expect(screen.question.$state.get()).toMatchObject({
    status: 'open',
    subject: { statements: [{ sql: 'create table a (id int)' }, {}], settings: 1 },
  })
  await screen.question.confirm()
  await until(() => expect(data().isEmpty).toBe(true))
  const merge = screen.$result.get()?.merge
  expect(merge?.statements).toHaveLength(2)
  expect(fake.merges.get('dev')?.comparison.last?.id).toBe(merge?.id)
  if (!merge) throw new Error('It was not merged')
  screen.undoing.ask(merge)
  await screen.undoing.confirm()
  await until(() => expect(data().isEmpty).toBe(false))
  expect(screen.$result.get()).toBeNull()
})

test('a parent that was changed meanwhile is shown anew, and nothing is merged', async () => {
  const { screen, until, data, fake, chosen } = await openForMerge()
  const stored = fake.merges.get('dev')
  if (!stored) throw new Error('There is no branch')
  const theirs = { ...stored.comparison, parent_version: '9', objects: [object('z', { conflict: true })] }
  stored.comparison = theirs
  await screen.askToMerge()
  await until(() => expect(data().schema.map(({ name }) => name)).toEqual(['z']))
  expect(screen.question.$state.get().status).toBe('closed')
  expect(screen.$problem.get()).toContain('changed meanwhile')
  expect(chosen()).toEqual([])
})

test('a comparison that is newer than the question does not change what is merged', async () => {
  const { screen, until, data, fake } = await openForMerge()
  await screen.askToMerge()
  const stored = fake.merges.get('dev')
  if (!stored) throw new Error('There is no branch')
  stored.comparison = { ...stored.comparison, branch_version: '9', objects: [object('unseen')] }
  screen.compareAgain()
  await until(() => expect(data().schema.map(({ name }) => name)).toEqual(['unseen']))
  await screen.question.confirm()
  expect(screen.$result.get()).toBeNull()
  expect(screen.$problem.get()).toContain('changed meanwhile')
  expect(stored.comparison.objects).toHaveLength(1)
})

test('what PostgreSQL refuses stays in the question', async () => {
  const { screen, data } = await openForMerge(undefined, ({ merges }) => {
    const merge = merges.get('dev')
    if (merge) merge.refusal = new FakeRefusal(400, '23514', 'check constraint is violated')
  })
  await screen.askToMerge()
  await screen.question.confirm()
  expect(screen.question.$state.get()).toMatchObject({
    status: 'open',
    problem: 'check constraint is violated',
  })
  expect(data().isEmpty).toBe(false)
})

test('a project that is no branch says so', async () => {
  opened = await openScreen('merge', '/project/default/merge')
  const { screen, watch, until, fake } = opened
  watch(screen.$view, screen.$isNoBranch)
  await until(() => expect(screen.$isNoBranch.get()).toBe(true))
  expect(fake.requests.filter(({ path }) => path.endsWith('/merge'))).toEqual([])
})

test('who may only read sees the comparison, and can’t merge', async () => {
  const { screen, until } = await open(undefined, (fake) => grantOnly(fake, ['read', '%']))
  await until(() =>
    expect(screen.$mayMerge.get()).toMatchObject({ disabled: true, hint: expect.any(String) }),
  )
  await screen.askToMerge()
  expect(screen.question.$state.get().status).toBe('closed')
})

const ROWS = {
  schema: 'public',
  table: 'told',
  key: ['id'],
  columns: ['id', 'a'],
  only: { parent: [], branch: [] },
  added: 1,
  removed: 0,
  changed: 1,
  equal: 5,
  rows: [
    { kind: 'changed' as const, parent: ['2', 'two'], branch: ['2', 'zwei'] },
    { kind: 'added' as const, parent: null, branch: ['4', null] },
  ],
  truncated: false,
}

test('rows are compared, chosen and merged, and those changed since are told', async () => {
  const { screen, until, host, fake } = await openForMerge(undefined, ({ merges }) => {
    const merge = merges.get('dev')
    if (!merge) return
    merge.rows['public.told'] = { ...ROWS }
    merge.changedSince.add(JSON.stringify(['2', 'two']))
  })
  const { rows } = screen
  await rows.compare()
  expect(rows.$state.get()).toEqual({ status: 'idle' })
  rows.chooseTable({ schema: 'public', table: 'told' })
  await rows.compare()
  expect([...rows.$chosen.get()]).toEqual([0, 1])
  rows.toggle(1)
  rows.toggleAll()
  rows.askToMerge()
  await rows.merging.confirm()
  expect(host.notes.at(-1)?.message).toContain('1 row merged; 1 changed in the parent since')
  await until(() =>
    expect(rows.$state.get()).toMatchObject({ status: 'done', rows: { added: 0, changed: 1 } }),
  )
  expect(fake.merges.get('dev')?.rows['public.told']?.rows).toHaveLength(1)
  rows.chooseTable({ schema: 'public', table: 'keyless' })
  await rows.compare()
  expect(rows.$state.get()).toMatchObject({ status: 'failed' })
})
