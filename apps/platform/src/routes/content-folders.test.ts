/** Folders of snippets: what each call checks, what it writes, and how a refused write is told. */
import { createFolder, deleteFolders, updateFolder, type SqlFolder } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import type { Written } from '../control/control-database.js'
import {
  deleteFolderRows,
  holdFolder,
  insertFolder,
  oneMoveAtATime,
  updateFolderRow,
} from '../control/sql-folders.js'
import { FOLDER, folder, OTHER, READER, refusal, setUp } from './testing/content-stage.js'

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
