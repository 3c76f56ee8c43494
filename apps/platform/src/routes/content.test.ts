/** Snippets and folders: what each call checks, what it writes, and how a refused write is told. */
import {
  countSnippets,
  createFolder,
  createSnippet,
  deleteFolders,
  deleteSnippets,
  getSnippet,
  listFolder,
  listFolders,
  listSnippets,
  restoreSnippets,
  saveSnippet,
  SNIPPET_LIMIT_BYTES,
  updateFolder,
  type Snippet,
  type SqlFolder,
} from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.js'
import { auditOnce, auditStatement } from '../control/audit.js'
import type { Written } from '../control/control-database.js'
import { cursorAfter } from '../control/snippet-cursor.js'
import {
  insertSnippet,
  markFavorite,
  setDeleted,
  updateSnippet,
  type SnippetRow,
} from '../control/snippets.js'
import {
  deleteFolderRows,
  holdFolder,
  insertFolder,
  oneMoveAtATime,
  updateFolderRow,
} from '../control/sql-folders.js'
import { toldControl } from '../control/testing/told-control.js'
import { DomainError } from '../domain-error.js'
import { requestText } from '../text/errors.js'
import { contentRoutes } from './content.js'
import type { Mount } from './mount.js'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const FOLDER = '00000000-0000-4000-8000-00000000000f'
const AT = '2026-01-01T00:00:00+00:00'
const ORIGIN = { ip: '192.0.2.1', userAgent: 'browser', requestId: 'r1' }
const project = { id: 7, ref: 'shop', name: 'Shop', organization: { id: 1, slug: 'acme', name: 'Acme' } }
const READER = { projectId: 7, profileId: 'ada' }
const as = (roleId: string): Caller => ({
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  isMfaEnabled: false,
  isAdministrator: false,
  createdAt: AT,
  via: 'session',
  credentialId: null,
  scope: null,
  memberships: [{ organizationId: 1, slug: 'acme', roleId, requiresMfa: false }],
})
const ADA = as('developer')
const inShop = { organizationId: 1, projectRef: 'shop' }

const snippet = (more: Partial<Snippet> & { sql?: string } = {}): Snippet => ({
  id: ID,
  name: 'Sales',
  description: '',
  type: 'sql',
  visibility: 'user',
  owner_id: 'ada',
  owner: { id: 'ada', username: 'Ada' },
  project_id: 7,
  folder_id: null,
  favorite: false,
  beginning: '',
  inserted_at: AT,
  updated_at: AT,
  save_id: null,
  content: { schema_version: '1.0', content_id: ID, sql: more.sql ?? 'select 1', favorite: false },
  ...more,
})
const folder = (more: Partial<SqlFolder> = {}): SqlFolder => ({
  id: FOLDER,
  name: 'Reports',
  owner_id: 'ada',
  project_id: 7,
  parent_id: null,
  ...more,
})

interface Stage {
  snippets?: Snippet[]
  /** What a write leaves behind. */
  after?: Snippet[]
  folders?: SqlFolder[]
  page?: object[]
  texts?: Snippet[]
  deletable?: object[]
  answers?: Written[]
  caller?: Caller
}

