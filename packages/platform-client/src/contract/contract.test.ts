/** Checks of every endpoint of the contract. */
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import * as contract from './index.js'
import { endpoint, gives, paramSchemas, type EndpointData } from './index.js'

const endpoints = Object.entries(contract as Record<string, unknown>).filter(
  (entry): entry is [string, EndpointData] =>
    typeof entry[1] === 'object' && entry[1] !== null && 'access' in entry[1] && 'path' in entry[1],
)

describe.each(endpoints)('%s', (_, data) => {
  test('declares whether its changes are audited', () => {
    if (data.method !== 'GET') expect(data.audit).toBeDefined()
  })

  test('where two calls share an address, they agree on the largest body', () => {
    const others = endpoints.filter(([, { method, path }]) => method === data.method && path === data.path)
    for (const [, other] of others) expect(other.maxBody).toBe(data.maxBody)
  })

  test('lets no parameter be empty', () => {
    for (const schema of Object.values(paramSchemas(data))) expect(v.is(schema, '')).toBe(false)
  })
})

test('a parameter without a schema is refused', () => {
  const line = { method: 'GET', path: '/a/{bucket}', access: 'anyone', response: gives<object>() } as const
  expect(() => endpoint(line)).toThrow('{bucket}')
  expect(endpoint({ ...line, params: { bucket: v.picklist(['avatars']) } }).path).toBe(line.path)
})

test.each([
  ['id', '00000000-0000-4000-8000-000000000000', true],
  ['id', 'avatars', false],
  ['id', "1'--", false],
  ['ref', 'abcdefgh', true],
  ['ref', '../etc', false],
  ['ref', 'A\0', false],
  ['slug', 'acme-inc', true],
  ['slug', 'a'.repeat(64), false],
])('usually %s may be %j: %s', (name, value, expected) => {
  const [schema] = Object.values(paramSchemas({ path: `/{${name}}` }))
  expect(schema && v.is(schema, value)).toBe(expected)
})
