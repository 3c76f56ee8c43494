import { expect, test } from 'vitest'
import { menuFlags } from '../../rules/menu-flags.js'
import type { MenuState } from './menu-state.js'
import { pagesOf } from './page-links.js'

const state: MenuState = {
  pathname: '/project/a',
  slug: null,
  ref: 'a',
  organizationSlug: 'acme',
  status: 'ACTIVE_HEALTHY',
  isPlatform: true,
  flags: menuFlags(),
  may: { auth: true, functions: true, storage: true, realtime: true, reports: true },
  mayBill: true,
  mfaMissing: false,
}

test('every page of the menus is listed once, with its menu', () => {
  const pages = pagesOf(state)
  expect(new Set(pages.map(({ href }) => href)).size).toBe(pages.length)
  expect(pages).toContainEqual({
    key: '/project/a/database/tables',
    label: 'Tables',
    area: 'Database',
    href: '/project/a/database/tables',
  })
  expect(pages.map(({ href }) => href)).toContain('/org/acme/general')
  expect(pages.map(({ label }) => label)).toContain('SQL Editor')
})

test('what can’t be opened yet is left out', () => {
  const hrefs = pagesOf({ ...state, status: 'COMING_UP' }).map(({ href }) => href)
  expect(hrefs).not.toContain('/project/a/settings/infrastructure')
  expect(hrefs).toContain('/project/a/settings/general')
})

test('an organization that is closed offers nothing of its sidebar', () => {
  const pages = pagesOf({ ...state, slug: 'acme', ref: null, mfaMissing: true })
  expect(pages.every(({ area }) => area === 'Organization settings')).toBe(true)
})

test('where nothing is open there is nothing', () => {
  expect(pagesOf({ ...state, ref: null })).toEqual([])
})
