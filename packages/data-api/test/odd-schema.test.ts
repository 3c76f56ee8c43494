/** A schema in which everything is called by every character that is special somewhere. */
import { quoteIdentifier, quoteLiteral } from '@basedeck/sql-guard/quoting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseTypes, openApiDocument, type DataSchema, type DataSettings } from '../src/index.js'
import { answerTo, readSchema, type TestRequest } from './answer-request.js'
import { overPglite, type TestDatabase } from './database.js'

const ODD = `o"'\\$&$1.%(),:->*{}[]! é`
const settings: DataSettings = {
  schemas: [ODD],
  extraSearchPath: [],
  aggregates: true,
  maxEmbedDepth: 5,
  mayRollBack: true,
  preRequest: undefined,
}
let database: TestDatabase
let schema: DataSchema

/** A name of the schema: each has the odd characters and a letter of its own. */
const named = (letter: string) => ODD + letter
const sql = (letter: string) => quoteIdentifier(named(letter))
/** The same in a parameter of an address. */
const asked = (letter: string) =>
  encodeURIComponent(`"${named(letter).replaceAll(/["\\]/g, (one) => `\\${one}`)}"`)
const path = (letter: string) => `/${encodeURIComponent(named(letter))}`

beforeAll(async () => {
  database = await overPglite()
  const within = quoteIdentifier(ODD)
  await database.exec(`create role reader; create schema ${within}; set search_path = ${within};
    create type ${sql('e')} as enum (${quoteLiteral(named('l'))});
    create table ${sql('t')} (${sql('i')} int primary key, ${sql('n')} text default ${quoteLiteral(named('d'))}, ${sql('m')} ${sql('e')});
    create table ${sql('u')} (${sql('i')} int primary key, ${sql('r')} int constraint ${sql('f')} references ${sql('t')});
    create view ${sql('v')} as select ${sql('i')}, ${sql('r')} from ${sql('u')};
    create function ${sql('c')}(${sql('t')}) returns text language sql stable as $f$ select 'computed' $f$;
    create function ${sql('g')}(${sql('a')} int, ${sql('b')} ${sql('e')}) returns setof ${sql('t')} language sql stable
      as $f$ select * from ${within}.${sql('t')} $f$;
    insert into ${sql('t')} values (1, 'x', ${quoteLiteral(named('l'))}); insert into ${sql('u')} values (2, 1);
    reset search_path; grant usage on schema ${within} to reader; grant all on all tables in schema ${within} to reader`)
  schema = await readSchema(database, settings)
})

afterAll(() => database.close())

async function ask(request: TestRequest): Promise<unknown> {
  const method = request.method ?? 'GET'
  const prefer = 'tx=rollback, return=representation'
  const headers = method === 'GET' ? {} : { prefer, ...request.headers }
  const answer = await answerTo(database, schema, { ...request, method, headers }, settings)
  expect(`${answer.status} ${answer.status < 300 ? '' : answer.body}`).toMatch(/^20\d $/)
  return JSON.parse(answer.body)
}

const ROW = { [named('i')]: 1, [named('n')]: 'x', [named('m')]: named('l') }

test('is read, filtered and ordered', async () => {
  const label = encodeURIComponent(named('l'))
  expect(await ask({ url: `${path('t')}?${asked('m')}=eq.${label}&order=${asked('i')}` })).toEqual([ROW])
  expect(
    await ask({ url: `${path('t')}?select=${asked('z')}:${asked('c')}&${asked('c')}=eq.computed` }),
  ).toEqual([{ [named('z')]: 'computed' }])
  expect(await ask({ url: `${path('t')}?select=${asked('m')},count()` })).toEqual([
    { [named('m')]: named('l'), count: 1 },
  ])
})

test('is embedded in every way', async () => {
  const one = { [named('i')]: 1 }
  for (const name of [asked('t'), asked('f'), asked('r')]) {
    const key = named(name === asked('t') ? 't' : name === asked('f') ? 'f' : 'r')
    expect(await ask({ url: `${path('u')}?select=${name}(${asked('i')})` })).toEqual([{ [key]: one }])
    expect(await ask({ url: `${path('v')}?select=x:${name}!inner(${asked('i')})` })).toEqual([{ x: one }])
  }
  expect(await ask({ url: `${path('t')}?select=x:${asked('u')}!${asked('f')}(${asked('i')})` })).toEqual([
    { x: [{ [named('i')]: 2 }] },
  ])
  expect(await ask({ url: `${path('u')}?select=...${asked('t')}(${asked('z')}:${asked('n')})` })).toEqual([
    { [named('z')]: 'x' },
  ])
})

test('is written', async () => {
  const body = JSON.stringify([{ [named('i')]: 5 }])
  const columns = `columns=${asked('i')},${asked('n')}`
  const filled = { prefer: 'tx=rollback, return=representation, missing=default' }
  expect(await ask({ method: 'POST', url: `${path('t')}?${columns}`, body, headers: filled })).toEqual([
    { [named('i')]: 5, [named('n')]: named('d'), [named('m')]: null },
  ])
  const merged = { prefer: 'tx=rollback, return=representation, resolution=merge-duplicates' }
  const url = `${path('t')}?on_conflict=${asked('i')}`
  expect(await ask({ method: 'POST', url, body: JSON.stringify(ROW), headers: merged })).toEqual([ROW])
  const one = `${path('t')}?${asked('i')}=eq.1`
  expect(await ask({ method: 'PUT', url: one, body: JSON.stringify(ROW) })).toEqual([ROW])
  const changed = { [named('n')]: 'y' }
  expect(await ask({ method: 'PATCH', url: `${one}&limit=1`, body: JSON.stringify(changed) })).toEqual([
    { ...ROW, ...changed },
  ])
  expect(await ask({ method: 'DELETE', url: `${path('u')}?select=${asked('t')}(${asked('c')})` })).toEqual([
    { [named('t')]: { [named('c')]: 'computed' } },
  ])
})

test('is called', async () => {
  const values = { [named('a')]: 1, [named('b')]: named('l') }
  const url = `/rpc${path('g')}?select=${asked('i')},${asked('c')}`
  expect(await ask({ method: 'POST', url, body: JSON.stringify(values) })).toEqual([
    { [named('i')]: 1, [named('c')]: 'computed' },
  ])
})

test('is documented', () => {
  expect(JSON.stringify(openApiDocument(schema, { within: ODD }))).toContain(
    JSON.stringify(named('u')).slice(1, -1),
  )
  expect(databaseTypes(schema, [ODD])).toContain(`${JSON.stringify(named('t'))}: {`)
})
