import { expect, test } from 'vitest'
import { apiTarget as target } from '../../testing/api-column.js'
import type { ApiCall } from './api-call.js'
import { readRequest } from './curl.js'
import { apiSnippets } from './snippets.js'
import { columnWord, relationWord, type ApiTarget, type ApiWay } from './ways.js'

const where = { column: 'id', value: 1 }
const CALLS: ApiCall[] = [
  { call: 'read', columns: null },
  { call: 'filter', columns: ['id', 'a b'], where },
  { call: 'insert', row: { total: 1, note: `it's "so"` } },
  { call: 'update', row: { open: true }, where },
  { call: 'delete', where },
  { call: 'upsert', row: { id: 1, tags: [] }, conflict: ['id'] },
  { call: 'function', arguments: { customer: 1 }, isStable: true },
  { call: 'function', arguments: {}, isStable: false },
]
const code = (way: ApiWay, given: Partial<ApiTarget> = {}, calls = CALLS) =>
  apiSnippets(way, { ...target, ...given }, calls).map((snippet) => snippet.code)

test('in JavaScript', () => {
  expect(code('javascript').join('\n')).toBe(`import { createClient } from '@supabase/supabase-js'

const supabase = createClient('http://127.0.0.1:8788/default', 'sb_publishable_1')

const { data, error } = await supabase
  .from('orders')
  .select('*')
  .limit(10)

const { data, error } = await supabase
  .from('orders')
  .select('id,"a b"')
  .eq('id', 1)

const { data, error } = await supabase
  .from('orders')
  .insert({ total: 1, note: 'it\\'s "so"' })

const { data, error } = await supabase
  .from('orders')
  .update({ open: true })
  .eq('id', 1)

const { data, error } = await supabase
  .from('orders')
  .delete()
  .eq('id', 1)

const { data, error } = await supabase
  .from('orders')
  .upsert({ id: 1, tags: [] }, { onConflict: 'id' })

const { data, error } = await supabase
  .rpc('orders', { customer: 1 }, { get: true })

const { data, error } = await supabase
  .rpc('orders')
`)
})

test('in curl', () => {
  expect(code('curl').join('\n'))
    .toBe(`curl 'http://127.0.0.1:8788/default/rest/v1/orders?select=*&limit=10' \\
  -H 'apikey: sb_publishable_1'

curl 'http://127.0.0.1:8788/default/rest/v1/orders?select=id,%22a%20b%22&id=eq.1' \\
  -H 'apikey: sb_publishable_1'

curl -X POST 'http://127.0.0.1:8788/default/rest/v1/orders' \\
  -H 'apikey: sb_publishable_1' \\
  -H 'Content-Type: application/json' \\
  -d '{"total":1,"note":"it'\\''s \\"so\\""}'

curl -X PATCH 'http://127.0.0.1:8788/default/rest/v1/orders?id=eq.1' \\
  -H 'apikey: sb_publishable_1' \\
  -H 'Content-Type: application/json' \\
  -d '{"open":true}'

curl -X DELETE 'http://127.0.0.1:8788/default/rest/v1/orders?id=eq.1' \\
  -H 'apikey: sb_publishable_1'

curl -X POST 'http://127.0.0.1:8788/default/rest/v1/orders?on_conflict=id' \\
  -H 'apikey: sb_publishable_1' \\
  -H 'Prefer: resolution=merge-duplicates' \\
  -H 'Content-Type: application/json' \\
  -d '{"id":1,"tags":[]}'

curl 'http://127.0.0.1:8788/default/rest/v1/rpc/orders?customer=1' \\
  -H 'apikey: sb_publishable_1'

curl -X POST 'http://127.0.0.1:8788/default/rest/v1/rpc/orders' \\
  -H 'apikey: sb_publishable_1' \\
  -H 'Content-Type: application/json' \\
  -d '{}'
`)
})

test('in Python', () => {
  expect(code('python').join('\n')).toBe(`from supabase import create_client

supabase = create_client("http://127.0.0.1:8788/default", "sb_publishable_1")

response = (
    supabase
    .table("orders")
    .select("*")
    .limit(10)
    .execute()
)

response = (
    supabase
    .table("orders")
    .select("id,\\"a b\\"")
    .eq("id", 1)
    .execute()
)

response = (
    supabase
    .table("orders")
    .insert({"total": 1, "note": "it's \\"so\\""})
    .execute()
)

response = (
    supabase
    .table("orders")
    .update({"open": True})
    .eq("id", 1)
    .execute()
)

response = (
    supabase
    .table("orders")
    .delete()
    .eq("id", 1)
    .execute()
)

response = (
    supabase
    .table("orders")
    .upsert({"id": 1, "tags": []}, on_conflict="id")
    .execute()
)

response = (
    supabase
    .rpc("orders", {"customer": 1}, get=True)
    .execute()
)

response = (
    supabase
    .rpc("orders", {})
    .execute()
)
`)
})

