/** Names that the SQL of a plan uses too: a column called like its table, like an alias, or like a part of the statement. */
import type { Case } from '../suite.js'

const SHOWN = { prefer: 'return=representation' }
const RED = { id: 1, color: 'red', r: 'R', _rows: 'rows', j: 'J' }
const patch = (url: string, body: unknown) => ({
  method: 'PATCH',
  url,
  role: 'writer',
  headers: { ...SHOWN },
  body: JSON.stringify(body),
})

/** What is asked and what comes. */
export const ODD_NAMES: Case[] = [
  ['a column called like the rows', '/color', [RED]],
  ['a column called like the rows alone', '/color?select=_rows', [{ _rows: 'rows' }]],
  ['another name like the rows', '/people?select=_rows:name,r:id&id=eq.1', [{ _rows: 'Ann', r: 1 }]],
  ['a function with a dollar in its name', '/rpc/do%24%26it', { text: '5' }],
  ['as CSV', { url: '/color?select=_rows', headers: { accept: 'text/csv' } }, { text: '_rows\nrows' }],
  ['inside of a relation', '/_1?select=color(r,j)', [{ color: { r: 'R', j: 'J' } }]],
  ['inside of a relation to many', '/color?select=r,_1(r:id,j:_1)', [{ r: 'R', _1: [{ r: 1, j: 'one' }] }]],
  ['spread', '/_1?select=...color(j,r,c1:color)', [{ j: 'J', r: 'R', c1: 'red' }]],
  ['spread to many', '/color?select=j,...(_1)(id)', { error: { code: 'PGRST100' } }],
  ['spread to many by its name', '/color?select=j,..._1(c1:id,r:_1)', [{ j: 'J', c1: [1], r: ['one'] }]],
  ['a table called like an alias', '/_1?_1=eq.one', [{ id: 1, _1: 'one', color_id: 1 }]],
  [
    'a table called like an alias, with a relation',
    '/_1?select=id,color(color)',
    [{ id: 1, color: { color: 'red' } }],
  ],
  [
    'a computed field of a table with a column of its name',
    '/color?select=shade&shade=eq.red!',
    [{ shade: 'red!' }],
  ],
  ['the same in an embedding', '/_1?select=color(shade)', [{ color: { shade: 'red!' } }]],
  [
    'the same in what is written',
    patch('/color?select=shade,color', { color: 'blue' }),
    { json: [{ shade: 'blue!', color: 'blue' }] },
  ],
  [
    'a write to a table called like an alias',
    patch('/_v?id=eq.1', { v: 'w' }),
    { json: [{ id: 1, v: 'w' }] },
  ],
  [
    'a limited write to a table called like an alias',
    patch('/_1?limit=1&select=id', { _1: 'w' }),
    { json: [{ id: 1 }] },
  ],
  [
    'a planned count with values before and behind the filter',
    {
      url: '/projects?select=data->>t,name&data->>n=eq.5&order=data->>t',
      headers: { prefer: 'count=planned' },
    },
    { status: 200, headers: { 'Content-Range': /^0-0\/\d+$/ } },
  ],
  [
    'an estimated count with values before and behind the filter',
    {
      url: '/projects?select=data->>t,name&data->>n=eq.5&order=data->>t',
      headers: { prefer: 'count=estimated' },
    },
    { headers: { 'Content-Range': '0-0/1' } },
  ],
  [
    'a planned count of a function',
    {
      url: '/rpc/all_clients?select=address->>street&address->>street=eq.Low Road&order=address->>street',
      headers: { prefer: 'count=planned' },
    },
    { status: 206, headers: { 'Content-Range': /^0-0\/\d+$/ } },
  ],
]
