import { expect, test } from 'vitest'
import { MENU_KNOWLEDGE } from '../../testing/menu-knowledge.js'
import type { MenuState } from './menu-state.js'
import { pagesOf } from './page-links.js'

const state: MenuState = { ...MENU_KNOWLEDGE, slug: null, ref: 'a', pathname: '/project/a' }

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
