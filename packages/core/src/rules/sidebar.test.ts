import { expect, test } from 'vitest'
import { hasSideMenu, isSidebarHidden, sidebarModeIn } from './sidebar.js'

test.each([
  ['/account', true],
  ['/account/me', true],
  ['/accounting', false],
  ['/new', true],
  ['/new/acme', true],
  ['/newsletter', false],
  ['/support/new', true],
  ['/support/new/', true],
  ['/support', false],
  ['/organizations', true],
  ['/sign-in', true],
  ['/org/new', false],
  ['/org/acme/team', false],
  ['/project/default', false],
  ['/', false],
])('%s stands without the sidebar: %s', (path, hidden) => {
  expect(isSidebarHidden(path)).toBe(hidden)
})

test.each([
  ['/project/a', false],
  ['/project/a/', false],
  ['/project/a/sql/1', false],
  ['/project/a/editor/12', false],
  ['/project/a/auth/users', true],
  ['/project/a/database', true],
  ['/project/a/databases', false],
  ['/project/a/settings/jwt/signing-keys', true],
  ['/project/a/functions', true],
  ['/project/a/integrations/vault/overview', false],
  ['/org/a', false],
  ['/org/a/team', false],
  ['/org/a/general', true],
  ['/org/a/audit/', true],
  ['/org/a/auditor', false],
  ['/account/security', false],
])('%s has a side menu: %s', (path, has) => {
  expect(hasSideMenu(path)).toBe(has)
})

test.each([
  ['open', 'open'],
  ['closed', 'closed'],
  ['expandable', 'expandable'],
  ['true', undefined],
  ['', undefined],
  ['open; expandable', undefined],
  [null, undefined],
])('a remembered %s is the mode %s', (text, mode) => {
  expect(sidebarModeIn(text)).toBe(mode)
})
