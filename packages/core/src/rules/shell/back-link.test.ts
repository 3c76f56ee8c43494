import { expect, test } from 'vitest'
import { backHref, isAuxiliaryPage, organizationIn } from './back-link.js'

test.each([
  [{ lastLocation: '/project/a/sql/1?x=1', lastOrganization: 'acme' }, '/project/a/sql/1?x=1'],
  [{ lastLocation: null, lastOrganization: 'acme' }, '/org/acme'],
  [{ lastLocation: null, lastOrganization: 'a/b' }, '/org/a%2Fb'],
  [{ lastLocation: null, lastOrganization: '' }, '/'],
])('%j leads back to %s', (visited, href) => {
  expect(backHref(visited)).toBe(href)
})

test.each([
  ['/', true],
  ['/account/me', true],
  ['/account', true],
  ['/accounting', false],
  ['/sign-in', true],
  ['/invitation/x', true],
  ['/project/a', false],
  ['/org/account', false],
])('%s is beside the work: %s', (pathname, isBeside) => {
  expect(isAuxiliaryPage(pathname)).toBe(isBeside)
})

test.each([
  ['/org/acme', 'acme'],
  ['/org/acme/team', 'acme'],
  ['/org/a%20b', 'a b'],
  ['/org/%zz', null],
  ['/org', null],
  ['/project/org/acme', null],
  ['/project/a', null],
])('%s is of %s', (pathname, slug) => {
  expect(organizationIn(pathname)).toBe(slug)
})
