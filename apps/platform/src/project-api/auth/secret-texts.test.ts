import { expect, test } from 'vitest'
import { createSecretTexts } from './secret-texts.js'

const one = createSecretTexts({ material: Buffer.from('one').toString('base64url') })
const other = createSecretTexts({ material: Buffer.from('other').toString('base64url') })

test('a hash depends on the project and on what the text is for', () => {
  expect(one.hash('link', 'x')).toBe(one.hash('link', 'x'))
  expect(one.hash('link', 'x')).not.toBe(other.hash('link', 'x'))
  expect(one.hash('link', 'x')).not.toBe(one.hash('refresh', 'x'))
})

test('a refresh token has one successor, which only the project can compute', () => {
  const token = one.newRefresh()
  expect(one.refreshAfter(token)).toBe(one.refreshAfter(token))
  expect(one.refreshAfter(token)).not.toBe(other.refreshAfter(token))
  expect(one.refreshAfter(token)).toMatch(/^[\w-]{32}$/)
})

test('codes have as many digits as is asked for, zeros in front included', () => {
  const codes = Array.from({ length: 200 }, () => one.newCode(6))
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(190)
  expect(one.newCode(10)).toMatch(/^\d{10}$/)
})

test('the link of PKCE is known by its beginning', () => {
  expect([one.newLink(true).startsWith('pkce_'), one.newLink(false).startsWith('pkce_')]).toEqual([
    true,
    false,
  ])
})

test('what is sealed for a code opens with that code of that project alone, and not when it was changed', () => {
  const sealed = one.seal('code', 'token of a provider')
  expect(one.open('code', sealed)).toBe('token of a provider')
  expect(sealed).not.toBe(one.seal('code', 'token of a provider'))
  const changed = sealed
    .replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    .replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  for (const opened of [
    one.open('other', sealed),
    other.open('code', sealed),
    one.open('code', changed),
    one.open('code', ''),
  ])
    expect(opened).toBeUndefined()
})