function setUp({ caller = ADA, snippets = [], after, folders = [], answers = [], ...rows }: Stage = {}) {
  const asked: unknown[][] = []
  const texts: string[] = []
  const told = (found: readonly object[]) => (parameters: readonly unknown[], sql: string) => {
    asked.push([...parameters])
    texts.push(sql)
    return found
  }
  const control = toldControl({
    'with ordinality': told(rows.texts ?? []),
    'count(*) filter': [{ favorites: 1, private: 2, shared: 3 }],
    'case visibility': told(rows.deletable ?? []),
    's.id = $3': () => (control.written.length > 0 && after ? after : snippets),
    'as at from control.snippets': told(rows.page ?? []),
    'strpos(lower(name)': told(folders),
    'from control.sql_folders': ([, , id]) => folders.filter((one) => one.id === id || id === undefined),
  })
  control.answers.push(...answers)
  const handlers = new Map<unknown, { handler(call: object): unknown; status: number | undefined }>()
  const mount: Mount = {
    on: (endpoint, handler, status) =>
      void handlers.set(endpoint, { handler: handler as (call: object) => unknown, status }),
  }
  contentRoutes(mount, { control })
  const call = async <Answer>(endpoint: unknown, given: object = {}): Promise<Answer> => {
    const { handler } = handlers.get(endpoint) ?? {}
    return (await handler?.({
      params: {},
      query: {},
      body: {},
      origin: ORIGIN,
      caller,
      project,
      ...given,
    })) as Answer
  }
  return { control, asked, texts, call, statusOf: (endpoint: unknown) => handlers.get(endpoint)?.status }
}

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      return error.code
    },
  )

test('what is made is answered with 201', () => {
  const { statusOf } = setUp()
  expect([createSnippet, createFolder, saveSnippet, listSnippets].map(statusOf)).toEqual([
    201,
    201,
    undefined,
    undefined,
  ])
})

const BODY = { name: 'Sales', description: '', type: 'sql', visibility: 'user', content: { sql: 'select 1' } }
const ROW: SnippetRow = {
  id: ID,
  ownerId: 'ada',
  type: 'sql',
  visibility: 'user',
  name: 'Sales',
  description: '',
  folderId: null,
  sql: 'select 1',
  saveId: null,
}

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

const SAVE = { id: ID, name: 'Sales', owner_id: 'ada', type: 'sql', visibility: 'user' }

test('the first save makes it', async () => {
  const { call, control } = setUp({ after: [snippet()] })
  await call(saveSnippet, {
    body: { ...SAVE, content: { sql: 'select 2' }, save_id: 's1', expected_updated_at: null, favorite: true },
  })
  expect(control.written).toEqual([
    [insertSnippet(7, { ...ROW, sql: 'select 2', saveId: 's1' }), markFavorite(ID, 'ada', true)],
  ])
  const bare = setUp({ after: [snippet()] })
  await bare.call(saveSnippet, { body: SAVE })
  expect(bare.control.written).toEqual([[insertSnippet(7, { ...ROW, sql: '' })]])
})

test('a save of one that was read and is gone does not bring it back', async () => {
  const { call, control } = setUp()
  const asked = call(saveSnippet, { body: { ...SAVE, expected_updated_at: AT } })
  expect(await refusal(asked)).toBe('snippet_not_found')
  expect(control.written).toEqual([])
})

const change = (more: Partial<SnippetRow> = {}) => {
  const { ownerId: _owner, ...row } = { ...ROW, ...more }
  return updateSnippet({ ...row, ownerId: 'ada' } as SnippetRow, AT)
}

test('a save changes what it names, on the version that it read; the rest stays', async () => {
  const stored = snippet({ description: 'old', folder_id: FOLDER })
  const { call, control } = setUp({ snippets: [stored], after: [snippet({ name: 'New' })] })
  const body = { ...SAVE, name: 'New', expected_updated_at: AT, save_id: 's1' }
  expect(await call(saveSnippet, { body })).toEqual(snippet({ name: 'New' }))
  expect(control.written).toEqual([
    [holdFolder(READER, FOLDER), change({ name: 'New', description: 'old', folderId: FOLDER, saveId: 's1' })],
  ])
})

test.each<[string, object, Partial<SnippetRow>]>([
  ['type', { type: 'report' }, { type: 'report' }],
  ['name', { name: 'New' }, { name: 'New' }],
  ['description', { description: 'new' }, { description: 'new' }],
  ['text', { content: { sql: 'select 2' } }, { sql: 'select 2' }],
])('a changed %s is written', async (_, more, row) => {
  const { call, control } = setUp({ snippets: [snippet()] })
  await call(saveSnippet, { body: { ...SAVE, ...more } })
  expect(control.written).toEqual([[change(row)]])
})

