import { expect, test } from 'vitest'
import { createMemoryHost } from '../testing/memory-host.js'
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
