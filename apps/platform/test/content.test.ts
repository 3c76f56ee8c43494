/** Access to snippets: members of one organization, by role, and strangers. */
import {
  acceptInvitation,
  createFolder,
  createInvitation,
  createSnippet,
  deleteFolders,
  deleteSnippets,
  getProfile,
  getSnippet,
  listAudit,
  listFolder,
  listFolders,
  listSnippets,
  restoreSnippets,
  saveSnippet,
  setUp,
  updateFolder,
  type Client,
  type Snippet,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProject, PASSWORD, SETUP_CODE, testApi, type TestApi } from './test-api.js'

const SLUG = 'analytical'
const params = { ref: 'first' }
let api: TestApi
let owner: Client
let developer: Client
let reader: Client

beforeAll(async () => {
  api = await testApi()
  owner = api.browser().client
  await owner.call(setUp, {
    body: {
      setup_code: SETUP_CODE,
      email: 'owner@example.com',
      password: PASSWORD,
      first_name: 'Olive',
      organization_name: 'Analytical',
    },
  })
  await addProject(api.control, 'first')
  await addProject(api.control, 'second')
  developer = await join('dev', 'developer')
  reader = await join('reader', 'read_only')
})
afterAll(() => api.remove())

async function join(name: string, role_id: string): Promise<Client> {
  await owner.call(createInvitation, {
    params: { slug: SLUG },
    body: { email: `${name}@example.com`, role_id },
  })
  const { client } = api.browser()
  const token = api.mailedToken()
  await client.call(acceptInvitation, { params: { token }, body: { first_name: name, password: PASSWORD } })
  return client
}

const make = (client: Client, given: Partial<Snippet> = {}) =>
  client.call(createSnippet, {
    params,
    body: { name: given.name ?? 'One', visibility: given.visibility ?? 'user', content: { sql: 'select 1' } },
  })
const save = (client: Client, one: Snippet, changes: Partial<Snippet> & { sql?: string } = {}) => {
  const { id, name, owner_id, type, visibility } = { ...one, ...changes }
  const { sql, favorite } = changes
  return client.call(saveSnippet, {
    params,
    body: {
      id,
      name,
      owner_id,
      type,
      visibility,
      ...(sql === undefined ? {} : { content: { sql } }),
      ...(favorite === undefined ? {} : { favorite }),
      expected_updated_at: one.updated_at,
    },
  })
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: { status: number; code: string }) => `${error.status} ${error.code}`,
  )
const audited = async () => {
  const { entries } = await owner.call(listAudit, { params: { slug: SLUG }, query: { search: 'snippet.' } })
  return entries.map(({ action, target }) => `${action} ${target}`)
}

test('a private snippet exists for its owner alone', async () => {
  const mine = await make(developer)
  const at = { ...params, id: mine.id }
  expect(await refusal(owner.call(getSnippet, { params: at }))).toBe('404 snippet_not_found')
  expect(await refusal(save(owner, mine, { sql: 'stolen' }))).toBe('404 snippet_not_found')
  expect(await owner.call(deleteSnippets, { params, query: { ids: [mine.id] } })).toEqual([])
  expect((await owner.call(listSnippets, { params })).data).toEqual([])
  const { id: owner_id } = await owner.call(getProfile, {})
  const taken = { id: mine.id, name: 'x', owner_id, type: 'sql', visibility: 'user' } as const
  expect(await refusal(owner.call(saveSnippet, { params, body: taken }))).toBe('409 snippet_exists')
  expect(await developer.call(getSnippet, { params: at })).toEqual(mine)
})

test('an address that can be no id leads to no snippet', async () => {
  expect(await refusal(owner.call(getSnippet, { params: { ...params, id: 'abc' } }))).toBe('404 not_found')
})

test('a snippet can’t be created for another owner or given away', async () => {
  const { id } = await developer.call(getProfile, {})
  const body = { owner_id: id, content: { sql: '' } }
  expect(await refusal(owner.call(createSnippet, { params, body }))).toBe('400 invalid_body')
  const mine = await make(owner)
  expect(await refusal(save(owner, mine, { owner_id: id }))).toBe('400 invalid_body')
})

test('a shared snippet is read by all, changed by those who may, hidden again by its owner alone', async () => {
  const shared = await make(developer, { name: 'Shared', visibility: 'project' })
  const at = { ...params, id: shared.id }
  expect(await reader.call(getSnippet, { params: at })).toMatchObject({ id: shared.id, favorite: false })
  expect(await refusal(save(reader, shared, { sql: 'x' }))).toBe('403 forbidden')
  expect(await reader.call(deleteSnippets, { params, query: { ids: [shared.id] } })).toEqual([])
  const changed = await save(owner, shared, { sql: 'select 2' })
  expect(changed).toMatchObject({ owner_id: shared.owner_id, content: { sql: 'select 2' } })
  expect(await refusal(save(owner, changed, { visibility: 'user' }))).toBe('403 forbidden')
  expect(await save(developer, changed, { visibility: 'user' })).toMatchObject({ visibility: 'user' })
  expect(await refusal(owner.call(getSnippet, { params: at }))).toBe('404 snippet_not_found')
})

