import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from '../secrets/secret-box.js'
import { createProofs, type ProvedCall } from './proof.js'

const HOLDER = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const call: ProvedCall = {
  method: 'POST',
  path: '/platform/pg-meta/shop/query?a=1',
  cookie: 'session=one',
  authorization: undefined,
}

function proofs({ installationId = HOLDER, key = 'k', at = 0 } = {}) {
  const box = createSecretBox(createSecretKey(Buffer.alloc(32, key)))
  return createProofs(box, { installationId, now: () => at })
}

const proof = proofs().make(HOLDER, call, { ip: '192.0.2.7' })

test('a neighbour is believed where the visitor is', () => {
  expect(proofs().check(proof, call)).toEqual({ ip: '192.0.2.7' })
  const unknown = proofs().make(HOLDER, call, { ip: null })
  expect(proofs().check(unknown, call)).toEqual({ ip: null })
})

test.each<[string, Partial<ProvedCall>]>([
  ['another method', { method: 'DELETE' }],
  ['another path', { path: '/platform/pg-meta/bank/query?a=1' }],
  ['another query', { path: '/platform/pg-meta/shop/query?a=2' }],
  ['another session', { cookie: 'session=two' }],
  ['no session', { cookie: undefined }],
  ['an access token', { authorization: 'Bearer token' }],
  ['the session as a token', { cookie: undefined, authorization: 'session=one' }],
])('an intercepted proof is invalid with %s', (_name, other) => {
  expect(proofs().check(proof, { ...call, ...other })).toBeUndefined()
})

test.each([
  ['made without the key', proofs({ key: 'x' }).make(HOLDER, call, { ip: '192.0.2.7' })],
  ['for another process', proofs().make(OTHER, call, { ip: '192.0.2.7' })],
  ['with another visitor', forged()],
  ['without its seal', proof.split('.')[0] ?? ''],
  ['with an empty seal', `${proof.split('.')[0]}.`],
  ['empty', ''],
  ['a word', 'yes'],
])('a proof is refused: %s', (_name, other) => {
  expect(proofs().check(other, call)).toBeUndefined()
})

test.each([
  [-30_001, false],
  [-30_000, true],
  [30_000, true],
  [30_001, false],
])('%i ms after it was made it holds: %s', (at, holds) => {
  expect(proofs({ at }).check(proof, call) !== undefined).toBe(holds)
})

function forged(): string {
  const [said = '', seal = ''] = proof.split('.')
  const other = Buffer.from(said, 'base64url').toString().replace('192.0.2.7', '192.0.2.8')
  return `${Buffer.from(other).toString('base64url')}.${seal}`
}
