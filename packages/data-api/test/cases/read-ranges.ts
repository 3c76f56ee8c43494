/** Reading: ranges, counts, media types, schemas and preferences. */
import type { Case } from '../suite.js'

const JSON_TYPE = 'application/json; charset=utf-8'
const prefer = (value: string) => ({ prefer: value })

/** What is asked and what comes. */
export const READ_RANGES: Case[] = [
  ['limit', '/people?select=id&order=id&limit=2', [{ id: 1 }, { id: 2 }]],
  ['offset', '/people?select=id&order=id&offset=2', [{ id: 3 }]],
  [
    'limit and offset',
    '/people?select=id&order=id&limit=1&offset=1',
    { json: [{ id: 2 }], headers: { 'Content-Range': '1-1/*' } },
  ],
  ['limit of nothing', '/people?limit=0', { json: [], headers: { 'Content-Range': '*/*' } }],
  ['a limit below nothing', '/people?limit=-1', { status: 416, error: { code: 'PGRST103' } }],
  ['an offset below nothing is none', '/people?select=id&order=id&offset=-5&limit=1', [{ id: 1 }]],
  ['a limit that no number holds', '/people?select=id&id=eq.1&limit=99999999999999999999', [{ id: 1 }]],
  [
    'Range',
    { url: '/people?select=id&order=id', headers: { range: '1-2' } },
    { json: [{ id: 2 }, { id: 3 }], headers: { 'Content-Range': '1-2/*' } },
  ],
  [
    'Range without an end',
    { url: '/people?select=id&order=id', headers: { range: '2-' } },
    { json: [{ id: 3 }], headers: { 'Content-Range': '2-2/*' } },
  ],
  ['Range and limit', { url: '/people?select=id&order=id&limit=1', headers: { range: '0-2' } }, [{ id: 1 }]],
  [
    'Range that ends before it begins',
    { url: '/people', headers: { range: '5-2' } },
    { status: 416, error: { code: 'PGRST103' } },
  ],
  [
    'Range that is none',
    { url: '/people?select=id&order=id&limit=1', headers: { range: 'bytes=1-2' } },
    [{ id: 1 }],
  ],

  ['no count', '/people', { headers: { 'Content-Range': '0-2/*' } }],
  [
    'exact count',
    { url: '/people?limit=2', headers: prefer('count=exact') },
    { status: 206, headers: { 'Content-Range': '0-1/3', 'Preference-Applied': 'count=exact' } },
  ],
  [
    'exact count of all',
    { url: '/people', headers: prefer('count=exact') },
    { status: 200, headers: { 'Content-Range': '0-2/3' } },
  ],
  [
    'exact count of none',
    { url: '/people?id=eq.0', headers: prefer('count=exact') },
    { json: [], headers: { 'Content-Range': '*/0' } },
  ],
  [
    'planned count',
    { url: '/people', headers: prefer('count=planned') },
    { status: 206, headers: { 'Content-Range': /^0-2\/\d+$/ } },
  ],
  [
    'estimated count',
    { url: '/people', headers: prefer('count=estimated') },
    { status: 200, headers: { 'Content-Range': '0-2/3' } },
  ],
  [
    'an offset behind the last row',
    { url: '/people?offset=9', headers: prefer('count=exact') },
    {
      status: 416,
      error: { code: 'PGRST103', details: 'An offset of 9 was requested, but there are only 3 rows.' },
      headers: { 'Content-Range': '*/3' },
    },
  ],
  [
    'an offset behind the last row, uncounted',
    '/people?offset=9',
    { json: [], headers: { 'Content-Range': '*/*' } },
  ],
  [
    'HEAD has no body',
    { method: 'HEAD', url: '/people', headers: prefer('count=exact') },
    { text: '', headers: { 'Content-Range': '0-2/3', 'Content-Type': JSON_TYPE } },
  ],
  [
    'Content-Location',
    '/people?select=id&order=id&id=eq.1',
    { headers: { 'Content-Location': '/people?id=eq.1&order=id&select=id' } },
  ],
  ['Vary', '/people', { headers: { Vary: 'Accept, Prefer, Range' } }],

  [
    'JSON',
    { url: '/people?id=eq.1', headers: { accept: 'application/json' } },
    { json: [{ id: 1, name: 'Ann' }], headers: { 'Content-Type': JSON_TYPE } },
  ],
  [
    'anything',
    { url: '/people?id=eq.1', headers: { accept: '*/*' } },
    { headers: { 'Content-Type': JSON_TYPE } },
  ],
  [
    'one row as object',
    { url: '/people?id=eq.1', headers: { accept: 'application/vnd.pgrst.object+json' } },
    {
      json: { id: 1, name: 'Ann' },
      headers: { 'Content-Type': 'application/vnd.pgrst.object+json; charset=utf-8' },
    },
  ],
  [
    'no row as object',
    { url: '/people?id=eq.0', headers: { accept: 'application/vnd.pgrst.object+json' } },
    { status: 406, error: { code: 'PGRST116', details: 'The result contains 0 rows' } },
  ],
  [
    'three rows as object',
    { url: '/people', headers: { accept: 'application/vnd.pgrst.object+json' } },
    { status: 406, error: { code: 'PGRST116', details: 'The result contains 3 rows' } },
  ],
  [
    'without nulls',
    { url: '/no_key?a=eq.2', headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' } },
    {
      json: [{ a: 2 }],
      headers: { 'Content-Type': 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8' },
    },
  ],
  [
    'one without nulls',
    { url: '/no_key?a=eq.2', headers: { accept: 'application/vnd.pgrst.object+json;nulls=stripped' } },
    { json: { a: 2 } },
  ],
  [
    'CSV',
    { url: '/clients?select=id,name,code&order=id', headers: { accept: 'text/csv' } },
    {
      text: 'id,name,code\n1,Ada,A1\n2,"Bob, ""the"" builder",B2\n3,Česká*%_,',
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
    },
  ],
  [
    'CSV of all columns',
    { url: '/people?id=eq.1', headers: { accept: 'text/csv' } },
    { text: 'id,name\n1,Ann' },
  ],
  [
    'CSV tells an empty text from null',
    { url: '/projects?select=label,"odd%20\\"name"&id=eq.3', headers: { accept: 'text/csv' } },
    { text: 'label,"odd ""name"\ng,""' },
  ],
  ['CSV of no rows', { url: '/people?select=id&id=eq.0', headers: { accept: 'text/csv' } }, { text: 'id\n' }],
  [
    'the most wanted type wins',
    { url: '/people?select=id&id=eq.1', headers: { accept: 'application/json;q=0.5, text/csv' } },
    { text: 'id\n1' },
  ],
  [
    'a type that is not made',
    { url: '/people', headers: { accept: 'text/html' } },
    {
      status: 406,
      error: { code: 'PGRST107', message: 'None of these media types are available: text/html' },
    },
  ],
  [
    'a plan is not given',
    { url: '/people', headers: { accept: 'application/vnd.pgrst.plan+json' } },
    { status: 406, error: { code: 'PGRST107' } },
  ],
  [
    'geo+json is not made',
    { url: '/people', headers: { accept: 'application/geo+json' } },
    { status: 406, error: { code: 'PGRST107' } },
  ],

  [
    'another schema',
    { url: '/things', headers: { 'accept-profile': 'other' } },
    { json: [{ id: 1, name: 'thing' }], headers: { 'Content-Profile': 'other' } },
  ],
  ['the first schema by default', '/people', { headers: { 'Content-Profile': 'shop' } }],
  [
    'a schema that is not exposed',
    { url: '/hidden', headers: { 'accept-profile': 'hidden' } },
    { status: 406, error: { code: 'PGRST106', hint: 'Only the following schemas are exposed: shop, other' } },
  ],
  [
    'a table of another schema',
    '/things',
    {
      status: 404,
      error: { code: 'PGRST205', message: "Could not find the table 'shop.things' in the schema cache" },
    },
  ],
  [
    'a name near to a table',
    '/peeple',
    { status: 404, error: { code: 'PGRST205', hint: "Perhaps you meant the table 'shop.people'" } },
  ],
  ['a deeper path', '/people/1', { status: 404, error: { code: 'PGRST125' } }],
  ['a view', '/project_list?select=id,cost&id=eq.2', [{ id: 2, cost: 0.5 }]],
  ['a materialized view', '/done', [{ id: 1, name: 'Windows', client_id: 1 }]],
  ['a partitioned table', '/parted?select=id&order=id', [{ id: 1 }, { id: 2 }]],
  ['a partition', '/parted_north?select=id', [{ id: 1 }]],
  [
    'a table without rights, without a token',
    { url: '/secrets', role: 'anon' },
    { status: 401, error: { code: '42501' }, headers: { 'WWW-Authenticate': 'Bearer' } },
  ],
  ['a table without rights, with a token', '/secrets', { status: 403, error: { code: '42501' } }],
  ['rows of others are not seen', '/owned?select=id', [{ id: 1 }]],
  [
    'strict about an unknown preference',
    { url: '/people', headers: prefer('handling=strict, what=ever, so') },
    { error: { code: 'PGRST122', details: 'Invalid preferences: what=ever, so' } },
  ],
  [
    'lenient about an unknown preference',
    { url: '/people?limit=1', headers: prefer('handling=lenient, what=ever') },
    { headers: { 'Preference-Applied': 'handling=lenient' } },
  ],
  [
    'a time zone',
    { url: '/projects?select=due&id=eq.1', headers: prefer('timezone=America/New_York') },
    {
      json: [{ due: '2026-01-01T05:00:00-05:00' }],
      headers: { 'Preference-Applied': 'timezone=America/New_York' },
    },
  ],
  [
    'a time zone that is none',
    { url: '/people', headers: prefer('timezone=Mars/Base') },
    { error: { code: '22023' } },
  ],
  [
    'the first of a kind',
    { url: '/people?limit=1', headers: prefer('count=exact, count=planned') },
    { status: 206, headers: { 'Preference-Applied': 'count=exact' } },
  ],
]