test('who saved a snippet last is told, whoever its owner is', async () => {
  const shared = await make(developer, { name: 'Ours', visibility: 'project' })
  expect(shared.updated_by).toEqual(shared.owner)
  const changed = await save(owner, shared, { sql: 'select 2' })
  const { id, username } = await owner.call(getProfile, {})
  expect(changed).toMatchObject({ owner: shared.owner, updated_by: { id, username } })
  // A favorite makes no version.
  expect(await save(reader, changed, { favorite: true })).toMatchObject({ updated_by: { id, username } })
  await save(reader, changed, { favorite: false })
  // As a row that an older version of the platform wrote.
  await api.control.write([{ sql: 'update control.snippets set updated_by = null' }])
  const at = { ...params, id: shared.id }
  expect(await reader.call(getSnippet, { params: at })).toMatchObject({ updated_by: null })
})

test('read-only members have private snippets, and can’t share them', async () => {
  const own = await make(reader, { name: 'Notes' })
  expect(await save(reader, own, { sql: 'select 3' })).toMatchObject({ content: { sql: 'select 3' } })
  expect(await refusal(make(reader, { visibility: 'project' }))).toBe('403 forbidden')
  const now = await reader.call(getSnippet, { params: { ...params, id: own.id } })
  expect(await refusal(save(reader, now, { visibility: 'project' }))).toBe('403 forbidden')
})

test('favorites are per person, and not a change of the snippet', async () => {
  const shared = await make(owner, { name: 'Marked', visibility: 'project' })
  expect(await save(reader, shared, { favorite: true })).toMatchObject({
    favorite: true,
    updated_at: shared.updated_at,
  })
  expect(await owner.call(getSnippet, { params: { ...params, id: shared.id } })).toEqual(shared)
  const marked = await reader.call(listFolders, { params, query: { favorite: true } })
  expect(marked.data.contents.map(({ id }) => id)).toEqual([shared.id])
})

test('folders are their owner’s alone', async () => {
  const folder = await developer.call(createFolder, { params, body: { name: 'Mine' } })
  const at = { ...params, id: folder.id }
  expect(await refusal(owner.call(listFolder, { params: at }))).toBe('404 folder_not_found')
  expect(await refusal(owner.call(updateFolder, { params: at, body: { name: 'x' } }))).toBe(
    '404 folder_not_found',
  )
  expect(await owner.call(deleteFolders, { params, query: { ids: [folder.id] } })).toEqual([])
  const body = { name: 'In', parentId: folder.id }
  expect(await refusal(owner.call(createFolder, { params, body }))).toBe('404 folder_not_found')
  expect(await owner.call(createFolder, { params, body: { name: 'Mine' } })).toMatchObject({ name: 'Mine' })
  const elsewhere = { ref: 'second', id: folder.id }
  expect(await refusal(developer.call(listFolder, { params: elsewhere }))).toBe('404 folder_not_found')
})

test('what another project has is not found in this one', async () => {
  const one = await make(owner)
  const elsewhere = { ref: 'second', id: one.id }
  expect(await refusal(owner.call(getSnippet, { params: elsewhere }))).toBe('404 snippet_not_found')
})

test('edits of a shared text have one audit entry per author, not per save', async () => {
  const before = await audited()
  let shared = await make(owner, { name: 'Report', visibility: 'project' })
  for (const sql of ['select 1', 'select 2', 'select 3']) shared = await save(owner, shared, { sql })
  await save(developer, shared, { sql: 'select 4' })
  const other = await make(owner, { name: 'Report', visibility: 'project' })
  await save(owner, other, { sql: 'select 5' })
  expect((await audited()).slice(0, -before.length || undefined)).toEqual([
    'snippet.change Report',
    'snippet.share Report',
    'snippet.change Report',
    'snippet.change Report',
    'snippet.share Report',
  ])
})

test('sharing, hiding and deleting shared snippets is audited; private ones are not', async () => {
  const before = await audited()
  const secret = await make(owner, { name: 'Secret plan' })
  const ids = [(await save(owner, secret, { visibility: 'project', name: 'Open plan' })).id]
  await owner.call(deleteSnippets, { params, query: { ids } })
  await owner.call(restoreSnippets, { params, body: { ids } })
  const back = await owner.call(getSnippet, { params: { ...params, id: secret.id } })
  await save(owner, back, { visibility: 'user', name: 'Plan' })
  await owner.call(deleteSnippets, { params, query: { ids } })
  expect((await audited()).slice(0, -before.length || undefined)).toEqual([
    'snippet.unshare Plan',
    'snippet.restore Open plan',
    'snippet.delete Open plan',
    'snippet.share Open plan',
  ])
  expect(api.unaudited).toEqual([])
})

test('of two moves at once that would make a circle, one is refused', async () => {
  const [a, b] = await Promise.all(
    ['A', 'B'].map((name) => owner.call(createFolder, { params, body: { name } })),
  )
  const move = (id = '', parentId = '') =>
    refusal(owner.call(updateFolder, { params: { ...params, id }, body: { parentId } }))
  expect((await Promise.all([move(a?.id, b?.id), move(b?.id, a?.id)])).sort()).toEqual([
    '400 folder_cycle',
    'answered',
  ])
})

test('a project takes its snippets and folders along', async () => {
  await api.control.write([{ sql: `delete from control.projects where ref = 'first'` }])
  const left = await api.control.select<{ snippets: number; folders: number }>(
    `select (select count(*)::int from control.snippets) as snippets,
       (select count(*)::int from control.sql_folders) as folders`,
  )
  expect(left).toEqual([{ snippets: 0, folders: 0 }])
})
