import { expect, test } from 'vitest'
import { isSidebarHidden, sidebarModeIn } from './sidebar.js'

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
])('%s is without the sidebar: %s', (path, hidden) => {
  expect(isSidebarHidden(path)).toBe(hidden)
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