test('it is moved into a folder, and out of one', async () => {
  const into = setUp({ snippets: [snippet()] })
  await into.call(saveSnippet, { body: { ...SAVE, folder_id: FOLDER } })
  expect(into.control.written).toEqual([[holdFolder(READER, FOLDER), change({ folderId: FOLDER })]])
  const out = setUp({ snippets: [snippet({ folder_id: FOLDER })] })
  await out.call(saveSnippet, { body: { ...SAVE, folder_id: null } })
  expect(out.control.written).toEqual([[change()]])
})

test('a save without a change writes nothing', async () => {
  const { call, control } = setUp({ snippets: [snippet({ favorite: true })] })
  const body = { ...SAVE, content: { sql: 'select 1' }, favorite: true, expected_updated_at: AT }
  expect(await call(saveSnippet, { body })).toEqual(snippet({ favorite: true }))
  expect(control.written).toEqual([])
})

test.each([
  [{ favorite: true }, true, false],
  [{ favorite: false }, false, true],
  [{ content: { sql: 'select 1', favorite: true } }, true, false],
])('a favorite is marked without a change of the snippet: %j', async (more, favorite, before) => {
  const { call, control } = setUp({ snippets: [snippet({ favorite: before })] })
  await call(saveSnippet, { body: { ...SAVE, ...more } })
  expect(control.written).toEqual([[markFavorite(ID, 'ada', favorite)]])
})

test.each<[string, object, Snippet, string]>([
  ['on another version', { expected_updated_at: 'before' }, snippet(), 'stale'],
  ['on none', { expected_updated_at: null }, snippet(), 'stale'],
  [
    'after another’s save',
    { expected_updated_at: 'before', after_saves: ['mine'] },
    snippet({ save_id: 'theirs' }),
    'stale',
  ],
  ['that names no own one', { expected_updated_at: 'before' }, snippet({ save_id: 'theirs' }), 'stale'],
  ['after a save without a name', { expected_updated_at: 'before', after_saves: [null] }, snippet(), 'stale'],
  ['as another owner’s', { owner_id: 'bo' }, snippet(), 'invalid_body'],
  ['into another project', { project_id: 8 }, snippet(), 'invalid_body'],
])('a save %s is refused', async (_, more, stored, code) => {
  const { call, control } = setUp({ snippets: [stored] })
  const asked = call(saveSnippet, { body: { ...SAVE, name: 'New', ...more } })
  expect(await refusal(asked)).toBe(code)
  if (code === 'stale') await expect(asked).rejects.toMatchObject({ more: { stored } })
  expect(control.written).toEqual([])
})

test('who takes over a snippet, and where it belongs, is refused with a sentence', async () => {
  const { call } = setUp({ snippets: [snippet()] })
  await expect(call(saveSnippet, { body: { ...SAVE, owner_id: 'bo' } })).rejects.toThrow(
    requestText.keepsOwner,
  )
  await expect(call(saveSnippet, { body: { ...SAVE, project_id: 8 } })).rejects.toThrow(
    requestText.otherProject,
  )
})

test('a save after one’s own, whose answer was lost, is accepted; so is one that names its project', async () => {
  const { call, control } = setUp({ snippets: [snippet({ save_id: 'mine' })] })
  const body = {
    ...SAVE,
    name: 'New',
    expected_updated_at: 'before',
    after_saves: ['other', 'mine'],
    project_id: 7,
  }
  await call(saveSnippet, { body })
  expect(control.written).toEqual([[change({ name: 'New' })]])
})

