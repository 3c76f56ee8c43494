/** Attacks: every text that a sender chooses, in every place. Nothing leaves its transaction, its role or its schema. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataSchema } from '../src/index.js'
import { answerTo, readSchema, type TestRequest } from './answer-request.js'
import { startCluster, type TestCluster } from './cluster.js'
import { overPg, type TestDatabase } from './database.js'
import { loadFixture } from './load-fixture.js'

let cluster: TestCluster
let database: TestDatabase
let schema: DataSchema
let before: unknown

beforeAll(async () => {
  cluster = await startCluster()
  database = overPg(await cluster.connect())
  await loadFixture(database)
  schema = await readSchema(database)
  before = await stateOf()
})

afterAll(async () => {
  await database.close()
  await cluster.stop()
})

/** Everything that an attack could leave behind: rows, relations, roles, settings, an open transaction. */
async function stateOf(): Promise<unknown> {
  const [row] = await database.query({
    text: `select current_user as role, current_setting('search_path') as path,
      coalesce(current_setting('request.jwt.claims', true), '') as claims, pg_current_xact_id_if_assigned() as open_transaction,
      (select md5(string_agg(oid || relname, ',' order by oid)) from pg_class) as relations,
      (select md5(string_agg(rolname, ',' order by oid)) from pg_roles) as roles,
      (select md5(string_agg(c::text, ',' order by id)) from shop.clients c) as clients,
      (select md5(string_agg(p::text, ',' order by id)) from shop.people p) as people,
      (select md5(string_agg(s::text, ',' order by id)) from shop.secrets s) as secrets`,
    values: [],
  })
  return row
}

const QUOTES = [
  `'`,
  `"`,
  `''`,
  `""`,
  `\\`,
  `\\'`,
  `$$`,
  `$1`,
  '`',
  '\0',
  '%00',
  '%27',
  '%22',
  '%5C',
  '\u02bc',
  '\uff07',
]
const ENDS = [
  ';',
  '--',
  '/*',
  '*/',
  ')',
  '))',
  '(',
  ',',
  '.',
  ':',
  '::',
  '->',
  '->>',
  '!',
  '{',
  '}',
  '[',
  ']',
  '*',
  '\n',
  '\r\n',
  ' ',
]
const SQL = [
  'drop table shop.people',
  'reset role',
  'set role postgres',
  'commit',
  'rollback',
  'select secret from shop.secrets',
  'union select 1',
  "set_config('role', 'postgres', false)",
  'secrets',
  'shop.secrets',
  'pg_authid',
  'hidden.hidden',
]
const WORDS = [
  'id',
  'name',
  'eq',
  'in',
  'is',
  'null',
  'not',
  'and',
  'or',
  'clients',
  'projects',
  'inner',
  'text',
  'order',
  '1',
]
const piece = fc.oneof(
  ...[QUOTES, ENDS, SQL, WORDS].map((list) => fc.constantFrom(...list)),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const hostile = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))

