import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOf } from '../secrets/secret-token.js'
import { newApiKey, typeOfApiKey } from './api-keys.js'

test.each(['publishable', 'secret'] as const)('a new %s key has the right form', (type) => {
  const { apiKey, prefix, hash } = newApiKey(type)
  expect(apiKey).toMatch(new RegExp(`^sb_${type}_[0-9A-Za-z]{38}$`))
  expect(typeOfApiKey(apiKey)).toBe(type)
  expect(apiKey.startsWith(prefix)).toBe(true)
  expect(prefix).toMatch(new RegExp(`^sb_${type}_[0-9A-Za-z]{6}$`))
  expect(hash).toBe(createHash('sha256').update(apiKey).digest('hex'))
})

test('no two keys are the same, nor their hashes', () => {
  const keys = Array.from({ length: 1000 }, () => newApiKey('secret'))
  for (const part of ['apiKey', 'hash'] as const)
    expect(new Set(keys.map((key) => key[part])).size).toBe(1000)
})

test('a key with one character changed, left out or swapped is detected', () => {
  const { apiKey } = newApiKey('secret')
  for (let at = 0; at < apiKey.length; at++) {
    const wrong = apiKey[at] === 'x' ? 'y' : 'x'
    const changed = apiKey.slice(0, at) + wrong + apiKey.slice(at + 1)
    const shorter = apiKey.slice(0, at) + apiKey.slice(at + 1)
    const swapped = apiKey.slice(0, at) + (apiKey[at + 1] ?? '') + apiKey[at] + apiKey.slice(at + 2)
    expect(typeOfApiKey(changed)).toBeUndefined()
    expect(typeOfApiKey(shorter)).toBeUndefined()
    if (swapped !== apiKey) expect(typeOfApiKey(swapped)).toBeUndefined()
  }
})

test('a publishable key does not become a secret one by its name', () => {
  const { apiKey } = newApiKey('publishable')
  expect(typeOfApiKey(apiKey.replace('publishable', 'secret'))).toBeUndefined()
})

test('a key of the form that was made before is still one', () => {
  const begin = `bd_secret_${'a'.repeat(32)}`
  expect(typeOfApiKey(`${begin}KZtPLw`)).toBe('secret')
  // The checksum is of the whole key.
  expect(typeOfApiKey(`${begin.replace('bd', 'sb')}KZtPLw`)).toBeUndefined()
})

test.each(['', 'sb_secret_', 'anon', ` ${newApiKey('secret').apiKey}`, `${newApiKey('secret').apiKey}\n`])(
  '%j is not a key',
  (text) => {
    expect(typeOfApiKey(text)).toBeUndefined()
  },
)

test('the hash is of the exact text', () => {
  expect(hashOf('a')).not.toBe(hashOf('A'))
  expect(hashOf('')).toHaveLength(64)
})
