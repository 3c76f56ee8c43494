import { expect, test } from 'vitest'
import { databaseHandle, databaseOf } from './database-handle.js'

const shop = { ref: 'shop' }

test('a call without a handle is for the project’s own database, and so is one with its handle', () => {
  expect(databaseOf(undefined, shop)).toBe('shop')
  expect(databaseOf(databaseHandle('shop'), shop)).toBe('shop')
})

test.each([
  ['of another project', databaseHandle('other')],
  ['that is empty', ''],
  ['that is the id itself', 'shop'],
  ['that is an address', 'postgresql://me:hush@host/db'],
])('a handle %s is refused', (_, handle) => {
  expect(() => databaseOf(handle, shop)).toThrow(expect.objectContaining({ code: 'database_not_found' }))
})

test('a handle does not show what it names', () => {
  expect(databaseHandle('shop')).not.toContain('shop')
})