/** Sent as they are where an address permits it, else percent-encoded. */
const inAddress = fc
  .tuple(hostile, fc.boolean())
  .map(([text, isRaw]) => (isRaw ? text.replaceAll(/[#&]/g, '') : encodeURIComponent(wellFormed(text))))

function wellFormed(text: string): string {
  return text.replaceAll(/[\ud800-\udfff]/g, '?')
}

/** Each place in which a sender's text can stand. */
const PLACES: ((text: string) => TestRequest)[] = [
  (text) => ({ url: `/${text}` }),
  (text) => ({ url: `/rpc/${text}` }),
  (text) => ({ url: `/people?${text}` }),
  (text) => ({ url: `/people?${text}=eq.1` }),
  (text) => ({ url: `/people?id=${text}` }),
  (text) => ({ url: `/people?name=eq.${text}` }),
  (text) => ({ url: `/people?name=in.(${text})` }),
  (text) => ({ url: `/people?name=like.${text}` }),
  (text) => ({ url: `/tasks?body=fts(${text}).x` }),
  (text) => ({ url: `/tasks?body=wfts.${text}` }),
  (text) => ({ url: `/projects?data->>${text}=eq.1` }),
  (text) => ({ url: `/projects?tags=cs.{${text}}` }),
  (text) => ({ url: `/people?or=(${text})` }),
  (text) => ({ url: `/people?or=(name.eq.${text},id.eq.1)` }),
  (text) => ({ url: `/people?select=${text}` }),
  (text) => ({ url: `/people?select=${text}:name` }),
  (text) => ({ url: `/people?select="${text}":name` }),
  (text) => ({ url: `/people?select=name::${text}` }),
  (text) => ({ url: `/projects?select=data->${text}` }),
  (text) => ({ url: `/projects?select=id,clients!${text}(id)` }),
  (text) => ({ url: `/projects?select=id,${text}(id)` }),
  (text) => ({ url: `/projects?select=id,"${text}":clients(id,"${text}":name)` }),
  (text) => ({ url: `/projects?select=id,...clients("${text}":name)` }),
  (text) => ({ url: `/people?order=${text}` }),
  (text) => ({ url: `/people?limit=${text}&offset=${text}` }),
  (text) => ({ url: `/projects?select=clients(id)&${text}.id=eq.1` }),
  (text) => ({
    url: `/projects?data->>${text}=eq.${text}&order=data->${text}`,
    headers: { prefer: 'count=planned' },
  }),
  (text) => ({ url: '/people', headers: { range: text } }),
  (text) => ({ url: '/people', headers: { prefer: text } }),
  (text) => ({ url: '/people', headers: { prefer: `timezone=${text}` } }),
  (text) => ({ url: '/people', headers: { accept: text } }),
  (text) => ({ url: '/people', headers: { 'accept-profile': text } }),
  (text) => ({ url: '/people', headers: { 'x-anything': text, cookie: text } }),
  (text) => ({ url: '/people', claims: { sub: text, [text]: text } }),
  (text) => ({ url: `/rpc/add?a=${text}` }),
  (text) => ({ url: `/rpc/add?${text}=1` }),
  (text) => ({
    url: `/rpc/take_text`,
    method: 'POST',
    body: text,
    headers: { 'content-type': 'text/plain' },
  }),
  (text) => ({ url: `/rpc/setting`, method: 'POST', body: JSON.stringify({ name: text }) }),
  (text) => ({ url: `/people`, method: 'POST', body: text }),
  (text) => ({ url: `/people`, method: 'POST', body: JSON.stringify({ [text]: text }) }),
  (text) => ({ url: `/people`, method: 'POST', body: JSON.stringify([{ id: text, name: text }]) }),
  (text) => ({ url: `/people`, method: 'POST', body: text, headers: { 'content-type': 'text/csv' } }),
  (text) => ({
    url: `/people`,
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  (text) => ({ url: `/people`, method: 'POST', body: '{}', headers: { 'content-type': text } }),
  (text) => ({ url: `/people?columns=${text}`, method: 'POST', body: '[{"id":1}]' }),
  (text) => ({
    url: `/people?on_conflict=${text}`,
    method: 'POST',
    body: '[{"id":1}]',
    headers: { prefer: 'resolution=merge-duplicates' },
  }),
  (text) => ({ url: `/people?id=eq.${text}`, method: 'PATCH', body: '{"name":"x"}' }),
  (text) => ({ url: `/people?${text}`, method: 'DELETE' }),
  (text) => ({ url: '/people', method: text }),
]

test('an attack in any place is answered, changes nothing and sees nothing', async () => {
  let answered = 0
  let last: Promise<unknown> = Promise.resolve()
  const property = fc.asyncProperty(
    fc.constantFrom(...PLACES),
    inAddress,
    hostile,
    async (place, address, raw) => {
      const shape = place(address)
      const request = place(shape.url.includes(address) ? address : raw)
      // The role may read and has no right to write: each change would be an escape.
      const answering = answerTo(database, schema, { ...request, role: 'reader' })
      last = answering
      const answer = await answering
      expect(answer.body).not.toContain('hush')
      expect(answer.status).toBeGreaterThanOrEqual(200)
      // A refusal is made by the plan or by PostgreSQL's own rules; broken SQL would be one of these.
      if (answer.status >= 400 && !NAME_OF_A_VALUE.test(answer.body))
        expect(['42601', 'XX000', '08P01', '42P02', '42P18']).not.toContain(codeOf(answer.body))
      expect(answer.status).not.toBe(500)
      answered++
    },
  )
  await fc.assert(property, { numRuns: 10_000, interruptAfterTimeLimit: 20_000 })
  expect(answered).toBeGreaterThan(0)
  // What the limit of time broke off is still under way.
  await last
  expect(await stateOf()).toEqual(before)
})

/** PostgreSQL reads a value that is a name, such as that of a text search configuration, by rules of its own. */
const NAME_OF_A_VALUE = /"message":"improper qualified name/

test('a text search configuration with too many dots is a wrong value', async () => {
  const answer = await answerTo(database, schema, { url: '/tasks?body=fts(a.b.c.d).x', role: 'reader' })
  expect([answer.status, codeOf(answer.body)]).toEqual([400, '42601'])
})

function codeOf(body: string): unknown {
  return (JSON.parse(body) as { code?: unknown }).code
}

test.each(['\0', '%00'])('a NUL never reaches the text of a statement: %j', async (nul) => {
  const requests: TestRequest[] = [
    { url: `/people?select=a${nul}b:name` },
    { url: `/people?select="a${nul}b":name` },
    { url: `/people${nul}` },
    { url: `/people?name=eq.${nul}` },
  ]
  for (const request of requests) {
    const { status } = await answerTo(database, schema, request)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  }
})

test('a dot in a name leads into no other schema', async () => {
  await database.exec(`create schema "a"; create schema "a.b"; grant usage on schema a, "a.b" to reader;
    create function "a.b".c() returns text language sql stable as $$ select 'other' $$;
    create table "a.b".d (id int); grant select on "a.b".d to reader`)
  const settings = { schemas: ['a', 'a.b'], extraSearchPath: [], aggregates: false, maxEmbedDepth: 5 }
  const dotted = await readSchema(database, settings)
  expect((await answerTo(database, dotted, { url: '/rpc/b.c' }, settings)).status).toBe(404)
  expect((await answerTo(database, dotted, { url: '/b.d' }, settings)).status).toBe(404)
  const headers = { 'accept-profile': 'a.b' }
  expect((await answerTo(database, dotted, { url: '/rpc/c', headers }, settings)).body).toBe('"other"')
})

test('a column, a table and a function with quotes in their names are asked by those names', async () => {
  await database.exec(`create schema "a""b'c"; create table "a""b'c"."t""'\\t" ("c""'\\c" int, "$1" text);
    insert into "a""b'c"."t""'\\t" values (1, 'x'); grant usage on schema "a""b'c" to reader;
    grant select on all tables in schema "a""b'c" to reader`)
  const settings = { schemas: [`a"b'c`], extraSearchPath: [], aggregates: false, maxEmbedDepth: 5 }
  const odd = await readSchema(database, settings)
  const table = encodeURIComponent(`t"'\\t`)
  const column = encodeURIComponent(`"c\\"'\\\\c"`)
  const url = `/${table}?select=${column},$1&${column}=eq.1&$1=eq.x&order=${column}`
  expect(JSON.parse((await answerTo(database, odd, { url }, settings)).body)).toEqual([
    { [`c"'\\c`]: 1, $1: 'x' },
  ])
})
