import { expect, test } from 'vitest'
import { passwordForms, readClientFirst, serverFinal, serverFirst, type ScramExchange } from './scram.js'

/** The example of RFC 7677, section 3. */
const FIRST = 'n,,n=user,r=rOprNGfwEbeRWgbNEkqO'
const NONCE = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0'
const FINAL = `c=biws,r=${NONCE},p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=`

function exchange(more: Partial<ScramExchange> = {}): ScramExchange {
  const first = readClientFirst(FIRST)
  if (!first) throw new Error('the example is unreadable')
  return { first, nonce: NONCE, salt: 'W22ZaJ0SNY7soEsUEjb6gQ==', iterations: 4096, ...more }
}

test('the example of RFC 7677 gives its messages', async () => {
  expect(serverFirst(exchange())).toBe(`r=${NONCE},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`)
  expect(await serverFinal(exchange(), FINAL, 'pencil')).toBe(
    'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
  )
})

test.each<[string, string, string]>([
  ['another password', FINAL, 'pencils'],
  ['no password', FINAL, ''],
  ['a proof with one bit changed', FINAL.replace('p=dH', 'p=dI'), 'pencil'],
  ['a short proof', FINAL.replace(/p=.*/, 'p=dHzb'), 'pencil'],
  ['no proof', FINAL.replace(/,p=.*/, ''), 'pencil'],
  ['an earlier nonce', FINAL.replace('$k0', '$k1'), 'pencil'],
  ['another header', FINAL.replace('biws', 'eSws'), 'pencil'],
  ['something else', 'hello', 'pencil'],
])('%s is refused', async (_name, final, password) => {
  expect(await serverFinal(exchange(), final, password)).toBeUndefined()
})

test.each([
  ['n,,n=,r=abc', 'n,,', 'abc'],
  ['y,,n=user,r=abc', 'y,,', 'abc'],
  ['n,,n=user,r=abc,x=later', 'n,,', 'abc'],
])('the first message %s is read', (message, header, nonce) => {
  expect(readClientFirst(message)).toEqual({ header, nonce, bare: message.slice(header.length) })
})

test.each([
  '',
  'n,,',
  'n,,n=user',
  'n,,n=user,r=',
  'p=tls-server-end-point,,n=user,r=abc',
  'n,a=x,n=user,r=abc',
])('the first message “%s” is refused', (message) => {
  expect(readClientFirst(message)).toBeUndefined()
})

test.each([
  ['pencil', ['pencil']],
  ['a\u00a0b', ['a\u00a0b', 'a b']],
  ['\u2168', ['\u2168', 'IX']],
  ['so\u00adft', ['so\u00adft', 'soft']],
  ['ü', ['ü']],
  ['u\u0308', ['u\u0308', 'ü']],
])('the password %j is also tried as drivers prepare it', (password, forms) => {
  expect(passwordForms(password)).toEqual(forms)
})
