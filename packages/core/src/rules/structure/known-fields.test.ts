import { expect, test } from 'vitest'
import { objectKinds } from '../../sql/objects/index.js'
import { knownFields, knownValues, majorIn } from './known-fields.js'

const view = objectKinds.view
const publication = objectKinds.publication

test.each<[string | undefined, number | null]>([
  ['15.18', 15],
  ['9.6.24', 9],
  ['18beta1', 18],
  [undefined, null],
  ['', null],
])('the major version of %s is %s', (version, major) => {
  expect(majorIn(version)).toBe(major)
})

test.each<[number | null, boolean]>([
  [14, false],
  [15, true],
  [18, true],
  [null, true],
])('on %s the form of a view offers security_invoker: %s', (major, isThere) => {
  const names = knownFields(view.fields, major).map(({ name }) => name)
  expect(names.includes('securityInvoker')).toBe(isThere)
  expect(names).toContain('securityBarrier')
  const sql = view.create(
    knownValues(view.fields, { ...view.blank('public'), name: 'v', query: 'select 1 as one' }, major),
  )[0]?.sql
  expect(sql?.includes('security_invoker')).toBe(isThere)
})

test('rows of a publication lose only what PostgreSQL 14 does not know', () => {
  const values = {
    ...publication.blank('public'),
    name: 'p',
    tables: [{ schema: 'public', table: 't', columns: 'id', where: 'id > 1' }],
    schemas: [{ value: 'shop' }],
  }
  const tables = knownFields(publication.fields, 14).find(({ name }) => name === 'tables')
  expect(tables?.type === 'rows' && tables.columns.map(({ name }) => name)).toEqual(['schema', 'table'])
  const known = knownValues(publication.fields, values, 14)
  expect(known['schemas']).toEqual([])
  expect(publication.create(known)[0]?.sql).toMatch(/for table "public"."t"\n/)
  expect(knownValues(publication.fields, values, 15)).toBe(values)
})
