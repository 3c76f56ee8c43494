import { expect, test } from 'vitest'
import type { Cell } from '@basedeck/platform-client/contract'
import { columnKey, domainsOf, TypeNames } from './type-names.js'

const known = new Map<string, string>([
  ['23', 'int4'],
  ['16500', 'mood'],
])

/** A database with two types that records its queries. */
function database(): { asked: string[]; ask: (sql: string) => Promise<Cell[][]> } {
  const asked: string[] = []
  return {
    asked,
    async ask(sql) {
      const oids = /in \((.*)\)/.exec(sql)?.[1] ?? ''
      asked.push(oids)
      return oids.split(', ').flatMap((oid) => (known.has(oid) ? [[oid, known.get(oid) ?? null]] : []))
    },
  }
}

test('built-in types are asked for once, a user’s each time', async () => {
  const names = new TypeNames()
  const { asked, ask } = database()
  for (let time = 0; time < 2; time++) {
    expect(await names.namesOf([23, 16500, 23], ask)).toEqual(
      new Map([
        [23, 'int4'],
        [16500, 'mood'],
      ]),
    )
  }
  await names.namesOf([23], ask)
  expect(asked).toEqual(['23, 16500', '16500'])
})

test('a dropped type has PostgreSQL’s placeholder name', async () => {
  expect(await new TypeNames().namesOf([99999], database().ask)).toEqual(new Map([[99999, '???']]))
})

test('a result without columns causes no query', async () => {
  const { asked, ask } = database()
  await new TypeNames().namesOf([], ask)
  expect(asked).toEqual([])
})

test('domains are asked for once for all columns of users’ tables, and not for others', async () => {
  const asked: string[] = []
  const ask = async (sql: string): Promise<Cell[][]> => {
    asked.push(/attrelid in \((.*?)\)/.exec(sql)?.[1] ?? '')
    return [['16402.3', 'posint']]
  }
  const expression = { tableID: 0, columnID: 0 }
  expect(await domainsOf([expression, { tableID: 1259, columnID: 1 }], ask)).toEqual(new Map())
  expect(asked).toEqual([])
  const columns = [1, 2, 3].map((columnID) => ({ tableID: 16402, columnID }))
  const domains = await domainsOf([...columns, { tableID: 16500, columnID: 1 }, expression], ask)
  expect(columns.map((column) => domains.get(columnKey(column)))).toEqual([undefined, undefined, 'posint'])
  expect(asked).toEqual(['16402, 16500'])
})