test('in SQL', () => {
  expect(code('sql').join('\n')).toBe(`select * from "public"."orders" limit 10;

select "id", "a b" from "public"."orders" where "id" = 1;

insert into "public"."orders" ("total", "note") values (1, 'it''s "so"');

update "public"."orders" set "open" = true where "id" = 1;

delete from "public"."orders" where "id" = 1;

insert into "public"."orders" ("id", "tags") values (1, '{}')
on conflict ("id") do update set "tags" = excluded."tags";

select * from "public"."orders"("customer" => 1);

select * from "public"."orders"();
`)
})

test.each(['javascript', 'curl', 'python'] as const)('%s names a schema that is not the default', (way) => {
  const [first, second] = code(way, { schema: 'shop', isDefaultSchema: false }, CALLS.slice(0, 1))
  expect(second ?? first).toMatch(/\.schema\(['"]shop['"]\)|Accept-Profile: shop/)
})

test('a write by curl names the schema of its body', () =>
  expect(code('curl', { schema: 'shop', isDefaultSchema: false })[2]).toContain('Content-Profile: shop'))

test.each(['javascript', 'curl', 'python'] as const)('%s never shows a secret key', (way) => {
  const all = code(way, { role: 'service_role' }).join('\n')
  expect(all).toContain('SECRET_KEY')
  expect(all).not.toContain(target.key)
})

test.each([
  ['javascript', 'accessToken: async () => userToken'],
  ['curl', 'Authorization: Bearer $USER_TOKEN'],
  ['python', 'supabase.postgrest.auth(user_token)'],
] as const)('%s sends the token of a user', (way, words) =>
  expect(code(way, { role: 'authenticated' }).join('\n')).toContain(words),
)

test('nothing that may be called has no start', () => expect(code('javascript', {}, [])).toEqual([]))

test('odd names stay within their quotes in each way', () => {
  const name = `a'b"c\\d?e`
  const odd: ApiCall[] = [{ call: 'filter', columns: null, where: { column: name, value: name } }]
  expect(code('javascript', { name: 'a b' }, odd)[1]).toContain(
    `.eq('"a\\'b\\\\"c\\\\\\\\d?e"', 'a\\'b"c\\\\d?e')`,
  )
  expect(code('python', { name }, odd)[1]).toContain(`.eq("\\"a'b\\\\\\"c\\\\\\\\d?e\\"", "a'b\\"c\\\\d?e")`)
  expect(code('sql', { name }, odd)[0]).toContain(
    `from "public"."a'b""c\\d?e" where "a'b""c\\d?e" = E'a''b"c\\\\d?e'`,
  )
  const [curl] = code('curl', { name }, odd)
  expect(curl).toContain(
    `/a'\\''b%22c%5Cd%3Fe?select=*&%22a'\\''b%5C%22c%5C%5Cd%3Fe%22=eq.a'\\''b%22c%5Cd%3Fe'`,
  )
})

test.each([
  ['plain_1', 'plain_1'],
  ['Total', 'Total'],
  ['a.b', '"a.b"'],
  ['a b', '"a b"'],
  ['1st', '"1st"'],
  ['a"b\\c', '"a\\"b\\\\c"'],
])('the column %s is written %s', (name, word) => expect(columnWord(name)).toBe(word))

test.each([
  ['orders', 'orders'],
  ['my orders', 'my orders'],
  ['a/b?c', 'a%2Fb%3Fc'],
  ['100%', '100%25'],
])('the table %s is written %s', (name, word) => expect(relationWord(name)).toBe(word))

test('the read of the page goes to the same address as that of curl', () => {
  expect(readRequest({ ...target, name: 'a b' }, null)).toEqual({
    url: 'http://127.0.0.1:8788/default/rest/v1/a%20b?select=*&limit=10',
    headers: {},
  })
  expect(readRequest({ ...target, schema: 'shop', isDefaultSchema: false }, ['id', 'b']).headers).toEqual({
    'accept-profile': 'shop',
  })
})
