/** Sharing and deleting snippets: who may, and what is audited. */
import {
  deleteSnippets,
  restoreSnippets,
  saveSnippet,
  type Snippet,
} from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.js'
import { auditOnce } from '../control/audit.js'
import { setDeleted } from '../control/snippets.js'
import {
  ADA,
  as,
  audited,
  change,
  FOLDER,
  ID,
  inShop,
  ORIGIN,
  OTHER,
  refusal,
  SAVE,
  setUp,
  shared,
  snippet,
} from './testing/content-stage.js'

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

test('what is deleted was not before, and what is restored was', async () => {
  const { call, texts } = setUp()
  await call(deleteSnippets, { query: { ids: [ID] } })
  await call(restoreSnippets, { body: { ids: [ID] } })
  expect(texts[0]).toContain('deleted_at is null')
  expect(texts[1]).toContain('deleted_at is not null')
})
