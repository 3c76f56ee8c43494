/** Reading: columns, order, ranges, counts, headers and media types. */
import type { Case } from '../suite.js'

const JSON_TYPE = 'application/json; charset=utf-8'
const prefer = (value: string) => ({ prefer: value })

/** What is asked and what comes. */
export const READS: Case[] = [
  [
    'all columns',
    '/people',
    [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Ben' },
      { id: 3, name: 'Cy' },
    ],
  ],
  ['an empty select is all columns', '/people?select=&id=eq.1', [{ id: 1, name: 'Ann' }]],
  ['a star', '/people?select=*&id=eq.1', [{ id: 1, name: 'Ann' }]],
  ['one column', '/people?select=name&id=eq.1', [{ name: 'Ann' }]],
  [
    'columns in the asked order',
    { url: '/people?select=name,id&id=eq.1' },
    { text: '[{"name":"Ann","id":1}]' },
  ],
  ['another name', '/people?select=who:name&id=eq.1', [{ who: 'Ann' }]],
  ['another name in quotes', '/people?select="my%20\\"who":name&id=eq.1', [{ 'my "who': 'Ann' }]],
  [
    'a name longer than PostgreSQL has',
    '/people?select=id,' + 'x'.repeat(80) + ':name&id=eq.1',
    { json: [{ id: 1, ['x'.repeat(63)]: 'Ann' }] },
  ],
  ['a cast', '/people?select=id::text&id=eq.1', [{ id: '1' }]],
  ['a cast of two words', '/projects?select=id::double precision&id=eq.1', [{ id: 1 }]],
  ['a cast to a list', '/projects?select=scores::text[]&id=eq.1', [{ scores: ['1', '2'] }]],
  ['a cast and a name', '/people?select=n:id::text&id=eq.1', [{ n: '1' }]],
  ['a cast to nothing', '/people?select=id::', { error: { code: 'PGRST100' } }],
  ['a cast that is none', '/people?select=id::nothing', { status: 400, error: { code: '42704' } }],
  ['a cast that is SQL', '/people?select=id::text)%20from%20secrets--', { error: { code: 'PGRST100' } }],
  ['a key of JSON', '/projects?select=data->>t&id=eq.1', [{ t: 'x' }]],
  ['JSON of JSON', '/projects?select=data->a->b->2&id=eq.1', [{ b: { c: 'deep' } }]],
  ['JSON with a name', '/projects?select=deep:data->a->b->2->>c&id=eq.1', [{ deep: 'deep' }]],
  ['a cast of JSON', '/projects?select=data->>n::int&id=eq.1', [{ n: 5 }]],
  ['a field of a composite', '/clients?select=address->street&id=eq.1', [{ street: 'High Street' }]],
  [
    'a whole composite',
    '/clients?select=address&id=eq.1',
    [{ address: { street: 'High Street', number: 7 } }],
  ],
  ['an element of an array', '/projects?select=tags->1&id=eq.1', [{ tags: 'b' }]],
  ['a name in quotes', '/projects?select="odd%20\\"name"&id=eq.1', [{ 'odd "name': 'q' }]],
  ['a computed field', '/clients?select=id,shout&id=eq.1', [{ id: 1, shout: 'ADA' }]],
  [
    'a computed field is in no star',
    '/clients?select=*,shout&id=eq.1',
    {
      json: [
        {
          id: 1,
          name: 'Ada',
          mood: 'happy',
          address: { street: 'High Street', number: 7 },
          code: 'A1',
          joined: '2020-01-02',
          shout: 'ADA',
        },
      ],
    },
  ],
  [
    'numbers are as PostgreSQL wrote them',
    { url: '/projects?select=big,budget&id=eq.1' },
    { text: '[{"big":9007199254740993,"budget":12345678901234567890.1234567890}]' },
  ],
  [
    'an unknown column',
    '/people?select=nam',
    { error: { code: '42703', message: 'column people.nam does not exist' } },
  ],
  ['a function is no column', '/people?select=count', { error: { code: '42703' } }],
  ['a row is no column', '/people?select=people', { error: { code: '42703' } }],
  ['a broken select', '/people?select=id,', { error: { code: 'PGRST100', message: /select parameter/ } }],
  ['a select without its bracket', '/projects?select=id,clients(id', { error: { code: 'PGRST100' } }],

  ['order', '/people?select=id&order=id.desc', [{ id: 3 }, { id: 2 }, { id: 1 }]],
  [
    'order by two',
    '/no_key?select=a,b&order=a.desc,b',
    [
      { a: 2, b: null },
      { a: 1, b: 'x' },
      { a: 1, b: 'x' },
    ],
  ],
  [
    'nulls first',
    '/projects?select=id&order=client_id.nullsfirst,id',
    [{ id: 4 }, { id: 1 }, { id: 2 }, { id: 3 }],
  ],
  [
    'nulls last',
    '/projects?select=id&order=client_id.desc.nullslast,id.desc',
    [{ id: 3 }, { id: 2 }, { id: 1 }, { id: 4 }],
  ],
  ['order by JSON', '/projects?select=id&order=data->n.desc.nullslast,id&limit=2', [{ id: 2 }, { id: 1 }]],
  ['order by a computed field', '/clients?select=id&order=shout.desc', [{ id: 3 }, { id: 2 }, { id: 1 }]],
  ['order by nothing', '/people?select=id&order=&id=eq.1', [{ id: 1 }]],
  [
    'a broken order',
    '/people?order=id.up',
    { error: { code: 'PGRST100', message: /failed to parse order/ } },
  ],
  ['order by an unknown column', '/people?order=nome', { error: { code: '42703' } }],

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
