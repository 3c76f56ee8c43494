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
  ['  ', ['longer', 'a'], ['longer', 'a']],
  [' table ', ['a table', 'table'], ['table', 'a table']],
  ['pro new', ['new_project'], ['new_project']],
  // A word that begins again further on counts as a beginning.
  ['sql', ['mysqlxsql', 'mysql sql'], ['mysql sql', 'mysqlxsql']],
  // Letter by letter from the start of a word, each letter once, in order.
  ['nwprj', ['anewproject', 'a newproject'], ['a newproject']],
  ['bbk', ['bxk'], []],
  ['axbc', ['abc x'], []],
  ['abc', ['axbxxc', 'abxcyy'], ['abxcyy', 'axbxxc']],
  ['abc', ['axxbxxc'], []],
  ['sql abc', ['sql abxc, or not?', 'sql axbxxc'], ['sql axbxxc', 'sql abxc, or not?']],
  ['table 2', ['table 1', 'table 2', 'table 3'], ['table 2']],
])('“%s” among %j gives %j', (query, entries, expected) => {
  expect(found(entries, query)).toEqual(expected)
})

test('letters close together are a better match than letters far apart', () => {
  expect(found(['aalbcc', 'albc', 'a long bench, cold'], 'abc')).toEqual(['albc', 'aalbcc'])
})

test.each(['a', 'm', 'z', '0', '5', '9', 'ø', 'م'])('behind %j no word begins', (letter) => {
  expect(found([`x${letter}sql`, 'x sql'], 'sql')).toEqual(['x sql', `x${letter}sql`])
})

test.each(['`', '{', '/', ':', '_', '-', '.', '~', '\u007f'])('behind %j a word begins', (sign) => {
  expect(found([`x${sign}sql`, 'x sql'], 'sql')).toEqual([`x${sign}sql`, 'x sql'])
})

test('without a query the first entries are given, and no more than with one', () => {
  const entries = Array.from({ length: COMMAND_RESULTS + 10 }, (_, index) => `entry ${index}`)
  expect(found(entries, '')).toEqual(entries.slice(0, COMMAND_RESULTS))
})

test('a better match that comes late takes the place of the last', () => {
  const weak = Array.from({ length: COMMAND_RESULTS }, (_, index) => `a table, the ${index + 10}th`)
  expect(found([...weak, 'table'], 'table')).toEqual(['table', ...weak.slice(0, -1)])
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
    'bl 4',
    'tbl 4',
  ])
    expect(search.find(query)).toEqual(found(entries, query))
})

test('letters before the last query may match what it did not', () => {
  const search = commandSearch(['axbxxc'], (text) => text)
  expect([search.find('bc'), search.find('abc')]).toEqual([[], ['axbxxc']])
})

test('a text of a hundred thousand letters is no trap', () => {
  expect(found([`${'a'.repeat(100_000)}b`], `${'a'.repeat(1000)}c`)).toEqual([])
})

test('letters that are as far apart count alike, in a short word and in a long one', () => {
  const texts = ['ab wcxyz', 'wxyz acb']
  for (const entries of [texts, texts.toReversed()])
    expect(commandSearch(entries, (text) => text).find('ab wxyz')).toEqual(entries)
})
