import { expect, test } from 'vitest'
import { themeFor, THEMES, type ThemeChoice } from './theme.js'

test.each([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['system', true, 'dark'],
  ['system', false, 'light'],
] satisfies [ThemeChoice, boolean, string][])(
  '%s with a system that prefers dark=%s is %s',
  (choice, prefersDark, theme) => {
    expect(themeFor(choice, prefersDark)).toBe(theme)
  },
)

test('light, dark and system are offered', () => {
  expect(THEMES).toEqual(['light', 'dark', 'system'])
})
