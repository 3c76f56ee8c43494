/** POST and PUT: rows that take the place of others. */
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

/** What is asked and what comes. */
export const UPSERTS: Case[] = [
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
