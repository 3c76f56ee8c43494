import { expect, test } from 'vitest'
import { gateFor, safeNext, signInHref, type GateSituation, type PageAccess } from './gate.js'

const arrival = (changes: Partial<GateSituation>): GateSituation => ({
  access: 'inside',
  accounts: true,
  status: 'signed-in',
  here: '/project/a/sql/1?x=1#y',
  next: null,
  home: '/organizations',
  ...changes,
})
const open = { type: 'open' }
const wait = { type: 'wait' }
const to = (href: string) => ({ type: 'redirect', to: href })

const accesses: PageAccess[] = ['inside', 'sign-in', 'set-up', 'link']

test.each(accesses)('nothing is decided about %s before the platform is known', (access) => {
  expect(gateFor(arrival({ access, accounts: undefined }))).toEqual(wait)
})

test.each(accesses)('nothing is decided about %s before it is known who asks', (access) => {
  expect(gateFor(arrival({ access, status: undefined }))).toEqual(wait)
})

test.each<[PageAccess, object]>([
  ['inside', open],
  ['sign-in', to('/organizations')],
  ['set-up', to('/organizations')],
  ['link', to('/organizations')],
])('without accounts, %s', (access, decision) => {
  expect(gateFor(arrival({ access, accounts: false, status: undefined }))).toEqual(decision)
})

const signIn = to('/sign-in?next=%2Fproject%2Fa%2Fsql%2F1%3Fx%3D1%23y')
test.each<[GateSituation['status'], PageAccess, object]>([
  ['setup-needed', 'inside', to('/set-up')],
  ['setup-needed', 'sign-in', to('/set-up')],
  ['setup-needed', 'set-up', open],
  ['setup-needed', 'link', to('/set-up')],
  ['signed-out', 'inside', signIn],
  ['signed-out', 'sign-in', open],
  ['signed-out', 'set-up', to('/sign-in')],
  ['signed-out', 'link', open],
  ['second-factor-needed', 'inside', signIn],
  ['second-factor-needed', 'sign-in', open],
  ['second-factor-needed', 'set-up', to('/sign-in')],
  ['second-factor-needed', 'link', open],
  ['signed-in', 'inside', open],
  ['signed-in', 'sign-in', to('/organizations')],
  ['signed-in', 'set-up', to('/organizations')],
  ['signed-in', 'link', open],
])('%s at %s', (status, access, decision) => {
  expect(gateFor(arrival({ access, status }))).toEqual(decision)
})

test('after sign-in the requested page opens', () => {
  expect(gateFor(arrival({ access: 'sign-in', next: '/account/me' }))).toEqual(to('/account/me'))
  expect(gateFor(arrival({ access: 'sign-in', next: 'https://evil.example' }))).toEqual(to('/organizations'))
})

test.each([
  ['/', '/'],
  ['/project/a?x=%2F#y', '/project/a?x=%2F#y'],
  ['/sign-in-log', '/sign-in-log'],
  ['/a:b@c', '/a:b@c'],
  ['', null],
  ['project', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['/\n/evil.example', null],
  ['/a\\b', null],
  [' /a', null],
  ['/a b', null],
  ['https://evil.example/', null],
  ['javascript:alert(1)', null],
  ['/sign-in', null],
  ['/sign-in?next=/sign-in', null],
  ['/set-up', null],
  ['/forgot-password#x', null],
  [`/${'a'.repeat(1999)}`, `/${'a'.repeat(1999)}`],
  [`/${'a'.repeat(2000)}`, null],
])('%j leads on to %j', (next, safe) => {
  expect(safeNext(next)).toBe(safe)
})

test('home needs no way back', () => {
  expect(signInHref('/')).toBe('/sign-in')
})

test('an address that is not safe is no way back', () => {
  expect(signInHref('//evil.example')).toBe('/sign-in')
})
