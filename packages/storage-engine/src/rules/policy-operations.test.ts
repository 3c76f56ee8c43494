import { expect, test } from 'vitest'
import {
  operationsWith,
  permissionsFor,
  STORAGE_OPERATIONS,
  type StorageOperation,
} from './policy-operations.js'

test.each([
  ['upload', ['INSERT']],
  ['download', ['SELECT']],
  ['list', ['SELECT']],
  ['createSignedUrl', ['SELECT']],
  ['createSignedUrls', ['SELECT']],
  ['update', ['SELECT', 'UPDATE']],
  ['move', ['SELECT', 'UPDATE']],
  ['copy', ['SELECT', 'INSERT']],
  ['remove', ['SELECT', 'DELETE']],
  ['getPublicUrl', []],
] as [StorageOperation, string[]][])('%s needs %j', (operation, permissions) => {
  expect(permissionsFor([operation])).toEqual(permissions)
})

test('several calls need each permission once', () => {
  expect(permissionsFor(['remove', 'upload', 'download'])).toEqual(['SELECT', 'INSERT', 'DELETE'])
  expect(permissionsFor([])).toEqual([])
})

test('what permissions suffice for', () => {
  expect(operationsWith([])).toEqual(['getPublicUrl'])
  expect(operationsWith(['INSERT'])).toEqual(['upload', 'getPublicUrl'])
  expect(operationsWith(['SELECT', 'INSERT', 'UPDATE', 'DELETE'])).toEqual(STORAGE_OPERATIONS)
})