test.each<[string, object, Written, string]>([
  [
    'whose folder is gone',
    { folder_id: FOLDER },
    { ok: false, reason: 'mismatch', statement: 0 },
    'folder_not_found',
  ],
  ['that was overtaken', { folder_id: FOLDER }, { ok: false, reason: 'mismatch', statement: 1 }, 'stale'],
  ['that was overtaken outside of folders', {}, { ok: false, reason: 'mismatch', statement: 0 }, 'stale'],
])('a save %s is told so', async (_, more, answer, code) => {
  const now = snippet({ name: 'Theirs' })
  const { call } = setUp({ snippets: [snippet()], after: [now], answers: [answer] })
  const asked = call(saveSnippet, { body: { ...SAVE, name: 'New', ...more } })
  expect(await refusal(asked)).toBe(code)
  if (code === 'stale') await expect(asked).rejects.toMatchObject({ more: { stored: now } })
})

test('one that was deleted during a save is not found', async () => {
  const answers: Written[] = [{ ok: false, reason: 'mismatch', statement: 0 }]
  const { call } = setUp({ snippets: [snippet()], after: [], answers })
  expect(await refusal(call(saveSnippet, { body: { ...SAVE, name: 'New' } }))).toBe('snippet_not_found')
})

const shared = snippet({ visibility: 'project' })
const audited = (action: string) =>
  auditStatement(ADA, ORIGIN, { ...inShop, action: `snippet.${action}`, target: 'Sales' })

test('sharing, hiding and changing a shared one is audited, the last once in an hour', async () => {
  const share = setUp({ snippets: [snippet()] })
  await share.call(saveSnippet, { body: { ...SAVE, visibility: 'project' } })
  expect(share.control.written).toEqual([[change({ visibility: 'project' }), audited('share')]])
  const hide = setUp({ snippets: [shared] })
  await hide.call(saveSnippet, { body: SAVE })
  expect(hide.control.written).toEqual([[change(), audited('unshare')]])
  const edit = setUp({ snippets: [shared] })
  await edit.call(saveSnippet, { body: { ...SAVE, visibility: 'project', description: 'new' } })
  expect(edit.control.written).toEqual([
    [
      change({ visibility: 'project', description: 'new' }),
      auditOnce(
        ADA,
        ORIGIN,
        { ...inShop, action: 'snippet.change', target: 'Sales', detail: { id: ID } },
        60,
      ),
    ],
  ])
})

test.each<[string, Snippet, object, Caller, string]>([
  ['shared by one who may only read', snippet(), { visibility: 'project' }, as('read_only'), 'forbidden'],
  [
    'changed by one who may only read',
    shared,
    { visibility: 'project', name: 'New' },
    as('read_only'),
    'forbidden',
  ],
  ['hidden by one who may only read', shared, {}, as('read_only'), 'forbidden'],
  [
    'hidden by another than its owner',
    snippet({ visibility: 'project', owner_id: 'bo' }),
    { owner_id: 'bo' },
    ADA,
    'forbidden',
  ],
  ['shared in a folder', snippet({ folder_id: FOLDER }), { visibility: 'project' }, ADA, 'shared_in_folder'],
])('a snippet is not %s', async (_, stored, more, caller, code) => {
  const { call, control } = setUp({ snippets: [stored], caller })
  expect(await refusal(call(saveSnippet, { body: { ...SAVE, ...more } }))).toBe(code)
  expect(control.written).toEqual([])
})

test('who may only read changes their own, as long as it is private', async () => {
  const { call, control } = setUp({ snippets: [snippet()], caller: as('read_only') })
  await call(saveSnippet, { body: { ...SAVE, name: 'New' } })
  expect(control.written).toEqual([[change({ name: 'New' })]])
})

test('another member’s shared snippet is changed by who may', async () => {
  const { call, control } = setUp({ snippets: [snippet({ visibility: 'project', owner_id: 'bo' })] })
  await call(saveSnippet, { body: { ...SAVE, owner_id: 'bo', visibility: 'project', name: 'New' } })
  expect(control.written).toHaveLength(1)
})

