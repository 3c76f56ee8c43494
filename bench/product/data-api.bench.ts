/** The data API: the plan of a read, a schema of 10,000 tables as it is read and held, and rows over HTTP. */
import { dataSchemaOf, planRequest, type DataRequest, type DataSettings } from '@basedeck/data-api'
import { measure } from 'mitata'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { median, type BenchResult } from '../bench-result.js'
import { servedData } from './served-data.js'

const NS_PER_US = 1_000
const MB = 1024 * 1024
const TABLES = 10_000
const ROUNDS = 5
const SETTINGS: DataSettings = {
  schemas: ['public'],
  extraSearchPath: [],
  aggregates: false,
  maxEmbedDepth: 5,
}
const READ: DataRequest = {
  method: 'GET',
  path: '/t_1',
  query: 'select=id,name,t_0(id,name)&id=gt.1&name=like.W*&order=id&limit=10',
  headers: { accept: 'application/json', authorization: 'Bearer token', 'user-agent': 'bench' },
  body: new Uint8Array(),
  role: 'anon',
  claims: { role: 'anon', sub: '00000000-0000-0000-0000-000000000000' },
}

/** All figures of this bench. */
export async function run(): Promise<BenchResult[]> {
  const schema = dataSchemaOf(schemaJson(2))
  const { p50 } = await measure(() => planRequest(schema, SETTINGS, READ))
  return [
    {
      name: 'plan of a read with two filters and an embedding',
      value: p50 / NS_PER_US,
      unit: 'µs',
      budget: 50,
    },
    ...largeSchema(),
    ...(await servedData()),
  ]
}

function largeSchema(): BenchResult[] {
  const json = schemaJson(TABLES)
  const collect = garbageCollector()
  const rounds = Array.from({ length: ROUNDS }, () => readAndHeld(json, collect))
  const name = `schema of ${TABLES.toLocaleString('en')} tables of ten columns`
  return [
    { name: `${name}, from its JSON`, value: median(rounds.map(({ ms }) => ms)), unit: 'ms', budget: 1_500 },
    {
      name: `${name}, held with every table in use`,
      value: median(rounds.map(({ held }) => held)),
      unit: 'MB',
      budget: 60,
    },
  ]
}

/** Once: what is read here is garbage when the next round begins. */
function readAndHeld(json: string, collect: () => void): { ms: number; held: number } {
  collect()
  const before = process.memoryUsage().heapUsed
  const start = performance.now()
  const schema = dataSchemaOf(json)
  const ms = performance.now() - start
  // As after a walk through all of them: a table that nobody asks for costs less.
  const walked = schema.tablesIn('public').length
  collect()
  const held = (process.memoryUsage().heapUsed - before) / MB
  if (schema.tableNamesIn('public').length !== walked) throw new Error('A table is missing')
  return { ms, held }
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/** What the statement of the schema gives for so many tables, each with a foreign key to the one before. */
function schemaJson(tables: number): string {
  const ids = Array.from({ length: tables }, (_, index) => index)
  const columns = [
    [1, 'id', 20, 17],
    [2, 'name', 25, 1],
    [3, 'email', 25, 0, 'character varying(200)', null, null],
    [4, 'created_at', 25, 2, null, 'now()', null],
    [5, 'parent', 20, 0],
    ...[6, 7, 8, 9, 10].map((number) => [number, `column_${number}`, 25, 0]),
  ]
  return JSON.stringify({
    schemas: [['public', null]],
    types: [
      [20, 'pg_catalog', 'int8', 'bigint', 'b', 'N', 0, 0, 0, null],
      [25, 'pg_catalog', 'text', 'text', 'b', 'S', 0, 0, 0, null],
    ],
    relations: ids.map((id) => [id + 1, 'public', `t_${id}`, 'r', 28, false, null, columns]),
    keys: ids.map((id) => [id + 1, 'p', [1]]),
    references: ids.slice(1).map((id) => [`t_${id}_parent_fkey`, id + 1, [5], id, [1]]),
    views: null,
    functions: null,
    roles: null,
  })
}
