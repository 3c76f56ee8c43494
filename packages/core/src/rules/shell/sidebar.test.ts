import { expect, test } from 'vitest'
import { isSidebarHidden, sidebarModeIn } from './sidebar.js'

test.each([
  ['/account', true],
  ['/account/me', true],
  ['/account/me/', true],
  ['/accounting', false],
  ['/support/new', true],
  ['/support/new/', true],
  ['/support/new//', true],
  ['/organizations', false],
  ['/support/new/more', false],
  ['/support', false],
  ['/org/new', false],
  ['/org/acme/account', false],
  ['/', false],
])('%s is without the sidebar: %s', (path, hidden) => {
  const pages = [
    { path: '/account', hidesSidebar: 'branch' },
    { path: '/account/me' },
    { path: '/support/new', hidesSidebar: 'page' },
    { path: '/' },
    { path: '/organizations' },
  ] as const
  expect(isSidebarHidden(path, pages)).toBe(hidden)
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
