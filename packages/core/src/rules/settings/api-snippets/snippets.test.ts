import { expect, test } from 'vitest'
import { apiTarget as target } from '../../../testing/api-column.js'
import type { ApiCall } from './api-call.js'
import { CALLS, codeOf as code } from './testing/snippet-stage.js'

test.each(['javascript', 'curl', 'python'] as const)('%s names a schema that is not the default', (way) => {
  const [first, second] = code(way, { schema: 'shop', isDefaultSchema: false }, CALLS.slice(0, 1))
  expect(second ?? first).toMatch(/\.schema\(['"]shop['"]\)|Accept-Profile: shop/)
})

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