test.each([
  [deleteSnippets, { query: { ids: [ID, OTHER] } }, true, 'delete'],
  [restoreSnippets, { body: { ids: [ID, OTHER] } }, false, 'restore'],
])('deleting and its undoing audit what is shared', async (endpoint, given, deleted, action) => {
  const deletable = [
    { id: ID, name: 'Sales', visibility: 'project' },
    { id: OTHER, name: 'Mine', visibility: 'user' },
  ]
  const { call, control, asked } = setUp({ deletable })
  expect(await call(endpoint, given)).toEqual([{ id: ID }, { id: OTHER }])
  expect(asked).toEqual([[7, 'ada', `${ID},${OTHER}`, true]])
  expect(control.written).toEqual([[setDeleted([ID, OTHER], deleted), audited(action)]])
})

test('those who may not share delete their own alone, and nothing is written where nothing is found', async () => {
  const { call, control, asked } = setUp({ caller: as('read_only') })
  expect(await call(deleteSnippets, { query: { ids: [ID] } })).toEqual([])
  expect(asked).toEqual([[7, 'ada', ID, false]])
  expect(control.written).toEqual([])
})

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
  expect(asked.at(-1)).toEqual([7, 'ada', undefined, 'r'])
})

test('a folder has its own folders and snippets, page by page', async () => {
  const inner = folder({ id: OTHER, parent_id: FOLDER })
  const { call, asked } = setUp({ folders: [folder(), inner], page: rows(4) })
  const page = await call(listFolder, { params: { id: FOLDER }, query: { limit: 3, name: 'r' } })
  expect(page).toEqual({ data: { folders: [folder(), inner], contents: listed(3) }, cursor: afterRow(2) })
  expect(asked).toEqual([
    [7, 'ada', 'r', FOLDER],
    [7, 'ada', FOLDER, 'r'],
  ])
  const later = await call<{ data: object }>(listFolder, {
    params: { id: FOLDER },
    query: { cursor: afterRow(1) },
  })
  expect(later.data).toMatchObject({ folders: [] })
  expect(await refusal(setUp().call(listFolder, { params: { id: FOLDER } }))).toBe('folder_not_found')
})

test('a folder is made in one that is held meanwhile', async () => {
  const { call, control } = setUp({ folders: [folder()] })
  await refusal(call(createFolder, { body: { name: 'New', parentId: FOLDER } }))
  const [held, inserted] = control.written[0] ?? []
  expect(held).toEqual(holdFolder(READER, FOLDER))
  const id = String(inserted?.parameters?.[0])
  expect(inserted).toEqual(insertFolder(READER, { id, name: 'New', parentId: FOLDER }))
  const top = setUp({ folders: [folder()] })
  await refusal(top.call(createFolder, { body: { name: 'New' } }))
  expect(top.control.written[0]).toHaveLength(1)
})

test('a folder that was made is answered', async () => {
  const folders: SqlFolder[] = []
  const { call, control } = setUp({ folders })
  control.write = async ([inserted]) => {
    folders.push(folder({ id: String(inserted?.parameters?.[0]), name: 'New' }))
    return { ok: true, rows: [] }
  }
  expect(await call(createFolder, { body: { name: 'New' } })).toMatchObject({ name: 'New' })
})

test.each<[Written, string]>([
  [{ ok: false, reason: 'taken', constraint: 'x' }, 'folder_exists'],
  [{ ok: false, reason: 'mismatch', statement: 0 }, 'folder_not_found'],
])('a folder that can’t be made is told why: %j', async (answer, code) => {
  const { call } = setUp({ answers: [answer] })
  expect(await refusal(call(createFolder, { body: { name: 'New', parentId: FOLDER } }))).toBe(code)
})

