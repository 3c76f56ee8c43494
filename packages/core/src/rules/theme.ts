/**
 * Which colours the page wears.
 * @rule shell.theme  @spec §1
 */
export const THEMES = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof THEMES)[number]
export type Theme = 'light' | 'dark'

export function themeFor(choice: ThemeChoice, prefersDark: boolean): Theme {
  if (choice !== 'system') return choice
  return prefersDark ? 'dark' : 'light'
}
