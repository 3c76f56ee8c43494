/** Two thousand hostile requests to the data API as it is served: no failure of the server, and nothing in the database changes. */
import { updateDataApiConfig } from '@basedeck/platform-client'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw, type RawRequest } from './raw-request.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const COUNT = 2000
const AT_ONCE = 8
const SEED = 41
let running: RunningApp
let served: ServedStorage
beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running)
  // The roles may only read, so every change that is found afterwards came from an attack.
  await sql(`create table people (id int8 primary key, name text, data jsonb, tags text[]);
    create table notes (id int8 primary key, people_id int8 references people, entry text);
    create table secrets (word text);
    insert into people values (1, 'ada', '{"a": {"b": 1}}', '{x,y}'), (2, 'bob', null, null);
    insert into notes values (1, 1, 'note'); insert into secrets values ('hidden word');
    create function say(word text) returns text language sql immutable as 'select word';
    revoke all on all tables in schema public from anon, authenticated, service_role;
    grant select on people, notes to anon, service_role;
    grant execute on function say to anon, service_role`)
  const body = { enabled: true, anon_requests_per_minute: 1_000_000 }
  await running.client.call(updateDataApiConfig, { params: { ref: 'default' }, body })
}, 60_000)
afterAll(async () => {
  await served?.stop()
  await running?.stop()
})

async function sql(query: string): Promise<(string | null)[][]> {
  const database = await running.life.database('default')
  const { results } = await database.run({ runId: crypto.randomUUID(), query })
  return results.at(-1)?.rows ?? []
}

/** Rows, relations, columns, functions, rights, roles and their settings. */
const stateOfDatabase = () =>
  sql(`select (select md5(string_agg(p::text, ',' order by id)) from people p),
    (select md5(string_agg(n::text, ',' order by id)) from notes n),
    (select md5(string_agg(s::text, ',' order by word)) from secrets s),
    (select md5(string_agg(concat(oid, relname, relacl), ',' order by oid)) from pg_class),
    (select md5(string_agg(concat(attrelid, attname), ',' order by attrelid, attnum)) from pg_attribute),
    (select md5(string_agg(concat(oid, proname, prosrc), ',' order by oid)) from pg_proc),
    (select md5(string_agg(concat(rolname, rolsuper, rolbypassrls), ',' order by oid)) from pg_roles),
    (select md5(string_agg(concat(setdatabase, setrole, setconfig), ',')) from pg_db_role_setting)`)

const nested = (open: string, inside: string, depth = 200) =>
  `${open.repeat(depth)}${inside}${')'.repeat(depth)}`
const PIECES = [
  `' " '' "" \\ \\' $$ $1 \` ; -- /* */ ( ) )) , . : :: -> ->> ! { } [ ] * & = # ? % + @ ...`.split(' '),
  '%00 %27 %22 %5C %0A %0d%0A %80 %C3%28 %ff %u0027 %2527 \0 \u02bc \uff07 \u202e \ud83d\ude00'.split(' '),
  [
    'drop table people;',
    'reset role',
    'set role postgres',
    'commit;',
    'delete from notes',
    "set_config('role','postgres',false)",
    'union select word from secrets',
    'pg_authid',
    'public.secrets',
    'pg_sleep(1)',
  ],
  'id name eq in is null not and or any all notes people inner text order asc nullslast count() 1 -1 1e400 NaN'.split(
    ' ',
  ),
  [
    'x'.repeat(64),
    'ä'.repeat(500),
    'y'.repeat(9000),
    nested('and(', 'id.eq.1'),
    nested('not.or(', 'id.eq.1'),
    nested('notes(', 'id'),
    nested('people(notes(', 'id', 100),
    '('.repeat(200),
    '->a'.repeat(200),
    '{'.repeat(200),
  ],
  [
    '[',
    '{"id":',
    '{"id":7,"name":"x"}',
    '[{"id":8},{"name":"y"}]',
    '[[]]',
    '"',
    'nul',
    '[{"id":9}',
    '{"__proto__":1}',
  ],
  [
    '\r\nx-role: service_role',
    '\r\n\r\nGET / HTTP/1.1',
    '\n',
    '\t',
    '0-',
    '-1',
    '5-2',
    '0-0,2-3',
    'items=0-1',
  ],
  [
    'return=representation',
    'count=exact',
    'tx=rollback',
    'handling=strict',
    'max-affected=0',
    'missing=default',
  ],
]
const hostile = fc
  .array(fc.oneof(...PIECES.map((pieces) => fc.constantFrom(...pieces)), fc.string({ maxLength: 5 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''))
const word = fc.tuple(hostile, fc.boolean()).map(([text, isRaw]) =>
  // A raw line break would end the first line of the request.
  isRaw ? text.replaceAll(/[\r\n]/g, '') : encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')),
)
const path = fc.oneof(
  word.map((text) => `/${text}`),
  word.map((text) => `/rpc/${text}`),
  word.map((text) => `/rpc/say?word=${text}&${text}=1`),
  fc
    .tuple(fc.constantFrom('select', 'order', 'and', 'or', 'limit', 'offset', 'columns', 'on_conflict'), word)
    .map(([name, text]) => `/people?${name}=${name === 'or' || name === 'and' ? `(${text})` : text}`),
  fc
    .tuple(fc.constantFrom('eq', 'in', 'like', 'match', 'fts', 'cs', 'is', 'not.eq', 'eq(any)'), word)
    .map(([operator, text]) => `/people?name=${operator}.${text}&tags=cs.${text}`),
  fc.tuple(word, word).map(([name, text]) => `/people?${name}=eq.${text}`),
  word.map((text) => `/people?data->${text}->>b=eq.1&select=data->>${text}`),
  word.map((text) => `/people?select=id,notes!${text}(id),x:notes("${text}")&notes.${text}=eq.1`),
)
const HEADERS = ['prefer', 'accept-profile', 'content-profile', 'range', 'accept', 'content-type', 'x-any']
const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'),
  path,
  headers: fc.dictionary(fc.constantFrom(...HEADERS), hostile, { maxKeys: 2 }),
  body: fc.oneof(
    hostile,
    hostile.map((text) => JSON.stringify({ id: 7, name: text })),
  ),
  isSecret: fc.boolean(),
})

test('hostile requests are refused or answered, and change nothing', async () => {
  const { origin, pathname } = new URL(served.address)
  const before = await stateOfDatabase()
  const waiting = fc.sample(request, { numRuns: COUNT, seed: SEED })
  const failed: (RawRequest & { text: string })[] = []
  const statuses = new Map<number, number>()
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const { isSecret, ...asked } = one
      const headers = { apikey: isSecret ? served.service : served.anon, ...asked.headers }
      const { status, text } = await sendRaw(origin, {
        ...asked,
        path: `${pathname}/rest/v1${asked.path}`,
        headers,
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500 || text.includes('hidden word')) failed.push({ ...asked, text })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(failed).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count)).toBe(COUNT)
  // Most reach the database or the plan, and are not stopped at the door.
  expect(statuses.get(200)).toBeGreaterThan(COUNT / 50)
  expect(await stateOfDatabase()).toEqual(before)
  const fine = await sendRaw(origin, {
    method: 'GET',
    path: `${pathname}/rest/v1/people?select=name&order=id`,
    headers: { apikey: served.anon },
    body: '',
  })
  expect(fine.text).toContain('[{"name":"ada"},{"name":"bob"}]')
}, 60_000)
