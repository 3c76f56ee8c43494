import { expect, test } from 'vitest'
import {
  failedSave,
  isSharedInFolder,
  isSheetAddress,
  missingForSave,
  type FailedSave,
} from './snippet-saving.js'

test.each([
  ['', undefined, undefined, 'project-ref'],
  ['', {}, {}, 'project-ref'],
  ['a', undefined, undefined, 'project'],
  ['a', undefined, {}, 'project'],
  ['a', {}, undefined, 'profile'],
  ['a', {}, {}, undefined],
])('with ref %j, project %j and profile %j a save lacks %s', (ref, project, profile, missing) => {
  expect(missingForSave({ ref, project, profile })).toBe(missing)
})

test.each([
  ['user', null, false],
  ['user', 'f', false],
  ['project', null, false],
  ['project', 'f', true],
] as const)('%s in folder %s: refused is %s', (visibility, folder_id, refused) => {
  expect(isSharedInFolder({ visibility, folder_id })).toBe(refused)
})

test.each<[number | undefined, string | undefined, FailedSave]>([
  [409, 'stale', 'conflict'],
  [409, 'snippet_exists', 'refused'],
  [404, 'snippet_not_found', 'deleted'],
  [404, 'folder_not_found', 'folder-gone'],
  [404, 'project_not_found', 'refused'],
  [undefined, undefined, 'again-later'],
  [401, 'signed_out', 'again-later'],
  [408, undefined, 'again-later'],
  [429, 'too_many_attempts', 'again-later'],
  [500, 'internal', 'again-later'],
  [503, undefined, 'again-later'],
  [499, undefined, 'refused'],
  [400, 'unstorable_text', 'refused'],
  [403, 'forbidden', 'read-only'],
  [413, 'snippet_too_large', 'refused'],
])('a save answered %s %s: %s', (status, code, plan) => {
  expect(failedSave({ status, code })).toBe(plan)
})

test.each([
  ['1', true],
  ['new', true],
  ['', false],
  ['abc', false],
  ['6e90fa2c-2b1f-4ffc-8871-9317c41468b4', false],
  ['1234567890123', true],
])('the address %j is a sheet of this device: %s', (address, is) => {
  expect(isSheetAddress(address)).toBe(is)
})
