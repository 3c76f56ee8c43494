/** Reading: columns, casts, JSON and order. */
import type { Case } from '../suite.js'

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
]
