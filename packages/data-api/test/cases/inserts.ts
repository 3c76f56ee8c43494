/** POST: new rows, what is answered, and what is refused. */
import type { Case } from '../suite.js'

const post = (url: string, body: unknown, prefer = '', headers: Record<string, string> = {}) => ({
  method: 'POST',
  url,
  role: 'writer',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { ...headers, ...(prefer ? { prefer } : {}) },
})
const SHOWN = 'return=representation'

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
]
