/** Saving a snippet: what is checked, what is written, and what meets another version. */
import { saveSnippet, type Snippet } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import type { Written } from '../control/control-database.js'
import { insertSnippet, markFavorite, type SnippetRow } from '../control/snippets.js'
import { holdFolder } from '../control/sql-folders.js'
import { requestText } from '../text/errors.js'
import {
  AT,
  change,
  FOLDER,
  ID,
  READER,
  refusal,
  ROW,
  SAVE,
  setUp,
  snippet,
} from './testing/content-stage.js'

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
