/** Lists of snippets and folders: pages, cursors, counts, and what is looked for. */
import { countSnippets, listFolder, listFolders, listSnippets } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { cursorAfter } from '../control/snippet-cursor.js'
import { requestText } from '../text/errors.js'
import { AT, folder, FOLDER, ID, OTHER, refusal, setUp, snippet } from './testing/content-stage.js'

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...snippet({ id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` }),
    at: `2026-01-01T00:00:0${index}Z`,
  }))
const listed = (count: number) => rows(count).map(({ at: _at, ...row }) => row)
const afterRow = (index: number) => {
  const row = rows(index + 1).at(-1)
  return cursorAfter(
    { sortBy: 'inserted_at', sortOrder: 'desc' },
    { value: row?.at ?? '', id: row?.id ?? '' },
  )
}

test('a page has what was asked for, and the cursor after it only where more follows', async () => {
  const two = setUp({ page: rows(2), texts: listed(2) })
  expect(await two.call(listSnippets, { query: { limit: 2 } })).toEqual({ data: listed(2) })
  const three = setUp({ page: rows(3), texts: listed(2) })
  expect(await three.call(listSnippets, { query: { limit: 2 } })).toEqual({
    data: listed(2),
    cursor: afterRow(1),
  })
  expect(three.asked.at(-1)).toEqual([
    7,
    'ada',
    listed(2)
      .map(({ id }) => id)
      .join(','),
  ])
})

test('a page that is cut because of its bytes goes on after what it has', async () => {
  const { call } = setUp({ page: rows(3), texts: listed(2) })
  expect(await call(listSnippets, { query: { limit: 3 } })).toEqual({ data: listed(2), cursor: afterRow(1) })
})

test('an empty page asks for no texts', async () => {
  const { call, asked } = setUp()
  expect(await call(listSnippets)).toEqual({ data: [] })
  expect(asked).toHaveLength(1)
})

test('a cursor of another list is refused', async () => {
  const { call } = setUp()
  const cursor = cursorAfter({ sortBy: 'name', sortOrder: 'asc' }, { value: 'a', id: ID })
  for (const endpoint of [listSnippets, listFolders])
    await expect(call(endpoint, { query: { cursor } })).rejects.toMatchObject({
      code: 'invalid_query',
      message: requestText.foreignCursor,
    })
})

test('what a list is asked for reaches the database', async () => {
  const { call, asked } = setUp()
  const query = {
    type: 'sql',
    name: 'sal',
    search: 'select',
    visibility: 'user',
    favorite: true,
    sort_by: 'name',
  }
  const cursor = cursorAfter({ sortBy: 'name', sortOrder: 'asc' }, { value: 'a', id: ID })
  await call(listSnippets, { query: { ...query, cursor } })
  expect(asked).toEqual([[7, 'ada', 'sql', 'sal', 'select', 'user', 'a', ID]])
  const cursorDown = cursorAfter({ sortBy: 'name', sortOrder: 'desc' }, { value: 'a', id: ID })
  await call(listSnippets, { query: { sort_by: 'name', sort_order: 'desc', cursor: cursorDown } })
  expect(asked.at(-1)).toEqual([7, 'ada', 'a', ID])
})

test('they are counted by where they are listed', async () => {
  const { call } = setUp()
  expect(await call(countSnippets)).toEqual({ favorites: 1, private: 2, shared: 3 })
})

test.each<[string, object, boolean, string | null | undefined]>([
  ['the first page', {}, true, undefined],
  ['a search by name', { name: 'sal' }, true, undefined],
  ['favorites', { favorite: true }, false, undefined],
  ['no favorites', { favorite: false }, false, undefined],
  ['what is shared', { visibility: 'project' }, false, undefined],
  ['what is private', { visibility: 'user' }, true, undefined],
  [
    'a later page',
    { cursor: cursorAfter({ sortBy: 'inserted_at', sortOrder: 'desc' }, { value: AT, id: ID }) },
    false,
    undefined,
  ],
])('folders are listed with %s: %s', async (_, query, hasFolders) => {
  const { call } = setUp({ folders: [folder()], page: rows(1) })
  expect(await call(listFolders, { query })).toEqual({
    data: { folders: hasFolders ? [folder()] : [], contents: listed(1) },
  })
})

test('the first list has the folders whose name is looked for, at any depth', async () => {
  const { call, asked } = setUp()
  await call(listFolders, { query: { name: 'r' } })
  expect(asked.at(-1)).toEqual([7, 'ada', undefined, 'r', ''])
  await call(listFolders, { query: { search: 'x' } })
  expect(asked.at(-1)).toEqual([7, 'ada', undefined, '', 'x'])
})

test('a folder has its own folders and snippets, page by page', async () => {
  const inner = folder({ id: OTHER, parent_id: FOLDER })
  const { call, asked } = setUp({ folders: [folder(), inner], page: rows(4) })
  const page = await call(listFolder, { params: { id: FOLDER }, query: { limit: 3, name: 'r' } })
  expect(page).toEqual({ data: { folders: [folder(), inner], contents: listed(3) }, cursor: afterRow(2) })
  expect(asked).toEqual([
    [7, 'ada', 'r', FOLDER],
    [7, 'ada', FOLDER, 'r', ''],
  ])
  const later = await call<{ data: object }>(listFolder, {
    params: { id: FOLDER },
    query: { cursor: afterRow(1) },
  })
  expect(later.data).toMatchObject({ folders: [] })
  expect(await refusal(setUp().call(listFolder, { params: { id: FOLDER } }))).toBe('folder_not_found')
})

test.each<[object, boolean]>([
  [{}, false],
  [{ name: '' }, false],
  [{ visibility: 'user' }, false],
  [{ search: '' }, false],
  [{ search: 'select' }, true],
  [{ name: 'sal' }, true],
  [{ favorite: true }, true],
  [{ favorite: false }, true],
  [{ visibility: 'project' }, true],
])('the first list looks into folders with %j: %s', async (query, isEverywhere) => {
  const { call, texts } = setUp()
  await call(listFolders, { query })
  expect(texts[0]?.includes('s.folder_id is null')).toBe(!isEverywhere)
})
