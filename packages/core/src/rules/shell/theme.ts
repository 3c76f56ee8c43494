/**
 * The colours of the page.
 * @rule shell.theme  @spec §1
 */
export const THEMES = ['light', 'dark', 'system'] as const
/** The user's choice; `system` follows the device. */
export type ThemeChoice = (typeof THEMES)[number]
/** The two sets of colours. */
export type Theme = 'light' | 'dark'

/**
 * The colours of the page.
 * @param prefersDark whether the device prefers dark ones
 */
export function themeFor(choice: ThemeChoice, prefersDark: boolean): Theme {
  if (choice !== 'system') return choice
  return prefersDark ? 'dark' : 'light'
}
