/** The family's own client reads and writes, unchanged. */
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSchema } from './answer-request.js'
import { startCluster, type TestCluster } from './cluster.js'
import { serve, type DataServer } from './data-server.js'
import { overPg, type TestDatabase } from './database.js'
import { loadFixture } from './load-fixture.js'

let cluster: TestCluster
let database: TestDatabase
let server: DataServer
const shopClient = (url: string) => new PostgrestClient(url, { schema: 'shop' })
let client: ReturnType<typeof shopClient>

beforeAll(async () => {
  cluster = await startCluster()
  database = overPg(await cluster.connect())
  await loadFixture(database)
  const schema = await readSchema(database)
  server = await serve(database, schema, 'writer')
  client = shopClient(server.url)
})

afterAll(async () => {
  await server.close()
  await database.close()
  await cluster.stop()
})

test('rows are selected with filters, relations, order and range', async () => {
  const { data, error, status } = await client
    .from('clients')
    .select('id, name, projects(id, tasks(name))')
    .in('id', [1, 2])
    .order('id', { ascending: false })
    .order('id', { referencedTable: 'projects', ascending: false })
    .limit(1, { referencedTable: 'projects' })
    .range(0, 1)
  expect([error, status]).toEqual([null, 200])
  expect(data).toEqual([
    { id: 2, name: 'Bob, "the" builder', projects: [{ id: 3, tasks: [{ name: 'Dig' }] }] },
    { id: 1, name: 'Ada', projects: [{ id: 2, tasks: [{ name: 'Climb' }, { name: 'Tile' }] }] },
  ])
})

test('filters of every kind', async () => {
  const ids = async (query: PromiseLike<{ data: unknown }>) =>
    ((await query).data as { id: number }[]).map(({ id }) => id)
  const from = () => client.from('projects').select('id').order('id')
  expect(await ids(from().contains('tags', ['a']))).toEqual([1])
  expect(await ids(from().overlaps('tags', ['a', 'b']))).toEqual([1, 2])
  expect(await ids(from().contains('data', { n: 5 }))).toEqual([1])
  expect(await ids(from().containedBy('tags', ['b']))).toEqual([2, 3])
  expect(await ids(from().rangeGt('during', '[1,4)'))).toEqual([2])
  expect(await ids(from().rangeAdjacent('during', '[9,12)'))).toEqual([2])
  expect(await ids(from().is('client_id', null))).toEqual([4])
  expect(await ids(from().not('client_id', 'is', null))).toEqual([1, 2, 3])
  expect(await ids(from().or('id.eq.1,and(id.gt.2,name.like.G*)'))).toEqual([1, 3])
  expect(await ids(from().ilikeAnyOf('name', ['%oo%', 'w%']))).toEqual([1, 2])
  expect(await ids(from().match({ id: 2, name: 'Roof' }))).toEqual([2])
  expect(await ids(from().filter('data->>t', 'eq', 'x'))).toEqual([1])
  expect(
    await ids(client.from('tasks').select('id').textSearch('body', 'fox', { config: 'english' })),
  ).toEqual([1])
  expect(await ids(client.from('clients').select('id, projects!inner()').eq('projects.id', 3))).toEqual([2])
})

test('counts and heads', async () => {
  const { count, data } = await client.from('people').select('*', { count: 'exact', head: true })
  expect([count, data]).toEqual([3, null])
  const { count: estimated } = await client.from('people').select('id', { count: 'estimated' })
  expect(estimated).toBe(3)
})

test('one row, at most one row, and none', async () => {
  const people = () => client.from('people').select('name')
  expect((await people().eq('id', 1).single()).data).toEqual({ name: 'Ann' })
  expect((await people().eq('id', 0).maybeSingle()).data).toBeNull()
  const { error, status } = await people().single()
  expect([error?.code, status]).toEqual(['PGRST116', 406])
})

test('rows are written and given back', async () => {
  const kept = () => client.from('kept')
  expect(
    (
      await kept()
        .insert([{ id: 10, name: 'a' }, { id: 11 }])
        .select()
    ).data,
  ).toEqual([
    { id: 10, name: 'a' },
    { id: 11, name: null },
  ])
  expect((await kept().upsert({ id: 10, name: 'b' }).select().single()).data).toEqual({ id: 10, name: 'b' })
  const ignored = await kept().upsert({ id: 10, name: 'c' }, { ignoreDuplicates: true }).select()
  expect(ignored.data).toEqual([])
  const updated = await kept().update({ name: 'd' }, { count: 'exact' }).eq('id', 10)
  expect([updated.status, updated.count]).toEqual([204, 1])
  expect((await kept().delete().gte('id', 10).select('id')).data).toHaveLength(2)
  expect((await kept().insert({ id: 1 })).error?.code).toBe('23505')
})

test('a bulk insert without defaults for null keeps the defaults of the columns', async () => {
  const rows = [{ name: 'x', mood: 'sad' }, { name: 'y' }]
  const { data } = await client.from('clients').insert(rows, { defaultToNull: false }).select('name, mood')
  expect(data).toEqual([
    { name: 'x', mood: 'sad' },
    { name: 'y', mood: 'ok' },
  ])
})

test('functions are called', async () => {
  expect((await client.rpc('add', { a: 1, b: 2 })).data).toBe(3)
  expect((await client.rpc('add', { a: 1 }, { get: true })).data).toBe(11)
  expect((await client.rpc('all_clients').select('id').eq('id', 2).single()).data).toEqual({ id: 2 })
  const counted = await client.rpc('all_clients', {}, { head: true, count: 'exact' })
  expect(counted.count).toBeGreaterThanOrEqual(3)
  expect((await client.rpc('nothing')).status).toBe(204)
})

test('CSV, stripped nulls and another schema', async () => {
  expect((await client.from('people').select('id').eq('id', 1).csv()).data).toBe('id\n1')
  expect((await client.from('no_key').select().eq('a', 2).stripNulls()).data).toEqual([{ a: 2 }])
  expect((await client.schema('other').from('things').select()).data).toEqual([{ id: 1, name: 'thing' }])
})

test('errors come with code, hint and details', async () => {
  const { error, status } = await client.from('peeple').select()
  expect(status).toBe(404)
  expect(error).toMatchObject({ code: 'PGRST205', hint: "Perhaps you meant the table 'shop.people'" })
})
