/** Functions: arguments, overloads, and all that they can return. */
import type { Case } from '../suite.js'

const call = (name: string, body: unknown = {}, headers: Record<string, string> = {}) => ({
  method: 'POST',
  url: `/rpc/${name}`,
  role: 'writer',
  body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  headers,
})
const OBJECT = { accept: 'application/vnd.pgrst.object+json' }
const ADA = {
  id: 1,
  name: 'Ada',
  mood: 'happy',
  address: { street: 'High Street', number: 7 },
  code: 'A1',
  joined: '2020-01-02',
}

/** What is asked and what comes. */
export const CALLS: Case[] = [
  [
    'by GET',
    '/rpc/add?a=1&b=2',
    { text: '3', headers: { 'Content-Type': 'application/json; charset=utf-8' } },
  ],
  ['by POST', call('add', { a: 1, b: 2 }), { text: '3' }],
  ['by HEAD', { method: 'HEAD', url: '/rpc/add?a=1' }, { text: '' }],
  [
    'by PUT',
    { method: 'PUT', url: '/rpc/add?a=1' },
    { status: 405, error: { code: 'PGRST101', message: 'Cannot use the PUT method on RPC' } },
  ],
  ['a default', '/rpc/add?a=1', { text: '11' }],
  ['a default by POST', call('add', { a: 1 }), { text: '11' }],
  ['no arguments', '/rpc/hello', { text: '"hello"' }],
  ['no arguments and no body', call('hello', ''), { text: '"hello"' }],
  [
    'by a form',
    call('add', 'a=1&b=5', { 'content-type': 'application/x-www-form-urlencoded' }),
    { text: '6' },
  ],
  ['by CSV', call('add', 'a,b\n1,6\n', { 'content-type': 'text/csv' }), { text: '7' }],
  ['columns pick keys', { ...call('add', { a: 1, other: 2 }), url: '/rpc/add?columns=a' }, { text: '11' }],
  ['an argument that looks like no filter', '/rpc/take_text', { status: 404, error: { code: 'PGRST202' } }],
  ['void', call('nothing'), { status: 204, text: '', headers: { 'Content-Type': null } }],
  ['null', '/rpc/null_text', { text: 'null' }],
  ['a set of values', '/rpc/numbers?up_to=3', { json: [1, 2, 3], headers: { 'Content-Range': '0-2/*' } }],
  ['a set of values, limited', '/rpc/numbers?up_to=5&limit=2&offset=1', [2, 3]],
  [
    'a set of values, counted',
    { url: '/rpc/numbers?up_to=5&limit=2', headers: { prefer: 'count=exact' } },
    { status: 206, json: [1, 2], headers: { 'Content-Range': '0-1/5' } },
  ],
  ['an empty set', '/rpc/numbers?up_to=0', []],
  ['a filter on values', '/rpc/numbers?up_to=3&n=eq.1', { error: { code: '42703' } }],
  ['rows of a table', '/rpc/all_clients?select=id&limit=2', [{ id: 1 }, { id: 2 }]],
  ['rows with a filter', '/rpc/all_clients?select=name&id=eq.1', [{ name: 'Ada' }]],
  ['rows with logic', '/rpc/all_clients?select=id&or=(id.eq.1,id.eq.3)', [{ id: 1 }, { id: 3 }]],
  ['rows in order', '/rpc/all_clients?select=id&order=id.desc', [{ id: 3 }, { id: 2 }, { id: 1 }]],
  [
    'rows with relations',
    '/rpc/all_clients?select=id,projects(id)&id=eq.1&projects.order=id',
    [{ id: 1, projects: [{ id: 1 }, { id: 2 }] }],
  ],
  [
    'rows with an inner relation',
    '/rpc/all_clients?select=id,projects!inner(id)&projects.id=eq.3',
    [{ id: 2, projects: [{ id: 3 }] }],
  ],
  ['rows with a computed field', '/rpc/all_clients?select=shout&id=eq.1', [{ shout: 'ADA' }]],
  ['rows with all columns', '/rpc/all_clients?id=eq.1', [ADA]],
  [
    'rows with a range',
    { url: '/rpc/all_clients?select=id', headers: { range: '1-1' } },
    { json: [{ id: 2 }], headers: { 'Content-Range': '1-1/*' } },
  ],
  [
    'rows, counted',
    { url: '/rpc/all_clients?select=id&limit=1', headers: { prefer: 'count=exact' } },
    { status: 206, headers: { 'Content-Range': '0-0/3' } },
  ],
  [
    'rows, planned',
    { url: '/rpc/all_clients?select=id', headers: { prefer: 'count=planned' } },
    { status: 206, headers: { 'Content-Range': /^0-2\/\d+$/ } },
  ],
  [
    'rows by POST with a filter',
    { ...call('all_clients'), url: '/rpc/all_clients?select=id&id=eq.2' },
    [{ id: 2 }],
  ],
  ['rows as object', { url: '/rpc/all_clients?select=id&id=eq.2', headers: OBJECT }, { json: { id: 2 } }],
  [
    'many rows as object',
    { url: '/rpc/all_clients', headers: OBJECT },
    { status: 406, error: { code: 'PGRST116' } },
  ],
  [
    'rows as CSV',
    { url: '/rpc/all_clients?select=id,name&id=eq.1', headers: { accept: 'text/csv' } },
    { text: 'id,name\n1,Ada' },
  ],
  [
    'values as CSV',
    { url: '/rpc/numbers?up_to=2', headers: { accept: 'text/csv' } },
    { text: 'numbers\n1\n2' },
  ],
  ['aggregates over rows', '/rpc/all_clients?select=count()', [{ count: 3 }]],
  ['one row', '/rpc/client?id=1', { json: ADA }],
  ['one row with columns', '/rpc/client?id=1&select=name', { json: { name: 'Ada' } }],
  [
    'a table of its own',
    '/rpc/in_table?low=2',
    [
      { n: 2, text: 'Ben' },
      { n: 3, text: 'Cy' },
    ],
  ],
  ['a table of its own with a filter', '/rpc/in_table?low=1&n=gt.2&select=text', [{ text: 'Cy' }]],
  ['a table of one column', '/rpc/one_column', [{ n: 1 }, { n: 2 }]],
  ['out arguments', '/rpc/outs?a=2', { json: { twice: 4, text: 'x' } }],
  ['an inout argument', '/rpc/inouts?a=2', { json: { a: 3 } }],
  ['a record', '/rpc/plain_record', { json: { f1: 1, f2: 'x' } }],
  ['a bigint', '/rpc/big', { text: '9007199254740993' }],
  ['JSON', '/rpc/as_json', { json: { a: 1 } }],
  ['a function that writes', call('add_person', { id: 9, name: 'Zoe' }), [{ id: 9, name: 'Zoe' }]],
  [
    'a function that writes, by GET',
    { url: '/rpc/add_person?id=9&name=Zoe', role: 'writer' },
    { status: 405, error: { code: '25006' } },
  ],
  [
    'a function that writes, without rights',
    { ...call('add_person', { id: 9, name: 'Zoe' }), role: 'reader' },
    { status: 403, error: { code: '42501' } },
  ],
  [
    'a function that writes two as object is undone',
    call('rename_people', {}, OBJECT),
    { status: 406, error: { code: 'PGRST116' }, afterwards: ['/people?name=eq.x', []] },
  ],
  [
    'more rows than permitted are undone',
    call('rename_people', {}, { prefer: 'handling=strict, max-affected=1' }),
    { error: { code: 'PGRST124' }, afterwards: ['/people?name=eq.x', []] },
  ],
  [
    'a limit of rows for one value',
    call('add', { a: 1 }, { prefer: 'handling=strict, max-affected=1' }),
    { error: { code: 'PGRST128' } },
  ],

  ['JSON as argument by GET', '/rpc/keys_of?value={"a":1,"b":2}', ['a', 'b']],
  ['JSON as argument by POST', call('keys_of', { value: { a: 1 } }), ['a']],
  ['JSON as argument that is none', '/rpc/keys_of?value={', { error: { code: '22P02' } }],
  ['variadic by GET', '/rpc/sum_of?list=1&list=2&list=3', { text: '6' }],
  ['variadic by GET, one', '/rpc/sum_of?list=1', { text: '1' }],
  ['variadic by GET, as literal', '/rpc/sum_of?list={1,2}', { text: '3' }],
  ['variadic by POST', call('sum_of', { list: [1, 2, 3] }), { text: '6' }],
  [
    'variadic by a form',
    call('sum_of', 'list=1&list=4', { 'content-type': 'application/x-www-form-urlencoded' }),
    { text: '5' },
  ],
  ['variadic without values', '/rpc/sum_of', { status: 404, error: { code: 'PGRST202' } }],
  ['an array by GET', '/rpc/arrays?list={a,b}', ['a', 'b']],
  ['an array by POST', call('arrays', { list: ['a', 'b,c'] }), ['a', 'b,c']],
  ['an array as text', call('arrays', { list: '{a,b}' }), ['a', 'b']],
  ['an enum', '/rpc/of_mood?mood=sad', { text: '"sad!"' }],
  ['a composite by POST', call('of_address', { address: { street: 'S', number: 1 } }), { text: '"S"' }],
  ['a composite by GET', '/rpc/of_address?address=(S,1)', { text: '"S"' }],
  ['odd names', call('odd%20%22name', { 'odd "arg': 5 }), { text: '5' }],
  ['the last of two values', '/rpc/add?a=1&a=2&b=0', { text: '2' }],

  ['an overload with one', '/rpc/over?a=1', { text: '"one"' }],
  ['an overload with two', '/rpc/over?a=1&b=2', { text: '"two"' }],
  [
    'overloads that nothing tells apart',
    '/rpc/same?a=1',
    {
      status: 300,
      error: { code: 'PGRST203', message: /shop\.same\(a => integer\), shop\.same\(a => text\)/ },
    },
  ],
  ['the whole body as JSON', call('take_json', { x: [1] }), { json: { x: [1] } }],
  ['a list as whole body', call('take_json', [1, 2]), [1, 2]],
  ['the whole body as text', call('take_text', 'abc', { 'content-type': 'text/plain' }), { text: '"ABC"' }],
  [
    'the whole body as bytes',
    call('take_bytes', new Uint8Array([0, 255, 1]), { 'content-type': 'application/octet-stream' }),
    { text: '3' },
  ],
  ['the whole body by GET', '/rpc/take_json?x=1', { status: 404, error: { code: 'PGRST202' } }],
  [
    'a whole body that nobody takes',
    call('hello', 'abc', { 'content-type': 'text/plain' }),
    { status: 404, error: { code: 'PGRST202', details: /with a single unnamed text parameter/ } },
  ],
  ['a list that nobody takes', call('add', [1]), { status: 404, error: { code: 'PGRST202' } }],
  ['a body that is no JSON', call('add', '{"a":'), { error: { code: 'PGRST102' } }],
  [
    'a body of another type',
    call('add', '<a/>', { 'content-type': 'image/png' }),
    { error: { code: 'PGRST102' } },
  ],
  [
    'no such function',
    '/rpc/ad?a=1',
    {
      status: 404,
      error: {
        code: 'PGRST202',
        message: 'Could not find the function shop.ad(a) in the schema cache',
        hint: 'Perhaps you meant to call the function shop.add(a, b)',
      },
    },
  ],
  [
    'other arguments',
    call('add', { a: 1, c: 2 }),
    {
      status: 404,
      error: {
        code: 'PGRST202',
        message: 'Could not find the function shop.add(a, c) in the schema cache',
        details:
          'Searched for the function shop.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function shop.add(a, b)',
      },
    },
  ],
  ['a missing argument', '/rpc/add?b=1', { status: 404, error: { code: 'PGRST202' } }],
  ['no function of triggers', '/rpc/set_status_trigger', { status: 404, error: { code: 'PGRST202' } }],
  ['an argument of another type', '/rpc/add?a=x', { error: { code: '22P02' } }],

  ['an error', call('fail'), { error: { code: 'P0001', message: 'it failed', details: 'why', hint: 'do' } }],
  ['an error with a status', call('teapot'), { status: 418, error: { code: 'PT418', message: 'teapot' } }],
  [
    'an error of its own',
    call('custom_error'),
    {
      status: 402,
      error: { code: '123', message: 'mine', details: 'd', hint: 'h' },
      headers: { 'X-Mine': 'yes' },
    },
  ],
  ['a broken error of its own', call('broken_error'), { status: 500, error: { code: 'PGRST121' } }],
  ['a division by zero', '/rpc/divide?a=0', { error: { code: '22012' } }],
  [
    'the header of an error',
    call('fail'),
    { error: {}, status: 400, headers: { 'Proxy-Status': 'PostgREST; error=P0001' } },
  ],
  ['the isolation of a function', '/rpc/isolated', { text: '"serializable"' }],
]

/** What only a real server does: PostgreSQL in WebAssembly has no clock that interrupts it. */
export const TIMEOUTS: Case[] = [
  ['a function that takes too long', '/rpc/slow', { status: 500, error: { code: '57014' } }],
]
