import { expect, test } from 'vitest'
import { COMMAND_RESULTS, commandSearch } from './command-search.js'

const found = (entries: string[], query: string) => commandSearch(entries, (text) => text).find(query)

test.each<[string, string[], string[]]>([
  ['', ['b', 'a'], ['b', 'a']],
  ['sql', ['MySQL notes', 'Run SQL', 'SQL Editor'], ['SQL Editor', 'Run SQL', 'MySQL notes']],
  ['SQL', ['sql editor'], ['sql editor']],
  [
    'new pro',
    ['New organization', 'New project', 'Projects, new ones'],
    ['New project', 'Projects, new ones'],
  ],
  ['pro new', ['New project'], ['New project']],
  ['nwprj', ['New project', 'Reports'], ['New project']],
  ['user', ['auth.users', 'users'], ['users', 'auth.users']],
  ['orders', ['orders_archive_of_last_year', 'orders'], ['orders', 'orders_archive_of_last_year']],
  ['cafe', ['Café'], ['Café']],
  ['CAFÉ', ['cafe'], ['cafe']],
  ['مشروع', ['مشروع التجارة', 'Shop'], ['مشروع التجارة']],
  ['  ', ['a'], ['a']],
  ['cust', ['Backups of Shop, Postgres', 'customers'], ['customers']],
  ['xyz', ['abc'], []],
  ['.*', ['abc', 'a.*b'], ['a.*b']],
  ['table 2', ['table 1', 'table 2', 'table 3'], ['table 2']],
])('“%s” among %j gives %j', (query, entries, expected) => {
  expect(found(entries, query)).toEqual(expected)
})

test('letters close together are a better match than letters far apart', () => {
  expect(found(['aalbcc', 'albc', 'a long bench, cold'], 'abc')).toEqual(['albc', 'aalbcc'])
})

test('equals keep their order, and no more are given than anybody looks through', () => {
  const entries = Array.from({ length: 200 }, (_, index) => ({ label: 'table', index }))
  const given = commandSearch(entries, ({ label }) => label).find('tab')
  expect(given.map(({ index }) => index)).toEqual(
    Array.from({ length: COMMAND_RESULTS }, (_, index) => index),
  )
})

test('adding, deleting and replacing letters gives the results of a fresh search', () => {
  const entries = Array.from({ length: 500 }, (_, index) => `table_${index} of schema ${index % 7}`)
  const search = commandSearch(entries, (text) => text)
  for (const query of [
    't',
    'ta',
    'tab',
    'tab 4',
    'tab 42',
    'tab 4',
    'tab',
    'x',
    '',
    'schema 3',
    'schema 3 1',
    's',
  ])
    expect(search.find(query)).toEqual(found(entries, query))
})

test('a text of a hundred thousand letters is no trap', () => {
  expect(found([`${'a'.repeat(100_000)}b`], `${'a'.repeat(1000)}c`)).toEqual([])
})
