import { expect, test } from 'vitest'
import { apiTarget as target } from '../../../testing/api-column.js'
import { readRequest } from './curl.js'
import { codeOf as code } from './testing/snippet-stage.js'

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

test('a write by curl names the schema of its body', () =>
  expect(code('curl', { schema: 'shop', isDefaultSchema: false })[2]).toContain('Content-Profile: shop'))

test('the read of the page goes to the same address as that of curl', () => {
  expect(readRequest({ ...target, name: 'a b' }, null)).toEqual({
    url: 'http://127.0.0.1:8788/default/rest/v1/a%20b?select=*&limit=10',
    headers: {},
  })
  expect(readRequest({ ...target, schema: 'shop', isDefaultSchema: false }, ['id', 'b']).headers).toEqual({
    'accept-profile': 'shop',
  })
})
