/** Rows over HTTP by the data API of a running platform, beside the smallest server that sends the same statements. */
import { dataSchemaOf, planRequest, schemaStatement, type DataSettings } from '@basedeck/data-api'
import { createClient, DATA_API_DEFAULTS, getProject, listApiKeys } from '@basedeck/platform-client'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPlatform } from '../../e2e/models/platform.js'
import { median, type BenchResult } from '../bench-result.js'
import { connectBare } from './bare-driver.js'

const ROUNDS = 5
const SECONDS = 3
const TSX = ['--import', 'tsx', '--conditions=@basedeck/source']
const READS: readonly (readonly [name: string, path: string, budget: number])[] = [
  ['one row by its key', '/todos?id=eq.5', 0.7],
  ['100 rows', '/todos?limit=100', 0.8],
  ['two levels of embedding', '/authors?select=id,name,books(id,title,chapters(id,title))&limit=5', 0.8],
]
const TABLES = `create table todos (id int8 primary key, task text);
  insert into todos select n, 'task ' || n from generate_series(1, 1000) n;
  create table authors (id int8 primary key, name text);
  create table books (id int8 primary key, author_id int8 references authors, title text);
  create table chapters (id int8 primary key, book_id int8 references books, title text);
  insert into authors select n, 'author ' || n from generate_series(1, 100) n;
  insert into books select n, n % 100 + 1, 'book ' || n from generate_series(1, 1000) n;
  insert into chapters select n, n % 1000 + 1, 'chapter ' || n from generate_series(1, 5000) n;
  create index on books (author_id); create index on chapters (book_id);
  create role bare login password 'bare' noinherit; grant anon, authenticated, service_role to bare`

/** Requests a second with fifty connections, as parts of what the smallest server answers. */
export async function servedData(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const { dataDir } = platform
  let floor: ChildProcess | undefined
  try {
    const owner = await connectBare(dataDir)
    await owner.query(TABLES)
    const { port } = owner
    await owner.end()
    const databaseUrl = `postgresql://bare:bare@127.0.0.1:${port}/postgres`
    const client = createClient({ baseUrl: platform.url })
    const { restUrl } = await client.call(getProject, { params: { ref: 'default' } })
    const keys = await client.call(listApiKeys, { params: { ref: 'default' }, query: { reveal: true } })
    const key = keys.find(({ name, type }) => type === 'legacy' && name === 'service_role')?.api_key ?? ''
    const plansFile = join(dataDir, 'plans.json')
    await writeFile(plansFile, JSON.stringify(await plansOf(databaseUrl)))
    floor = spawn(process.execPath, [...TSX, 'bench/product/bare-rows.ts', databaseUrl, plansFile])
    const [bare] = (await once(floor.stdout ?? floor, 'data')) as [Buffer]
    const figures: BenchResult[] = []
    for (const [name, path, budget] of READS) {
      const ours: number[] = []
      const theirs: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        theirs.push(await answersOf(`http://127.0.0.1:${bare.toString().trim()}${path}`, key))
        ours.push(await answersOf(`${restUrl}/rest/v1${path}`, key))
      }
      figures.push({
        name: `${name}, answers a second (at least ${budget} × the floor)`,
        value: median(ours),
        unit: 'a second',
        floor: median(theirs),
        floorName: 'the smallest server on the driver',
      })
    }
    return figures
  } finally {
    floor?.kill()
    await platform.dispose()
  }
}

const run = promisify(execFile)

async function answersOf(url: string, key: string): Promise<number> {
  const { stdout } = await run(process.execPath, [
    ...TSX,
    'bench/product/rows-load.ts',
    url,
    key,
    String(SECONDS),
  ])
  return Number(stdout)
}

/** The statements that the platform sends for each read. */
async function plansOf(databaseUrl: string): Promise<Record<string, object[]>> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { schemas, extra_search_path: extraSearchPath } = DATA_API_DEFAULTS
  const { text, values } = schemaStatement({ schemas, extraSearchPath })
  const { rows } = await client.query(text, values)
  await client.end()
  const schema = dataSchemaOf(Object.values(rows[0] as object)[0] as string)
  const settings: DataSettings = {
    schemas,
    extraSearchPath,
    maxRows: DATA_API_DEFAULTS.max_rows,
    aggregates: false,
    maxEmbedDepth: DATA_API_DEFAULTS.max_embed_depth,
    statementTimeouts: { service_role: DATA_API_DEFAULTS.service_timeout_ms },
  }
  const planOf = (whole: string) => {
    const [path = '', query = ''] = whole.split('?')
    const asked = { method: 'GET', path, query, headers: {}, body: new Uint8Array() }
    const role = 'service_role'
    const { opening, main } = planRequest(schema, settings, { ...asked, role, claims: { role } })
    return [...opening, main, { text: 'commit', values: [] }]
  }
  return Object.fromEntries(READS.map(([, path]) => [path, planOf(path)]))
}
