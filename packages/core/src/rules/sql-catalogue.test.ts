import { expect, test } from 'vitest'
import { EMPTY_CATALOGUE, indexCatalogue, isSystem, type KnownRelation } from './sql-catalogue.js'

const relation = (schema: string, name: string): KnownRelation => ({
  schema,
  name,
  kind: 'r',
  comment: null,
  columns: [],
})
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  searchPath: ['app', 'public'],
  relations: [
    relation('public', 'users'),
    relation('app', 'users'),
    relation('public', 'app_users'),
    relation('pg_catalog', 'user_x'),
    relation('b', 'Users'),
  ],
})
const names = (found: KnownRelation[]) => found.map(({ schema, name }) => `${schema}.${name}`)

test('a bare name is the first of the search path', () => {
  expect(catalogue.relation(undefined, 'users')?.schema).toBe('app')
  expect(catalogue.relation('public', 'users')?.schema).toBe('public')
  expect(catalogue.relation(undefined, 'Users')).toBeUndefined()
  expect(catalogue.relation(undefined, 'nobody')).toBeUndefined()
  expect(catalogue.isVisible(relation('public', 'users'))).toBe(false)
  expect(catalogue.isVisible(relation('public', 'app_users'))).toBe(true)
})

test('whole names before parts, the search path before others, PostgreSQL’s own last', () => {
  expect(names(catalogue.relationsLike('user', 9))).toEqual([
    'public.users',
    'app.users',
    'public.app_users',
    'b.Users',
    'pg_catalog.user_x',
  ])
  expect(names(catalogue.relationsLike('user', 1))).toHaveLength(1)
  expect(names(catalogue.relationsLike('u', 9, 'b'))).toEqual(['b.Users'])
  expect(catalogue.relationsLike('zzz', 9)).toEqual([])
  // Letters may be left out of the user's own names.
  expect(names(catalogue.relationsLike('a_us', 9))).toEqual(['public.app_users'])
  expect(names(catalogue.relationsLike('usrx', 9))).toEqual([])
})

test('of columns of one name that of the search path is offered', () => {
  const column = { name: 'name', type: 'text', comment: null } as KnownRelation['columns'][number]
  const known = indexCatalogue({
    ...EMPTY_CATALOGUE,
    searchPath: ['public'],
    relations: [
      { ...relation('basedeck', 'migrations'), columns: [column] },
      { ...relation('public', 'products'), columns: [column] },
    ],
  })
  expect(known.columnsLike('na', 9).map(({ relation: { name } }) => name)).toEqual(['products'])
})

test.each([
  ['pg_catalog', true],
  ['information_schema', true],
  ['public', false],
  ['pgx', false],
])('%s is PostgreSQL’s own: %s', (schema, is) => {
  expect(isSystem(schema)).toBe(is)
})
