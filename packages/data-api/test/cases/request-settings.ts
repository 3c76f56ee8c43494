/** What a function sees of its request, and what it changes of the answer. */
import type { Case } from '../suite.js'

const setting = (name: string, headers: Record<string, string> = {}) => ({
  url: `/rpc/setting?name=${name}`,
  headers,
})
const set = (name: string, values: Record<string, unknown>) => ({
  method: 'POST',
  url: `/rpc/${name}`,
  role: 'writer',
  body: JSON.stringify(values),
})

/** What is asked and what comes. */
export const REQUEST_SETTINGS: Case[] = [
  ['the method', setting('request.method'), { text: '"GET"' }],
  ['the path', setting('request.path'), { text: '"/rpc/setting"' }],
  ['the headers', setting('request.headers', { 'x-a': 'b "c"' }), { json: '{"x-a":"b \\"c\\""}' }],
  [
    'the cookies',
    setting('request.cookies', { cookie: 'a=b; c="d=e"' }),
    { json: '{"a":"b","c":"\\"d=e\\""}' },
  ],
  [
    'the claims',
    { ...setting('request.jwt.claims'), claims: { sub: 'x', role: 'reader' } },
    { json: '{"role":"reader","sub":"x"}' },
  ],
  ['the role is always a claim', setting('request.jwt.claims'), { json: '{"role":"reader"}' }],
  ['the search path', setting('search_path'), { json: '"shop", "extensions"' }],
  ['the role', { url: '/rpc/who', role: 'anon' }, { text: '"anon"' }],
  ['a read is read only', setting('transaction_read_only'), { text: '"on"' }],
  [
    'a POST to a stable function is read only',
    { method: 'POST', url: '/rpc/setting', body: '{"name":"transaction_read_only"}' },
    { text: '"on"' },
  ],
  ['a time zone by its offset', { ...setting('timezone', { prefer: 'timezone=UTC' }) }, { text: '"UTC"' }],
  [
    'a claim with a quote',
    { ...setting('request.jwt.claims'), claims: { sub: "'; reset role; --" } },
    { json: '{"role":"reader","sub":"\'; reset role; --"}' },
  ],

  ['a status', set('set_status', { status: '201' }), { status: 201, text: '"ok"' }],
  [
    'a status that is none',
    set('set_status', { status: '999' }),
    { status: 500, error: { code: 'PGRST112' } },
  ],
  [
    'a status that is no number',
    set('set_status', { status: 'fine' }),
    { status: 500, error: { code: 'PGRST112' } },
  ],
  [
    'a status below two hundred',
    set('set_status', { status: '101' }),
    { status: 500, error: { code: 'PGRST112' } },
  ],
  [
    'a status of a trigger',
    { method: 'POST', url: '/triggered', role: 'writer', body: '{"id":1}' },
    { status: 202 },
  ],
  [
    'a header',
    set('set_headers', { headers: '[{"X-A": "b"}, {"X-C": "d"}]' }),
    { text: '"ok"', headers: { 'X-A': 'b', 'X-C': 'd' } },
  ],
  [
    'a header in the place of another',
    set('set_headers', { headers: '[{"vary": "Cookie"}]' }),
    { headers: { vary: 'Cookie', Vary: null } },
  ],
  [
    'a type of its own',
    set('set_headers', { headers: '[{"Content-Type": "text/x"}]' }),
    { headers: { 'Content-Type': 'text/x' } },
  ],
  [
    'headers that are no list',
    set('set_headers', { headers: '{"X-A": "b"}' }),
    { status: 500, error: { code: 'PGRST111' } },
  ],
  [
    'headers that are no JSON',
    set('set_headers', { headers: 'X-A: b' }),
    { status: 500, error: { code: 'PGRST111' } },
  ],
  [
    'two headers in one object',
    set('set_headers', { headers: '[{"X-A": "b", "X-B": "c"}]' }),
    { status: 500, error: { code: 'PGRST111' } },
  ],
  [
    'a header with a line end',
    set('set_headers', { headers: '[{"X-A": "b\\r\\nX-Evil: 1"}]' }),
    { status: 500, error: { code: 'PGRST111' } },
  ],
  [
    'a header with a name that is none',
    set('set_headers', { headers: '[{"X A:": "b"}]' }),
    { status: 500, error: { code: 'PGRST111' } },
  ],
  [
    'a header that is a number',
    set('set_headers', { headers: '[{"X-A": 5}]' }),
    { status: 500, error: { code: 'PGRST111' } },
  ],
]
