/** Snippets: how one is made and read. */
import {
  createFolder,
  createSnippet,
  getSnippet,
  listSnippets,
  saveSnippet,
  SNIPPET_LIMIT_BYTES,
} from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import { insertSnippet, markFavorite } from '../control/snippets.js'
import { holdFolder } from '../control/sql-folders.js'
import { requestText } from '../text/errors.js'
import {
  ADA,
  as,
  BODY,
  FOLDER,
  ID,
  inShop,
  ORIGIN,
  READER,
  refusal,
  ROW,
  setUp,
  snippet,
} from './testing/content-stage.js'

test('what is made is answered with 201', () => {
  const { statusOf } = setUp()
  expect([createSnippet, createFolder, saveSnippet, listSnippets].map(statusOf)).toEqual([
    201,
    201,
    undefined,
    undefined,
  ])
})

test('a snippet is made for its caller', async () => {
  const { call, control } = setUp({ snippets: [snippet()] })
  expect(await call(createSnippet, { body: { ...BODY, id: ID } })).toEqual(snippet())
  expect(control.written).toEqual([[insertSnippet(7, ROW)]])
})

test('without an id it is given one', async () => {
  const { call, control } = setUp({ snippets: [snippet()] })
  await call(createSnippet, { body: BODY })
  expect(control.written[0]?.[0]?.parameters?.[0]).toMatch(/^[\da-f-]{36}$/)
})

test.each([
  [{ favorite: true }, true],
  [{ favorite: false, content: { sql: 'select 1', favorite: true } }, false],
  [{ content: { sql: 'select 1', favorite: true } }, true],
])('it is made a favorite as asked: %j', async (more, isFavorite) => {
  const { call, control } = setUp({ snippets: [snippet()] })
  await call(createSnippet, { body: { ...BODY, id: ID, ...more } })
  expect(control.written).toEqual([
    [insertSnippet(7, ROW), ...(isFavorite ? [markFavorite(ID, 'ada', true)] : [])],
  ])
})

test('it is made in a folder that is held meanwhile', async () => {
  const { call, control } = setUp({ snippets: [snippet()] })
  await call(createSnippet, { body: { ...BODY, id: ID, folder_id: FOLDER } })
  expect(control.written).toEqual([
    [holdFolder(READER, FOLDER), insertSnippet(7, { ...ROW, folderId: FOLDER })],
  ])
})

test('making a shared one is audited', async () => {
  const { call, control } = setUp({ snippets: [snippet()] })
  await call(createSnippet, { body: { ...BODY, id: ID, visibility: 'project' } })
  expect(control.written).toEqual([
    [
      insertSnippet(7, { ...ROW, visibility: 'project' }),
      auditStatement(ADA, ORIGIN, { ...inShop, action: 'snippet.share', target: 'Sales' }),
    ],
  ])
})

test.each<[string, object, Caller, string]>([
  ['for another owner', { owner_id: 'bo' }, ADA, 'invalid_body'],
  ['in another project', { project_id: 8 }, ADA, 'invalid_body'],
  ['shared in a folder', { visibility: 'project', folder_id: FOLDER }, ADA, 'shared_in_folder'],
  ['shared by one who may only read', { visibility: 'project' }, as('read_only'), 'forbidden'],
  [
    'with a text that is too long',
    { content: { sql: 'é'.repeat(SNIPPET_LIMIT_BYTES / 2 + 1) } },
    ADA,
    'snippet_too_large',
  ],
])('none is made %s', async (_, more, caller, code) => {
  const { call, control } = setUp({ caller })
  expect(await refusal(call(createSnippet, { body: { ...BODY, ...more } }))).toBe(code)
  const save = { ...BODY, id: ID, owner_id: 'ada', ...more }
  expect(await refusal(call(saveSnippet, { body: save }))).toBe(code)
  expect(control.written).toEqual([])
})

test.each([
  [{ owner_id: 'bo' }, requestText.newOwner],
  [{ project_id: 8 }, requestText.otherProject],
])('%j is refused with a sentence', async (more, message) => {
  const { call } = setUp()
  await expect(call(createSnippet, { body: { ...BODY, ...more } })).rejects.toThrow(message)
})

test('one’s own name and project may be given, the text may be as long as the limit, and readers make private ones', async () => {
  const { call, control } = setUp({ snippets: [snippet()], caller: as('read_only') })
  const sql = 'x'.repeat(SNIPPET_LIMIT_BYTES)
  await call(createSnippet, { body: { ...BODY, owner_id: 'ada', project_id: 7, content: { sql } } })
  expect(control.written).toHaveLength(1)
})

test.each([
  ['taken', { ok: false, reason: 'taken', constraint: 'x' }, 'snippet_exists'],
  ['mismatch', { ok: false, reason: 'mismatch', statement: 0 }, 'folder_not_found'],
] as const)('a snippet that can’t be inserted (%s) is told why', async (_, answer, code) => {
  const { call } = setUp({ answers: [answer] })
  expect(await refusal(call(createSnippet, { body: { ...BODY, folder_id: FOLDER } }))).toBe(code)
})

test('one that is not there is not found', async () => {
  const { call } = setUp()
  expect(await refusal(call(getSnippet, { params: { id: ID } }))).toBe('snippet_not_found')
  expect(await setUp({ snippets: [snippet()] }).call(getSnippet, { params: { id: ID } })).toEqual(snippet())
})

test('a snippet is looked for by the id that the address names', async () => {
  const { call, control } = setUp()
  const asked: unknown[] = []
  control.select = async (_sql, parameters = []) => {
    asked.push(parameters)
    return []
  }
  await refusal(call(getSnippet, { params: { id: ID } }))
  expect(asked).toEqual([[7, 'ada', ID]])
})
