/** PATCH and DELETE: conditions, limits, and what is answered. */
import type { Case } from '../suite.js'

const patch = (url: string, body: unknown, prefer = '', headers: Record<string, string> = {}) => ({
  method: 'PATCH',
  url,
  role: 'writer',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { ...headers, ...(prefer ? { prefer } : {}) },
})
const remove = (url: string, prefer = '', headers: Record<string, string> = {}) => ({
  method: 'DELETE',
  url,
  role: 'writer',
  headers: { ...headers, ...(prefer ? { prefer } : {}) },
})
const SHOWN = 'return=representation'
const OBJECT = { accept: 'application/vnd.pgrst.object+json' }

/** What is asked and what comes. */
export const CHANGES: Case[] = [
  [
    'update',
    patch('/people?id=eq.1', { name: 'New' }),
    { status: 204, text: '', headers: { 'Content-Range': '0-0/*', 'Content-Type': null } },
  ],
  [
    'update is there afterwards',
    patch('/kept?id=eq.1', { name: 'uno' }),
    { status: 204, afterwards: ['/kept?id=eq.1', [{ id: 1, name: 'uno' }]] },
  ],
  [
    'update shown',
    patch('/people?id=eq.1', { name: 'New' }, SHOWN),
    { status: 200, json: [{ id: 1, name: 'New' }] },
  ],
  [
    'update counted',
    patch('/people?id=lt.3', { name: 'New' }, 'count=exact'),
    { status: 204, headers: { 'Content-Range': '0-1/2' } },
  ],
  [
    'update of none',
    patch('/people?id=eq.0', { name: 'New' }),
    { status: 204, headers: { 'Content-Range': '*/*' } },
  ],
  ['update of none, shown', patch('/people?id=eq.0', { name: 'New' }, SHOWN), { status: 200, json: [] }],
  [
    'update of all',
    patch('/people?select=name', { name: 'New' }, SHOWN),
    { status: 200, json: [{ name: 'New' }, { name: 'New' }, { name: 'New' }] },
  ],
  [
    'update that ends its own condition',
    patch('/people?id=eq.1&name=eq.Ann', { name: 'New' }, SHOWN),
    { status: 200, json: [{ id: 1, name: 'New' }] },
  ],
  [
    'update with logic',
    patch('/people?or=(id.eq.1,id.eq.2)&select=id&order=id', { name: 'New' }, SHOWN),
    { status: 200, json: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'update in order',
    patch('/people?id=lt.3&select=id&order=id.desc', { name: 'New' }, SHOWN),
    { status: 200, json: [{ id: 2 }, { id: 1 }] },
  ],
  [
    'update to null',
    patch('/clients?id=eq.1&select=code', { code: null }, SHOWN),
    { status: 200, json: [{ code: null }] },
  ],
  [
    'update of JSON',
    patch('/projects?id=eq.1&select=data', { data: { z: 1 } }, SHOWN),
    { status: 200, json: [{ data: { z: 1 } }] },
  ],
  [
    'update with relations',
    patch('/projects?id=eq.1&select=id,clients(name)', { client_id: 2 }, SHOWN),
    { status: 200, json: [{ id: 1, clients: { name: 'Bob, "the" builder' } }] },
  ],
  [
    'update with columns',
    patch('/people?id=eq.1&columns=name', { name: 'New', id: 77 }, SHOWN),
    { status: 200, json: [{ id: 1, name: 'New' }] },
  ],
  [
    'update with defaults',
    patch('/clients?id=eq.1&columns=mood&select=mood', {}, `${SHOWN}, missing=default`),
    { status: 200, json: [{ mood: 'ok' }] },
  ],
  [
    'update by a computed field',
    patch('/clients?shout=eq.ADA&select=name', { name: 'New' }, SHOWN),
    { status: 200, json: [{ name: 'New' }] },
  ],
  ['update of nothing', patch('/people?id=eq.1', {}), { status: 204, headers: { 'Content-Range': '*/*' } }],
  ['update of nothing, shown', patch('/people?id=eq.1', {}, SHOWN), { status: 200, json: [] }],
  ['update of an empty list', patch('/people?id=eq.1', [], SHOWN), { status: 200, json: [] }],
  [
    'update by a list of one',
    patch('/people?id=eq.1', [{ name: 'New' }], SHOWN),
    { status: 200, json: [{ id: 1, name: 'New' }] },
  ],
  [
    'update as object',
    patch('/people?id=eq.1', { name: 'New' }, SHOWN, OBJECT),
    { status: 200, json: { id: 1, name: 'New' } },
  ],
  [
    'update of many as object is undone',
    patch('/people?id=lt.3', { name: 'Gone' }, SHOWN, OBJECT),
    { status: 406, error: { code: 'PGRST116' }, afterwards: ['/people?name=eq.Gone', []] },
  ],
  [
    'update of a view',
    patch('/project_list?id=eq.1&select=id,cost', { cost: 2 }, SHOWN),
    { status: 200, json: [{ id: 1, cost: 2 }] },
  ],
  [
    'update by another type',
    patch('/people?id=eq.1', 'name=New', '', { 'content-type': 'application/x-www-form-urlencoded' }),
    { status: 204 },
  ],
  ['update of an unknown column', patch('/people?id=eq.1', { nam: 'x' }), { error: { code: 'PGRST204' } }],
  ['update by an unknown column', patch('/people?idd=eq.1', { name: 'x' }), { error: { code: '42703' } }],
  [
    'update without rights',
    { ...patch('/people?id=eq.1', { name: 'x' }), role: 'reader' },
    { status: 403, error: { code: '42501' } },
  ],
  [
    'update of rows of others',
    patch('/owned?id=eq.1&select=id', { text: 'x' }, SHOWN),
    { status: 200, json: [] },
  ],
  [
    'update to rows of others',
    patch('/owned?id=eq.2', { owner: 'reader' }),
    { status: 403, error: { code: '42501' } },
  ],
  [
    'update with a limit',
    patch('/people?select=id&order=id.desc&limit=1', { name: 'New' }, SHOWN),
    { status: 200, json: [{ id: 3 }] },
  ],
  [
    'update with a limit and offset',
    patch('/people?select=id&order=id&limit=1&offset=1', { name: 'New' }, SHOWN),
    { status: 200, json: [{ id: 2 }] },
  ],
  [
    'update with a limit and a condition',
    patch('/people?id=gt.1&select=id&order=id&limit=1', { name: 'New' }, SHOWN),
    { status: 200, json: [{ id: 2 }] },
  ],
  [
    'update with a limit of nothing',
    patch('/people?limit=0', { name: 'New' }, SHOWN),
    { status: 200, json: [] },
  ],
  [
    'update with a limit without a key',
    patch('/no_key?limit=1', { b: 'x' }),
    { error: { code: 'PGRST127' } },
  ],
  [
    'update of no more than permitted',
    patch('/people?id=lt.3', { name: 'New' }, 'handling=strict, max-affected=2'),
    { status: 204, headers: { 'Preference-Applied': 'tx=rollback, handling=strict, max-affected=2' } },
  ],
  [
    'update of more than permitted is undone',
    patch('/people?id=lt.3', { name: 'Gone' }, 'handling=strict, max-affected=1'),
    {
      error: { code: 'PGRST124', details: 'The query affects 2 rows' },
      afterwards: ['/people?name=eq.Gone', []],
    },
  ],
  [
    'update without strictness has no limit',
    patch('/people?id=lt.3', { name: 'New' }, 'max-affected=1'),
    { status: 204, headers: { 'Preference-Applied': 'tx=rollback' } },
  ],

  ['delete', remove('/no_key?a=eq.2'), { status: 204, text: '', headers: { 'Content-Range': '*/*' } }],
  ['delete is gone afterwards', remove('/kept?id=eq.2'), { status: 204, afterwards: ['/kept?id=eq.2', []] }],
  ['delete shown', remove('/no_key?a=eq.2', SHOWN), { status: 200, json: [{ a: 2, b: null }] }],
  [
    'delete counted',
    remove('/no_key?a=eq.1', 'count=exact'),
    { status: 204, headers: { 'Content-Range': '*/2' } },
  ],
  ['delete of none', remove('/no_key?a=eq.0', SHOWN), { status: 200, json: [] }],
  [
    'delete of all',
    remove('/pair_notes?select=id&order=id', SHOWN),
    { status: 200, json: [{ id: 1 }, { id: 2 }, { id: 3 }] },
  ],
  [
    'delete with relations',
    remove('/pair_notes?id=eq.1&select=id,pairs(text)', SHOWN),
    { status: 200, json: [{ id: 1, pairs: { text: 'one' } }] },
  ],
  ['delete of what others need', remove('/clients?id=eq.1'), { status: 409, error: { code: '23503' } }],
  ['delete as object', remove('/no_key?a=eq.2', SHOWN, OBJECT), { status: 200, json: { a: 2, b: null } }],
  [
    'delete of two as object is undone',
    remove('/no_key?a=eq.1', SHOWN, OBJECT),
    {
      status: 406,
      error: { code: 'PGRST116' },
      afterwards: ['/no_key?a=eq.1&select=a', [{ a: 1 }, { a: 1 }]],
    },
  ],
  [
    'delete with a limit',
    remove('/pair_notes?select=id&order=id&limit=2', SHOWN),
    { status: 200, json: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'delete with a key of two and a limit',
    remove('/assignments?select=task_id&order=task_id.desc&limit=1', SHOWN),
    { status: 200, json: [{ task_id: 4 }] },
  ],
  [
    'delete of more than permitted',
    remove('/no_key', 'handling=strict, max-affected=2'),
    { error: { code: 'PGRST124' }, afterwards: ['/no_key?select=a&order=a', [{ a: 1 }, { a: 1 }, { a: 2 }]] },
  ],
  [
    'delete without rights',
    { ...remove('/people?id=eq.1'), role: 'reader' },
    { status: 403, error: { code: '42501' } },
  ],
  [
    'delete of rows of others',
    remove('/owned?select=id&order=id', SHOWN),
    { status: 200, json: [{ id: 2 }] },
  ],
  ['delete by an unknown column', remove('/people?idd=eq.1'), { error: { code: '42703' } }],
  [
    'another verb',
    { method: 'TRACE', url: '/people' },
    { status: 405, error: { code: 'PGRST117', message: 'Unsupported HTTP method: TRACE' } },
  ],
]
