import { expect, test } from 'vitest'
import {
  folderNames,
  foldersShown,
  foldersToMoveInto,
  NEW_FOLDER_ID,
  NO_FOLDER_WORK,
  planFolderName,
  withoutFolder,
  type Folder,
  type FolderNaming,
} from './sql-folders.js'

const folder = (id: string, name = id, parent_id: string | null = null): Folder => ({ id, name, parent_id })
const reports = folder('r', 'Reports')
const inner = folder('i', 'Inner', 'r')
const folders = [reports, inner, folder('o', 'Other')]
const placeholder = folder(NEW_FOLDER_ID, '')

test.each<[string, Folder, string, FolderNaming]>([
  ['a new one is made', placeholder, ' Sales ', { type: 'create', name: 'Sales' }],
  ['a new one without a name goes', placeholder, '  ', { type: 'discard' }],
  ['a new one with a taken name', placeholder, 'Reports', { type: 'taken', doing: 'create' }],
  ['names compare exactly', placeholder, 'reports', { type: 'create', name: 'reports' }],
  ['a name of another level is free', placeholder, 'Inner', { type: 'create', name: 'Inner' }],
  ['a rename', reports, 'Sales', { type: 'update', name: 'Sales' }],
  ['a rename to a taken name', reports, 'Other', { type: 'taken', doing: 'update' }],
  ['the same name', reports, 'Reports ', { type: 'unchanged' }],
  ['no name', reports, '', { type: 'unchanged' }],
])('%s', (_, one, typed, plan) => {
  expect(planFolderName(folders, one, typed)).toEqual(plan)
})

test('the name that a new folder has already is not taken by itself', () => {
  const named = folder(NEW_FOLDER_ID, 'Sales')
  expect(planFolderName([...folders, named], named, 'Sales')).toEqual({ type: 'create', name: 'Sales' })
})

test('a new folder is first, and a name that is being saved is shown', () => {
  expect(foldersShown([reports], NO_FOLDER_WORK)).toEqual([{ ...reports, status: 'idle' }])
  const work = {
    placeholder: { ...placeholder, status: 'editing' as const },
    names: { r: 'Sales' },
    gone: [],
  }
  expect(foldersShown([reports], work)).toEqual([
    { ...placeholder, status: 'editing' },
    { ...reports, name: 'Sales', status: 'saving' },
  ])
})

test('a deleted folder is hidden together with its content', () => {
  expect(foldersShown(folders, { ...NO_FOLDER_WORK, gone: ['r'] }).map(({ id }) => id)).toEqual(['o'])
})

const nested = [folder('r'), folder('i', 'i', 'r'), folder('ii', 'ii', 'i'), folder('o')]

test.each([
  ['r', ['o']],
  ['i', ['o']],
  ['ii', ['r', 'o']],
  ['gone', ['r', 'i', 'ii', 'o']],
  ['o', ['r', 'i', 'ii']],
])('the folder %s may be moved into %j', (id, wanted) => {
  expect(foldersToMoveInto(nested, id).map((one) => one.id)).toEqual(wanted)
})

test.each([
  ['r', ['o']],
  ['i', ['r', 'o']],
  ['o', ['r', 'i', 'ii']],
])('when the folder %s goes, %j are left', (id, left) => {
  expect(withoutFolder(nested, id).map((one) => one.id)).toEqual(left)
})

test('a folder is named with those around it', () => {
  expect(folderNames(folders, 'i')).toEqual(['Reports', 'Inner'])
  expect(folderNames(folders, 'r')).toEqual(['Reports'])
  expect(folderNames(folders, null)).toEqual([])
  expect(folderNames(folders, 'gone')).toEqual([])
  expect(folderNames([folder('a', 'A', 'b'), folder('b', 'B', 'a')], 'a')).toEqual(['B', 'A'])
})
