/** Snippets: a long list, a search, opening one, and saving one; the floor is a call that asks nothing. */
import {
  getHealth,
  getSnippet,
  listFolders,
  saveSnippet,
  type Client,
  type Snippet,
} from '@basedeck/platform-client'
import { testApi, type TestApi } from '../../apps/platform/test/test-api.js'
import { timed, type BenchResult } from '../bench-result.js'

const SNIPPETS = 10_000
const params = { ref: 'default' }

export async function run(): Promise<BenchResult[]> {
  const api = await testApi({ isPlatform: false, accountsOn: false })
  try {
    return await figures(api, api.browser().client)
  } finally {
    await api.remove()
  }
}

async function figures(api: TestApi, client: Client): Promise<BenchResult[]> {
  await fill(api)
  const list = (query: object) =>
    client.call(listFolders, { params, query: { visibility: 'user', ...query } })
  const byName = { sort_by: 'name' }
  const cursor = await cursorOf(50, async (at) => (await list({ ...byName, cursor: at })).cursor)
  const [first] = (await list(byName)).data.contents
  let snippet: Snippet = await client.call(getSnippet, { params: { ...params, id: first?.id ?? '' } })
  const large: Snippet = await save(client, snippet, `select '${'x'.repeat(1_000_000)}'`)
  const open = () => client.call(getSnippet, { params: { ...params, id: large.id } })
  const openedLarge = await timed(10, open)
  let count = 0
  const savedLarge = await timed(10, async () => {
    snippet = await save(client, await open(), `select '${'x'.repeat(1_000_000)}${count++}'`)
  })
  snippet = await save(client, snippet, 'select 1')
  const floor = await timed(50, () => client.call(getHealth, {}))
  const figure = (name: string, value: number): BenchResult => ({
    name,
    value,
    unit: 'ms',
    floor,
    floorName: 'a call that asks nothing',
  })
  return [
    figure('10,000 snippets: first page', await timed(20, () => list(byName))),
    figure('10,000 snippets: page 50', await timed(20, () => list({ ...byName, cursor }))),
    figure('10,000 snippets: search', await timed(20, () => list({ name: 'query 77' }))),
    figure('opening a snippet', await timed(50, open)),
    figure(
      'saving a snippet',
      await timed(50, async () => {
        snippet = await save(client, snippet, `select ${count++}`)
      }),
    ),
    figure('opening a snippet of 1 MB', openedLarge),
    figure('opening and saving a snippet of 1 MB', savedLarge),
  ]
}

function save(client: Client, { id, name, owner_id, type, visibility, updated_at }: Snippet, sql: string) {
  const body = { id, name, owner_id, type, visibility, content: { sql }, expected_updated_at: updated_at }
  return client.call(saveSnippet, { params, body })
}

/** The cursor after so many pages. */
async function cursorOf(
  pages: number,
  next: (cursor: string | undefined) => Promise<string | undefined>,
): Promise<string | undefined> {
  let cursor: string | undefined
  for (let page = 1; page < pages; page++) cursor = await next(cursor)
  return cursor
}

async function fill(api: TestApi): Promise<void> {
  await api.control.write([
    {
      sql: `insert into control.snippets (id, project_id, owner_id, type, visibility, name, description, sql)
        select gen_random_uuid(), p.id, o.id, 'sql', 'user', 'Query ' || n, '', 'select ' || n
        from control.projects p, control.profiles o, generate_series(1, ${SNIPPETS}) n`,
    },
  ])
}
