import { expect, test } from 'vitest'
import { hoverAt } from './hover.js'
import { indexCatalogue, EMPTY_CATALOGUE } from './sql-catalogue.js'

const column = (name: string) => ({ name, type: 'text', isNullable: true, comment: null })
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  schemas: ['public', 'auth'],
  searchPath: ['public'],
  relations: [
    {
      schema: 'public',
      name: 'users',
      kind: 'r',
      comment: 'People',
      columns: [column('email'), column('users')],
    },
    { schema: 'auth', name: 'keys', kind: 'v', comment: null, columns: [column('hash')] },
  ],
  functions: [{ schema: 'public', name: 'email', parameters: 'text', result: 'text', comment: null }],
  types: [],
})

test.each([
  ['select u.em|ail from users u', 'column email of u'],
  ['select |u.email from users u', 'relation users'],
  ['select email from use|rs u', 'relation users'],
  ['select use|rs from users', 'column users of users'],
  ['select emai|l(email) from users', 'function email'],
  ['select auth.keys.ha|sh', 'column hash of keys'],
  ['select 1 from auth.ke|ys', 'relation keys'],
  ['select hash from keys|', 'nothing'],
  ['selec|t 1', 'nothing'],
  ['select | email from users', 'nothing'],
  ['select (u).ema|il from users u', 'nothing'],
  ['select auth.users.ema|il from users', 'nothing'],
  ['select auth.db.keys.ha|sh', 'nothing'],
  ["select 'ema|il' from users", 'nothing'],
  ['select email |from users', 'nothing'],
  ['select email|, 1 from users', 'nothing'],
  ['select |', 'nothing'],
  ['|(email) from users', 'nothing'],
  ['select emai|l from users', 'column email of users'],
  ['select nothing|_here(1) from users', 'nothing'],
  ['select users.emai|l(1) from users', 'column email of users'],
  ['select auth.keys.non|e', 'nothing'],
  ['select auth.users.ema|il', 'nothing'],
  ['select auth.keys.hash.ha|sh', 'nothing'],
  ['select a.auth.ke|ys', 'nothing'],
  ['select 1 from auth.users| u', 'nothing'],
  ['select k.ha|sh from users u, auth.keys k', 'column hash of k'],
  ['select k| from users u, auth.keys k', 'nothing'],
  ['select |k from users u, auth.keys k', 'relation keys'],
  ['select auth.us|ers from users', 'nothing'],
  ['with w as (select email from users) select w.ema|il from w', 'column email of w'],
])('%s: %s', (text, expected) => {
  const found = hoverAt(text.replace('|', ''), text.indexOf('|'), catalogue)
  expect(found ? said(found) : 'nothing').toBe(expected)
})

function said(found: NonNullable<ReturnType<typeof hoverAt>>): string {
  if (found.type === 'relation') return `relation ${found.relation.name}`
  if (found.type === 'column') return `column ${found.column.name} of ${found.source.name}`
  return `${found.type} ${found.functions[0]?.name}`
}

test('it gives the range of the name', () => {
  expect(hoverAt('select u.email from users u', 10, catalogue)).toMatchObject({ start: 9, end: 14 })
})
