import { expect, test } from 'vitest'
import { databaseHandle, databaseOf } from './database-handle.js'

const shop = { ref: 'shop' }
/** Two projects, of which one has a replica. */
const projects: Record<string, string> = { shop: 'shop', 'shop-replica': 'shop', other: 'other' }
const control = {
  selectOften: async <Row>(_sql: string, parameters?: readonly unknown[]) => {
    const ref = projects[String(parameters?.[0])]
    return (ref === undefined ? [] : [{ ref }]) as Row[]
  },
}

test('a call without a handle is for the project’s primary, and so is one with its handle', async () => {
  expect(await databaseOf(control, undefined, shop)).toBe('shop')
  expect(await databaseOf(control, databaseHandle('shop'), shop)).toBe('shop')
})

test('the handle of a replica names it', async () => {
  expect(await databaseOf(control, databaseHandle('shop-replica'), shop)).toBe('shop-replica')
})

test.each([
  ['of another project', databaseHandle('other')],
  ['of a database that does not exist', databaseHandle('gone')],
  ['that is empty', ''],
  ['that names nothing', databaseHandle('')],
  ['that is the id itself', 'shop'],
  ['that is an address', 'postgresql://me:hush@host/db'],
])('a handle %s is refused', async (_, handle) => {
  await expect(databaseOf(control, handle, shop)).rejects.toMatchObject({ code: 'database_not_found' })
})

test('a handle is opaque', () => {
  expect(databaseHandle('shop')).not.toContain('shop')
})
