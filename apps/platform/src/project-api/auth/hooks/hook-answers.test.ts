import { expect, test } from 'vitest'
import { claimsOf, decisionOf, hookAnswer } from './hook-answers.js'

test.each([
  ['', { type: 'answer', answer: {} }],
  ['null', { type: 'answer', answer: {} }],
  ['{"a":1}', { type: 'answer', answer: { a: 1 } }],
  ['{"error":null}', { type: 'answer', answer: { error: null } }],
  ['{"error":{"http_code":403,"message":"No"}}', { type: 'refusal', status: 403, message: 'No' }],
  ['{"error":{}}', { type: 'refusal', status: 500, message: '' }],
  ['{"error":{"http_code":200}}', { type: 'broken' }],
  ['{"error":{"http_code":"403"}}', { type: 'broken' }],
  ['{"error":{"http_code":403.5}}', { type: 'broken' }],
  ['{"error":{"message":5}}', { type: 'broken' }],
  ['{"error":"No"}', { type: 'broken' }],
  ['[]', { type: 'broken' }],
  ['1', { type: 'broken' }],
  ['{', { type: 'broken' }],
])('%s is %j', (text, expected) => expect(hookAnswer(text)).toEqual(expected))

const CLAIMS = {
  sub: 'u',
  session_id: 's',
  role: 'authenticated',
  email: '',
  phone: '',
  aal: 'aal1',
  exp: 2,
  iat: 1,
  is_anonymous: false,
  aud: 'authenticated',
}

test('claims of a hook are whole', () => {
  expect(claimsOf({ claims: { ...CLAIMS, plan: 'pro' } })).toEqual({ claims: { ...CLAIMS, plan: 'pro' } })
  expect(claimsOf({ claims: { ...CLAIMS, aud: ['a', 'b'] } })).toHaveProperty('claims')
  expect(claimsOf({})).toEqual({ wrong: ['claims'] })
  expect(claimsOf({ claims: [] })).toEqual({ wrong: ['claims'] })
})

test.each(Object.keys(CLAIMS))('without %s, or with another kind of it, they are refused', (name) => {
  const { [name as 'sub']: _, ...without } = CLAIMS
  expect(claimsOf({ claims: without })).toEqual({ wrong: [name] })
  expect(claimsOf({ claims: { ...CLAIMS, [name]: { a: 1 } } })).toEqual({ wrong: [name] })
})

test.each([
  [{ decision: 'continue' }, { isRejected: false, message: undefined, endsSessions: false }],
  [
    { decision: 'continue', should_logout_user: true },
    { isRejected: false, message: undefined, endsSessions: false },
  ],
  [
    { decision: 'reject', message: 'Too many' },
    { isRejected: true, message: 'Too many', endsSessions: false },
  ],
  [
    { decision: 'reject', message: '', should_logout_user: true },
    { isRejected: true, message: undefined, endsSessions: true },
  ],
  [{ decision: 'maybe' }, undefined],
  [{}, undefined],
])('%j decides %j', (answer, expected) => expect(decisionOf(answer)).toEqual(expected))
