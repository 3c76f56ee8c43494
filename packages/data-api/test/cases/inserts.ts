/** POST and PUT: bodies, columns, defaults, conflicts and what is answered. */
import type { Case } from '../suite.js'

const post = (url: string, body: unknown, prefer = '', headers: Record<string, string> = {}) => ({
  method: 'POST',
  url,
  role: 'writer',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { ...headers, ...(prefer ? { prefer } : {}) },
})
const put = (url: string, body: unknown, prefer = '') => ({ ...post(url, body, prefer), method: 'PUT' })
const SHOWN = 'return=representation'
const MERGE = `${SHOWN}, resolution=merge-duplicates`
const IGNORE = `${SHOWN}, resolution=ignore-duplicates`
const CSV = { 'content-type': 'text/csv' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** What is asked and what comes. */
export const INSERTS: Case[] = [
  [
    'a row',
    post('/people', { id: 9, name: 'Zoe' }),
    { status: 201, text: '', headers: { 'Content-Range': '*/*', 'Content-Type': null } },
  ],
  [
    'a row is there afterwards',
    post('/kept', { id: 90, name: 'Kim' }),
    { status: 201, afterwards: ['/kept?id=eq.90', [{ id: 90, name: 'Kim' }]] },
  ],
  [
    'a row that is shown',
    post('/people', { id: 9, name: 'Zoe' }, SHOWN),
    {
      status: 201,
      json: [{ id: 9, name: 'Zoe' }],
      headers: { 'Preference-Applied': 'return=representation, tx=rollback' },
    },
  ],
  [
    'only some columns are shown',
    post('/people?select=name', { id: 9, name: 'Zoe' }, SHOWN),
    { status: 201, json: [{ name: 'Zoe' }] },
  ],
  [
    'a row as object',
    post('/people', { id: 9, name: 'Zoe' }, SHOWN, { accept: 'application/vnd.pgrst.object+json' }),
    { status: 201, json: { id: 9, name: 'Zoe' } },
  ],
  [
    'two rows as object are undone',
    post(
      '/people',
      [
        { id: 91, name: 'a' },
        { id: 92, name: 'b' },
      ],
      SHOWN,
      { accept: 'application/vnd.pgrst.object+json' },
    ),
    {
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
      afterwards: ['/people?id=gt.90', []],
    },
  ],
  [
    'many rows',
    post(
      '/people?select=id',
      [
        { id: 9, name: 'a' },
        { id: 10, name: 'b' },
      ],
      SHOWN,
    ),
    { status: 201, json: [{ id: 9 }, { id: 10 }] },
  ],
  ['no rows', post('/people', [], SHOWN), { status: 201, json: [] }],
  [
    'no rows, counted',
    post('/people', [], 'count=exact'),
    { status: 201, headers: { 'Content-Range': '*/0' } },
  ],
  [
    'counted',
    post(
      '/people',
      [
        { id: 9, name: 'a' },
        { id: 10, name: 'b' },
      ],
      'count=exact',
    ),
    { status: 201, headers: { 'Content-Range': '*/2' } },
  ],
  ['an empty row has defaults', post('/clients?select=mood', {}, SHOWN), { error: { code: '23502' } }],
  [
    'an empty row of defaults',
    post('/generated?select=a,twice', {}, SHOWN),
    { status: 201, json: [{ a: 5, twice: 10 }] },
  ],
  [
    'two empty rows',
    post('/generated?select=a', [{}, {}], SHOWN),
    { status: 201, json: [{ a: 5 }, { a: 5 }] },
  ],
  [
    'the address of a new row',
    post('/people', { id: 9, name: 'Zoe' }, 'return=headers-only'),
    { status: 201, text: '', headers: { Location: '/people?id=eq.9' } },
  ],
  [
    'the address with a key of two',
    post('/parted', { id: 5, region: 'north' }, 'return=headers-only'),
    { status: 201, headers: { Location: '/parted?id=eq.5&region=eq.north' } },
  ],
  [
    'no address of two rows',
    post(
      '/people',
      [
        { id: 9, name: 'a' },
        { id: 10, name: 'b' },
      ],
      'return=headers-only',
    ),
    { status: 201, headers: { Location: null } },
  ],
  [
    'an address through a view',
    post('/project_list', { name: 'V' }, 'return=headers-only'),
    { status: 201, headers: { Location: /^\/project_list\?id=eq\.\d+$/ } },
  ],
  [
    'numbers stay exact',
    post(
      '/projects?select=big,budget',
      '{"name":"x","big":9007199254740993,"budget":12345678901234567890.1234567890}',
      SHOWN,
    ),
    { status: 201, text: '[{"big":9007199254740993,"budget":12345678901234567890.1234567890}]' },
  ],
  [
    'all kinds of values',
    post(
      '/projects?select=tags,scores,data,plain,during,is_done',
      {
        name: 'x',
        tags: ['a', 'b,c'],
        scores: '{1,2}',
        data: { a: [1] },
        plain: [1],
        during: '[1,3)',
        is_done: true,
      },
      SHOWN,
    ),
    {
      status: 201,
      json: [
        { tags: ['a', 'b,c'], scores: [1, 2], data: { a: [1] }, plain: [1], during: '[1,3)', is_done: true },
      ],
    },
  ],
  [
    'a composite',
    post('/clients?select=address', { name: 'x', address: { street: 'S', number: 2 } }, SHOWN),
    { status: 201, json: [{ address: { street: 'S', number: 2 } }] },
  ],
  [
    'an enum',
    post('/clients?select=mood', { name: 'x', mood: 'sad' }, SHOWN),
    { status: 201, json: [{ mood: 'sad' }] },
  ],
  [
    'a label that the enum has not',
    post('/clients', { name: 'x', mood: 'angry' }),
    { error: { code: '22P02' } },
  ],
  [
    'a domain is checked',
    post('/projects', { name: 'x', label: 'x'.repeat(30) }),
    { error: { code: '23514' } },
  ],
  ['a text too long', post('/clients', { name: 'x', code: 'ABCDEF' }), { error: { code: '22001' } }],
  [
    'a column in quotes',
    post('/projects?select="odd%20\\"name"', { name: 'x', 'odd "name': 'y' }, SHOWN),
    { status: 201, json: [{ 'odd "name': 'y' }] },
  ],
  [
    'an unknown column',
    post('/people', { id: 9, nam: 'x' }),
    {
      error: {
        code: 'PGRST204',
        message: "Could not find the 'nam' column of 'people' in the schema cache",
        hint: "Perhaps you meant 'name'.",
      },
    },
  ],
  [
    'a key twice is a conflict',
    post('/people', { id: 1, name: 'x' }),
    { status: 409, error: { code: '23505' } },
  ],
  [
    'a missing parent is a conflict',
    post('/tasks', { name: 'x', project_id: 999 }),
    { status: 409, error: { code: '23503' } },
  ],
  ['a missing value', post('/people', { id: 9 }), { error: { code: '23502' } }],
  ['a value for a generated column', post('/generated', { id: 5 }), { error: { code: '428C9' } }],
  [
    'no right to write',
    { ...post('/people', { id: 9, name: 'x' }), role: 'reader' },
    { status: 403, error: { code: '42501' } },
  ],
  [
    'no right to write, without a token',
    { ...post('/people', { id: 9, name: 'x' }), role: 'anon' },
    { status: 401, error: { code: '42501' } },
  ],
  [
    'a row that no policy permits',
    post('/owned', { id: 9, owner: 'reader' }),
    { status: 403, error: { code: '42501' } },
  ],
  [
    'into a view',
    post('/project_list?select=name,cost', { name: 'V', cost: 3 }, SHOWN),
    { status: 201, json: [{ name: 'V', cost: 3 }] },
  ],
  ['into a grouped view', post('/totals', { n: 3 }), { status: 500, error: { code: '55000' } }],
  [
    'with relations',
    post('/projects?select=name,clients(name)', { name: 'x', client_id: 2 }, SHOWN),
    { status: 201, json: [{ name: 'x', clients: { name: 'Bob, "the" builder' } }] },
  ],
  [
    'with a computed field',
    post('/clients?select=shout', { name: 'x' }, SHOWN),
    { status: 201, json: [{ shout: 'X' }] },
  ],
  [
    'with a star and a computed field',
    post('/people?select=*', { id: 9, name: 'x' }, SHOWN),
    { status: 201, json: [{ id: 9, name: 'x' }] },
  ],
  [
    'with a computed relation',
    post('/projects?select=name,open_tasks(id)', { name: 'x' }, SHOWN),
    { status: 201, json: [{ name: 'x', open_tasks: [] }] },
  ],
  [
    'as CSV',
    post('/people', { id: 9, name: 'x' }, SHOWN, { accept: 'text/csv' }),
    { status: 201, text: 'id,name\n9,x' },
  ],

  [
    'other keys in a row',
    post('/people', [{ id: 9, name: 'x' }, { id: 10 }]),
    { error: { code: 'PGRST102', message: 'All object keys must match' } },
  ],
  [
    'a body that is no JSON',
    post('/people', '{"id": 9,'),
    { error: { code: 'PGRST102', message: 'Empty or invalid json' } },
  ],
  ['an empty body', post('/people', ''), { error: { code: 'PGRST102' } }],
  ['a number as body', post('/people', '5'), { error: { code: 'PGRST102' } }],
  ['a list of numbers', post('/people', '[1,2]'), { error: { code: 'PGRST102' } }],
  [
    'a body that is no UTF-8',
    { method: 'POST', url: '/people', role: 'writer', body: new Uint8Array([0x7b, 0xff, 0x7d]) },
    { error: { code: 'PGRST102' } },
  ],
  [
    'a body of another type',
    post('/people', '<a/>', '', { 'content-type': 'text/xml' }),
    { error: { code: 'PGRST102', message: 'Content-Type not acceptable: text/xml' } },
  ],
  ['a NUL in a value', post('/people', '{"id":9,"name":"a\\u0000b"}'), { error: { code: '22P05' } }],

  [
    'columns pick keys',
    post('/people?columns=id,name&select=*', [{ id: 9, name: 'x', other: 1 }], SHOWN),
    { status: 201, json: [{ id: 9, name: 'x' }] },
  ],
  [
    'columns with other keys in each row',
    post(
      '/clients?columns=id,name,mood&select=id,name,mood',
      [
        { id: 9, name: 'x' },
        { id: 10, name: 'y', mood: 'sad' },
      ],
      SHOWN,
    ),
    {
      status: 201,
      json: [
        { id: 9, name: 'x', mood: null },
        { id: 10, name: 'y', mood: 'sad' },
      ],
    },
  ],
  [
    'columns with defaults',
    post(
      '/clients?columns=id,name,mood&select=id,name,mood',
      [
        { id: 9, name: 'x' },
        { id: 10, name: 'y', mood: null },
      ],
      `${SHOWN}, missing=default`,
    ),
    {
      status: 201,
      json: [
        { id: 9, name: 'x', mood: 'ok' },
        { id: 10, name: 'y', mood: null },
      ],
      headers: { 'Preference-Applied': 'missing=default, return=representation, tx=rollback' },
    },
  ],
  [
    'defaults of a key',
    post('/clients?columns=id,name&select=name', [{ name: 'x' }], `${SHOWN}, missing=default`),
    { status: 201, json: [{ name: 'x' }] },
  ],
  [
    'defaults of one row',
    post('/clients?columns=name,mood&select=name,mood', { name: 'x' }, `${SHOWN}, missing=default`),
    { status: 201, json: [{ name: 'x', mood: 'ok' }] },
  ],
  [
    'columns that the table has not',
    post('/people?columns=id,nam', { id: 9 }),
    { error: { code: 'PGRST204' } },
  ],
  [
    'columns and a body that is no JSON',
    post('/people?columns=id,name', '{"id": 9,'),
    { error: { code: '22P02' } },
  ],
  ['columns and another body', post('/people?columns=id,name', '5'), { error: { code: 'PGRST102' } }],
  [
    'broken columns',
    post('/people?columns=id,,name', {}),
    { error: { code: 'PGRST100', message: /columns parameter/ } },
  ],

  [
    'CSV',
    post('/people?select=*', 'id,name\n9,Zoe\n10,"a, ""b"""\n', SHOWN, CSV),
    {
      status: 201,
      json: [
        { id: 9, name: 'Zoe' },
        { id: 10, name: 'a, "b"' },
      ],
    },
  ],
  [
    'CSV with lines of Windows',
    post('/people', 'id,name\r\n9,Zoe\r\n', SHOWN, CSV),
    { status: 201, json: [{ id: 9, name: 'Zoe' }] },
  ],
  [
    'CSV with NULL',
    post('/clients?select=name,code', 'name,code\nx,NULL\ny,"NULL"', SHOWN, CSV),
    {
      status: 201,
      json: [
        { name: 'x', code: null },
        { name: 'y', code: 'NULL' },
      ],
    },
  ],
  [
    'CSV with an empty field',
    post('/clients?select=name,code', 'name,code\nx,', SHOWN, CSV),
    { status: 201, json: [{ name: 'x', code: '' }] },
  ],
  [
    'CSV with a line inside of quotes',
    post('/people?select=name', 'id,name\n9,"a\nb"', SHOWN, CSV),
    { status: 201, json: [{ name: 'a\nb' }] },
  ],
  [
    'CSV with a short line',
    post('/people', 'id,name\n9', '', CSV),
    { error: { code: 'PGRST102', message: 'All lines must have same number of fields' } },
  ],
  ['CSV that is empty', post('/people', '', '', CSV), { error: { code: 'PGRST102' } }],
  ['CSV of names alone', post('/people', 'id,name\n', SHOWN, CSV), { status: 201, json: [] }],
  [
    'CSV with a quote that does not end',
    post('/people', 'id,name\n9,"a', '', CSV),
    { error: { code: 'PGRST102' } },
  ],
  [
    'a form',
    post('/people', 'id=9&name=a+b%26c', SHOWN, FORM),
    { status: 201, json: [{ id: 9, name: 'a b&c' }] },
  ],

  [
    'merge',
    post(
      '/people',
      [
        { id: 1, name: 'New' },
        { id: 9, name: 'Zoe' },
      ],
      MERGE,
    ),
    {
      status: 201,
      json: [
        { id: 1, name: 'New' },
        { id: 9, name: 'Zoe' },
      ],
      headers: { 'Preference-Applied': 'resolution=merge-duplicates, return=representation, tx=rollback' },
    },
  ],
  [
    'merge without a new row',
    post('/people', [{ id: 1, name: 'New' }], MERGE),
    { status: 200, json: [{ id: 1, name: 'New' }] },
  ],
  [
    'merge of the key alone',
    post('/people', [{ id: 1, name: 'Ann' }], 'resolution=merge-duplicates'),
    { status: 200, text: '' },
  ],
  [
    'merge on another key',
    post('/clients?on_conflict=code&select=id,name,code', { name: 'New', code: 'A1' }, MERGE),
    { status: 200, json: [{ id: 1, name: 'New', code: 'A1' }] },
  ],
  [
    'merge on two columns',
    post('/pairs?on_conflict=a,b', [{ a: 1, b: 1, text: 'new' }], MERGE),
    { status: 200, json: [{ a: 1, b: 1, text: 'new' }] },
  ],
  [
    'merge in a partitioned table',
    post('/parted', [{ id: 1, region: 'north', n: 5 }], MERGE),
    { status: 200, json: [{ id: 1, region: 'north', n: 5 }] },
  ],
  [
    'merge of one row twice',
    post(
      '/people',
      [
        { id: 9, name: 'a' },
        { id: 9, name: 'b' },
      ],
      MERGE,
    ),
    { status: 400, error: { code: '21000' } },
  ],
  [
    'merge keeps what is not given',
    post('/projects?select=id,name,label', { id: 1, name: 'New' }, MERGE),
    { status: 200, json: [{ id: 1, name: 'New', label: 'w' }] },
  ],
  [
    'ignore',
    post(
      '/people',
      [
        { id: 1, name: 'New' },
        { id: 9, name: 'Zoe' },
      ],
      IGNORE,
    ),
    { status: 201, json: [{ id: 9, name: 'Zoe' }] },
  ],
  ['ignore all', post('/people', [{ id: 1, name: 'New' }], IGNORE), { status: 201, json: [] }],
  [
    'ignore on another key',
    post('/clients?on_conflict=code', { name: 'New', code: 'A1' }, IGNORE),
    { status: 201, json: [] },
  ],
  [
    'a resolution without a key is not followed',
    post('/no_key', { a: 1 }, 'resolution=merge-duplicates'),
    { status: 201, headers: { 'Preference-Applied': 'tx=rollback' } },
  ],
  [
    'on_conflict without a unique key',
    post('/people?on_conflict=name', { id: 9, name: 'Ann' }, MERGE),
    { error: { code: '42P10' } },
  ],
  [
    'on_conflict of an unknown column',
    post('/people?on_conflict=nam', { id: 9, name: 'Ann' }, MERGE),
    { error: { code: 'PGRST204' } },
  ],
  [
    'on_conflict without a resolution',
    post('/people?on_conflict=id', { id: 1, name: 'x' }),
    { status: 409, error: { code: '23505' } },
  ],

  [
    'put of a new row',
    put('/people?id=eq.9', { id: 9, name: 'Zoe' }, SHOWN),
    { status: 201, json: [{ id: 9, name: 'Zoe' }] },
  ],
  [
    'put of a known row',
    put('/people?id=eq.1', { id: 1, name: 'New' }, SHOWN),
    { status: 200, json: [{ id: 1, name: 'New' }] },
  ],
  ['put without showing', put('/people?id=eq.1', { id: 1, name: 'New' }), { status: 204, text: '' }],
  [
    'put in a list of one',
    put('/people?id=eq.9', [{ id: 9, name: 'Zoe' }], SHOWN),
    { status: 201, json: [{ id: 9, name: 'Zoe' }] },
  ],
  [
    'put with a key of two',
    put('/pairs?a=eq.5&b=eq.6', { a: 5, b: 6, text: 'x' }, SHOWN),
    { status: 201, json: [{ a: 5, b: 6, text: 'x' }] },
  ],
  ['put with another key', put('/people?id=eq.9', { id: 8, name: 'Zoe' }), { error: { code: 'PGRST115' } }],
  [
    'put of two rows',
    put('/people?id=eq.9', [
      { id: 9, name: 'a' },
      { id: 8, name: 'b' },
    ]),
    { status: 204 },
  ],
  ['put without a key', put('/people', { id: 9, name: 'Zoe' }), { status: 405, error: { code: 'PGRST105' } }],
  ['put with half a key', put('/pairs?a=eq.1', { a: 1, b: 1 }), { status: 405, error: { code: 'PGRST105' } }],
  [
    'put with another operator',
    put('/people?id=gt.9', { id: 10, name: 'x' }),
    { status: 405, error: { code: 'PGRST105' } },
  ],
  [
    'put with another column',
    put('/people?id=eq.9&name=eq.x', { id: 9, name: 'x' }),
    { status: 405, error: { code: 'PGRST105' } },
  ],
  [
    'put with a negated filter',
    put('/people?id=not.eq.9', { id: 9, name: 'x' }),
    { status: 405, error: { code: 'PGRST105' } },
  ],
  [
    'put into a table without key',
    put('/no_key?a=eq.1', { a: 1 }),
    { status: 405, error: { code: 'PGRST105' } },
  ],
  ['put with a limit', put('/people?id=eq.9&limit=1', { id: 9, name: 'x' }), { error: { code: 'PGRST114' } }],
]
