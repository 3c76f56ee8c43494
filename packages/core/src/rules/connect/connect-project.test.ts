import { expect, test } from 'vitest'
import { connectTabs, hasPassword, projectAddress, shownProjectKey } from './connect-project.js'

test('the address is protocol and endpoint, or the words that stand for it', () => {
  const app_config = { db_schema: 'public', protocol: 'https', endpoint: 'api.example.com:8788/abc' }
  expect(projectAddress({ app_config })).toBe('https://api.example.com:8788/abc')
  expect(projectAddress({})).toBe('your-project-url')
})

const anon = { name: 'anon', type: 'legacy' as const, api_key: 'anon-key' }
const service = { name: 'service_role', type: 'legacy' as const, api_key: 'service-key' }
const publishable = { name: 'default', type: 'publishable' as const, api_key: 'pk' }
const secret = { name: 'default', type: 'secret' as const, api_key: 'sk' }

test.each([
  ['a publishable key wins over anon', [anon, publishable], 'pk'],
  ['anon where there is no publishable key', [service, secret, anon], 'anon-key'],
  ['a key that is hidden counts as absent', [{ ...publishable, api_key: null }, anon], 'anon-key'],
  ['the first publishable key that is shown', [{ ...publishable, api_key: null }, publishable], 'pk'],
  ['the first anon key that is shown', [{ ...anon, api_key: null }, anon], 'anon-key'],
  ['never a secret or a service key', [service, secret], 'your-anon-key'],
  ['a secret key named anon is not the anon key', [{ ...secret, name: 'anon' }], 'your-anon-key'],
  ['no keys', [], 'your-anon-key'],
  ['keys that may not be seen', undefined, 'your-anon-key'],
])('%s', (_, keys, shown) => {
  expect(shownProjectKey(keys)).toBe(shown)
})

test('flags switch tabs off; the connection string is always there', () => {
  expect(connectTabs({})).toEqual(['direct', 'frameworks', 'mobiles', 'orms'])
  expect(connectTabs({ connectFrameworks: false, connectOrms: true })).toEqual(['direct', 'mobiles', 'orms'])
  expect(connectTabs({ connectFrameworks: false, connectMobiles: false, connectOrms: false })).toEqual([
    'direct',
  ])
})

test.each([
  ['cluster', 5432, true],
  ['pglite', 0, false],
  ['pglite', 5433, true],
  ['postgres', 5432, false],
] as const)('the password of a database on %s at port %i is set here: %s', (engine, port, is) => {
  expect(hasPassword(engine, port)).toBe(is)
})
