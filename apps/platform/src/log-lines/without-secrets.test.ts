import { expect, test } from 'vitest'
import { newApiKey } from '../keys/api-keys.js'
import { withoutSecrets } from './without-secrets.js'

test.each([newApiKey('secret').apiKey, newApiKey('publishable').apiKey])('the key %s goes', (key) => {
  expect(withoutSecrets(`sent ${key}.`)).toBe('sent ….')
})

test.each([
  ['eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl', '…'],
  ['bdp_0123456789abcdef', '…'],
  ['/object/sign/a?token=abc.def&x=1', '/object/sign/a?token=…&x=1'],
  ['/rest/v1/t?apikey=abcdef', '/rest/v1/t?apikey=…'],
  ['{"password":"hunter2","email":"a@b.c"}', '{"password":"…","email":"a@b.c"}'],
  ['Authorization: Bearer abcdef', 'Authorization: Bearer …'],
  ['cookie: bd_session=abc; other', 'cookie: …; other'],
  ['postgresql://me:pw@host/db', 'postgresql://me:…@host/db'],
  ['GET /{ref}/rest/v1/read 200', 'GET /{ref}/rest/v1/read 200'],
  ['{"method":"GET","route":"/platform/projects/{ref}/api-keys/{id}","status":200}', null],
  ['3f2c8e62-1d3e-4c62-9d5e-b53b8d6b4a5e', null],
])('%s becomes %s', (given, kept) => {
  expect(withoutSecrets(given)).toBe(kept ?? given)
})