test.each<[string, object, ReturnType<typeof holdFolder>[]]>([
  ['renamed', { name: 'New' }, [oneMoveAtATime(READER), updateFolderRow(FOLDER, 'New', null)]],
  [
    'moved',
    { parentId: OTHER },
    [holdFolder(READER, OTHER), oneMoveAtATime(READER), updateFolderRow(FOLDER, 'Reports', OTHER)],
  ],
])('a folder is %s', async (_, body, statements) => {
  const { call, control } = setUp({ folders: [folder()] })
  expect(await call(updateFolder, { params: { id: FOLDER }, body })).toEqual(folder())
  expect(control.written).toEqual([statements])
})

test('a renamed folder stays where it is', async () => {
  const { call, control } = setUp({ folders: [folder({ parent_id: OTHER })] })
  await call(updateFolder, { params: { id: FOLDER }, body: { name: 'New' } })
  expect(control.written[0]?.at(-1)).toEqual(updateFolderRow(FOLDER, 'New', OTHER))
})

test.each<[string, object, Written, string]>([
  ['whose name is taken', { name: 'New' }, { ok: false, reason: 'taken', constraint: 'x' }, 'folder_exists'],
  [
    'whose parent is gone',
    { parentId: OTHER },
    { ok: false, reason: 'mismatch', statement: 0 },
    'folder_not_found',
  ],
  [
    'that would lie in itself',
    { parentId: OTHER },
    { ok: false, reason: 'mismatch', statement: 2 },
    'folder_cycle',
  ],
  [
    'that would lie in itself, at the top',
    { name: 'New' },
    { ok: false, reason: 'mismatch', statement: 0 },
    'folder_cycle',
  ],
])('a folder %s is refused', async (_, body, answer, code) => {
  const { call } = setUp({ folders: [folder()], answers: [answer] })
  expect(await refusal(call(updateFolder, { params: { id: FOLDER }, body }))).toBe(code)
})

test('a folder that was deleted during a move is not found, nor is an unknown one', async () => {
  const folders = [folder()]
  const { call, control } = setUp({ folders })
  control.write = async () => {
    folders.length = 0
    return { ok: false, reason: 'mismatch', statement: 1 }
  }
  const moved = call(updateFolder, { params: { id: FOLDER }, body: { name: 'New' } })
  expect(await refusal(moved)).toBe('folder_not_found')
  const again = call(updateFolder, { params: { id: FOLDER }, body: { name: 'New' } })
  expect(await refusal(again)).toBe('folder_not_found')
})

test('deleting folders names those that were deleted', async () => {
  const { call, control } = setUp({ answers: [{ ok: true, rows: [[FOLDER]] }] })
  expect(await call(deleteFolders, { query: { ids: [FOLDER, OTHER] } })).toEqual([{ id: FOLDER }])
  expect(control.written).toEqual([[deleteFolderRows(READER, [FOLDER, OTHER])]])
  const nothing: Written[] = [
    { ok: true, rows: [] },
    { ok: false, reason: 'mismatch', statement: 0 },
  ]
  for (const answer of nothing) {
    const none = setUp({ answers: [answer] })
    expect(await none.call(deleteFolders, { query: { ids: [OTHER] } })).toEqual([])
  }
})

test.each<[object, boolean]>([
  [{}, false],
  [{ name: '' }, false],
  [{ visibility: 'user' }, false],
  [{ search: 'select' }, false],
  [{ name: 'sal' }, true],
  [{ favorite: true }, true],
  [{ favorite: false }, true],
  [{ visibility: 'project' }, true],
])('the first list looks into folders with %j: %s', async (query, isEverywhere) => {
  const { call, texts } = setUp()
  await call(listFolders, { query })
  expect(texts[0]?.includes('s.folder_id is null')).toBe(!isEverywhere)
})

test('what is deleted was not before, and what is restored was', async () => {
  const { call, texts } = setUp()
  await call(deleteSnippets, { query: { ids: [ID] } })
  await call(restoreSnippets, { body: { ids: [ID] } })
  expect(texts[0]).toContain('deleted_at is null')
  expect(texts[1]).toContain('deleted_at is not null')
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
