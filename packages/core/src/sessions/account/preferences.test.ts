import { expect, test } from 'vitest'
import { createMemoryHost } from '../../testing/memory-host.js'
import { RESULT_BUDGETS_MB } from '../../rules/results/result-budget.js'
import { createPreferences } from './preferences.js'

test('a new device follows the system, with 100 rows and an expandable sidebar', () => {
  const preferences = createPreferences(createMemoryHost())
  expect(preferences.$themeChoice.get()).toBe('system')
  expect(preferences.$rowLimit.get()).toBe(100)
  expect(preferences.$sidebarMode.get()).toBe('expandable')
  expect(preferences.$sqlSplit.get()).toBe(50)
  expect(preferences.$statementTimeoutMs.get()).toBe(60_000)
})

test('the theme follows the system until it is chosen', () => {
  const host = createMemoryHost()
  const preferences = createPreferences(host)
  const seen: string[] = []
  preferences.$theme.subscribe((theme) => void seen.push(theme))
  host.setPrefersDark(true)
  preferences.$themeChoice.set('light')
  expect(seen).toEqual(['light', 'dark', 'light'])
})

test.each([
  ['basedeck:sql-row-limit', '-1', -1],
  ['basedeck:sql-row-limit', '500', 500],
  ['basedeck:sql-row-limit', '7', 100],
  ['basedeck:sql-row-limit', 'lots', 100],
])('the stored %s of %s reads as %s', (key, stored, limit) => {
  const host = createMemoryHost()
  host.storage.set(key, stored)
  expect(createPreferences(host).$rowLimit.get()).toBe(limit)
})

test.each([
  ['nothing', null, null, 'expandable'],
  ['a cookie', null, 'closed', 'closed'],
  ['both', 'open', 'closed', 'open'],
  ['a broken value and a cookie', 'wide', 'closed', 'closed'],
  ['a cookie of an older version', null, 'true', 'expandable'],
])('the sidebar where there is %s', (_, stored, cookie, mode) => {
  const host = createMemoryHost()
  if (stored !== null) host.storage.set('basedeck:sidebar', stored)
  if (cookie !== null) host.cookies?.set('sidebar', cookie, 60)
  expect(createPreferences(host).$sidebarMode.get()).toBe(mode)
})

test('a chosen sidebar is kept on this device, and seven days in a cookie', () => {
  const host = createMemoryHost()
  createPreferences(host).$sidebarMode.set('closed')
  expect(host.storage.get('basedeck:sidebar')).toBe('closed')
  expect(host.cookieJar.get('sidebar')).toEqual({ value: 'closed', seconds: 604_800 })
})

test('where the host has no cookies, the sidebar is remembered all the same', () => {
  const { cookies: _, ...host } = createMemoryHost()
  const preferences = createPreferences(host)
  preferences.$sidebarMode.set('open')
  expect(host.storage.get('basedeck:sidebar')).toBe('open')
})

test.each([
  ['300', 300],
  ['179', 240],
  ['401', 240],
  ['', 240],
  ['wide', 240],
])('a menu that was %s wide is %i wide', (stored, width) => {
  const host = createMemoryHost()
  host.storage.set('basedeck:side-menu-width', stored)
  const preferences = createPreferences(host)
  expect(preferences.$sideMenuWidth.get()).toBe(width)
  expect(preferences.$sideMenu.get()).toBe('open')
})

test.each([
  ['basedeck:sql-timeout', '10000', '$statementTimeoutMs', 10_000],
  ['basedeck:sql-timeout', '7', '$statementTimeoutMs', 60_000],
  ['basedeck:result-budget-mb', String(RESULT_BUDGETS_MB[1]), '$resultBudgetMb', RESULT_BUDGETS_MB[1]],
  ['basedeck:result-budget-mb', '7', '$resultBudgetMb', RESULT_BUDGETS_MB[0]],
  ['basedeck:sql-split', '0', '$sqlSplit', 0],
  ['basedeck:sql-split', '100', '$sqlSplit', 100],
  ['basedeck:sql-split', '', '$sqlSplit', 50],
  ['basedeck:theme', 'dark', '$themeChoice', 'dark'],
  ['basedeck:contrast', 'high', '$contrast', 'high'],
  ['basedeck:density', 'compact', '$density', 'compact'],
  ['basedeck:side-menu', 'closed', '$sideMenu', 'closed'],
  ['basedeck:side-menu', 'wide', '$sideMenu', 'open'],
  ['basedeck:snippet-panel', 'closed', '$snippetPanel', 'closed'],
  ['basedeck:snippet-panel', 'wide', '$snippetPanel', 'open'],
  ['basedeck:side-menu-width', '180', '$sideMenuWidth', 180],
  ['basedeck:side-menu-width', '400', '$sideMenuWidth', 400],
  ['basedeck:snippet-panel-width', '200', '$snippetPanelWidth', 200],
  ['basedeck:panel-width', '320', '$panelWidth', 320],
  ['basedeck:panel-width', '1000', '$panelWidth', 1000],
  ['basedeck:panel-width', '1001', '$panelWidth', 480],
  ['basedeck:cell-panel-width', '240', '$cellPanelWidth', 240],
  ['basedeck:cell-panel-width', '239', '$cellPanelWidth', 380],
] as const)('the stored %s of %j is read by %s as %s', (key, stored, name, value) => {
  const host = createMemoryHost()
  host.storage.set(key, stored)
  expect(createPreferences(host)[name].get()).toBe(value)
})
